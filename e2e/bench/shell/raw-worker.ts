// The library alone: one worker, its own file system, output when all is over.
import { Bash } from 'just-bash/browser'
import { serveOrders } from './shell-under-test.ts'

const bash = new Bash({ cwd: '/workspace', files: { '/workspace/.keep': '' } })

serveOrders(async (command, onOutput, signal) => {
  const { stdout } = await bash.exec(command, { rawScript: true, signal })
  if (stdout !== '') onOutput()
})
