import type { CapabilityBody } from '#contracts/capability.ts'
import { editFile } from './edit-file.ts'
import { glob, grep } from './find.ts'
import { ls } from './list.ts'
import { readFile } from './read-file.ts'
import { writeFile } from './write-file.ts'

/** The bodies of the group `files`. */
export const bodies: readonly CapabilityBody[] = [ls, readFile, writeFile, editFile, glob, grep]
