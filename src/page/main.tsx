import { isFramed, showFramed } from './boot/framed.tsx'
import { connectRuntime } from './lane/connect-runtime.ts'
import { registerServiceWorker } from './lane/register-service-worker.ts'
import { startPage } from './start-page.tsx'
import { startWorker } from './start-worker.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root.')
if (isFramed()) showFramed(root)
else {
  const worker = startWorker()
  startPage(root, connectRuntime(worker), worker)
  void registerServiceWorker()
}
