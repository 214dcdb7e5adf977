import { lockSuite } from './lock-suite.ts'
import { memoryLocks } from './memory-locks.ts'

lockSuite('memory', memoryLocks)
