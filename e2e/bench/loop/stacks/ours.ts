import { memoryStorage } from '#world/storage/open-storage.ts'
import { ourStack } from '../our-stack.ts'

/** Over storage in memory, which parses and copies each record as the database does. */
export const stack = ourStack(() => memoryStorage('A benchmark keeps nothing.').store)
