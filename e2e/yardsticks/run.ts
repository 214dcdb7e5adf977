// `npm run yardsticks [-- names]`: what others wrote, run against us.
import { runNamed } from '../bench/run-named.ts'
import { measureStreams } from './streams.ts'

const SUITES = new Map([['streams', measureStreams]])

process.exitCode = await runNamed(SUITES, process.argv.slice(2))
