// `npm run probe -- …`: the runtime from the command line.
import { run } from './run.ts'

// A reader that has seen enough (`| head -1`) closes the pipe; that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

process.exitCode = await run(process.argv.slice(2), {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
})
