import type { CapabilityGroup, CapabilitySpec } from '#contracts/capability.ts'
import { FILES } from './files/spec.ts'
import { HUMAN } from './human/spec.ts'
import { SESSION } from './session/spec.ts'
import { SHELL } from './shell/spec.ts'
import { TASKS } from './tasks/spec.ts'
import { UI } from './ui/spec.ts'
import { WEB } from './web/spec.ts'

/** Every built-in group, in the fixed order in which providers see their tools (spec RG2, VI8). */
export const GROUPS: readonly CapabilityGroup[] = [FILES, SHELL, WEB, TASKS, HUMAN, UI, SESSION]

/** Every built-in spec, in that order. */
export const SPECS: readonly CapabilitySpec[] = GROUPS.flatMap((group) => group.specs)
