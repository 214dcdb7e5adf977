import '#contracts/no-eval.ts'
import { connectRuntime } from './lane/connect-runtime.ts'
import { registerServiceWorker } from './lane/register-service-worker.ts'
import { startPage } from './start-page.tsx'
import { startWorker } from './start-worker.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root.')
const worker = startWorker()
startPage(root, connectRuntime(worker), worker)
void registerServiceWorker()
