// `npm run bench [-- names]`: our figures beside those of others, measured in one run.
import { measureGate } from './gate.ts'
import { measureLoop } from './loop/measure-loop.ts'
import { runNamed } from './run-named.ts'
import { measureShell } from './shell/measure-shell.ts'
import { measureSize } from './size.ts'

const SUITES = new Map([
  ['loop', measureLoop],
  ['size', measureSize],
  ['shell', measureShell],
  ['gate', measureGate],
])

process.exitCode = await runNamed(SUITES, process.argv.slice(2))
