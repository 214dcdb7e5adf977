import type { CustomCommand } from 'just-bash/browser'
import { archiveCommands } from './archive-commands.ts'
import { byteCommands } from './byte-commands.ts'
import { byteEscapes } from './byte-escapes.ts'
import { linkCommands } from './link-commands.ts'
import { pathCommands } from './path-commands.ts'
import { refusedCommands } from './refused-commands.ts'
import { sumCommands } from './sum-commands.ts'
import { systemCommands } from './system-commands.ts'
import { textCommands } from './text-commands.ts'
import { wrappedCommands } from './wrapped-commands.ts'

let all: CustomCommand[] | null = null

/** Every command of ours: gaps closed, and plain refusals of what cannot work here. */
export function shellCommands(): readonly CustomCommand[] {
  all ??= [
    ...wrappedCommands(),
    ...pathCommands(),
    ...systemCommands(),
    ...sumCommands(),
    ...byteCommands(),
    ...byteEscapes(),
    ...linkCommands(),
    ...textCommands(),
    ...archiveCommands(),
    ...refusedCommands(),
  ]
  return all
}
