import type { Argument } from './argument.ts'
import type { Judge } from './judge.ts'
import { SECRET_NAME } from './paths.ts'

/**
 * Notes the variables with keys or tokens that a program reads by name, as `echo $API_KEY` does. `names`: how its own
 * language names one, with the name as the first group. To print them all is left alone, as `env` is.
 */
export function readsVariables(judge: Judge, programs: readonly Argument[], names: RegExp): void {
  for (const { text, prefix } of programs)
    for (const [, name = ''] of (text ?? prefix).matchAll(names))
      if (SECRET_NAME.test(name)) judge.found('credential-access', `reads $${name}`)
}
