import { memoryStorage } from '../storage/open-storage.ts'
import { vaultSuite } from './vault-suite.ts'

vaultSuite('memory', async () => memoryStorage('test'))
