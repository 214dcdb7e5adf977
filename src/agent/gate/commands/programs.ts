import { ARCHIVES } from './archives.ts'
import { BUILTINS } from './builtins.ts'
import { EDITORS } from './editors.ts'
import { FILES } from './files.ts'
import { FINDERS } from './finders.ts'
import { GIT } from './git.ts'
import { INTERPRETERS } from './interpreters.ts'
import type { Rule } from './judge.ts'
import { NETWORK } from './network.ts'
import { PACKAGES } from './packages.ts'
import { PRINTING } from './printing.ts'
import { SERVICES } from './services.ts'
import { WRAPPERS } from './wrappers.ts'

const FAMILIES = [
  PRINTING,
  BUILTINS,
  WRAPPERS,
  FINDERS,
  EDITORS,
  FILES,
  ARCHIVES,
  GIT,
  NETWORK,
  PACKAGES,
  INTERPRETERS,
  SERVICES,
]

/** Every known program by name. A `Map`, so that `constructor` is as unknown as any other name. */
export const PROGRAMS: ReadonlyMap<string, Rule> = new Map(
  FAMILIES.flat().flatMap(([names, rule]) => names.split(' ').map((name) => [name, rule] as const)),
)
