import { fail } from '#contracts/failure.ts'
import { Mode, MODES } from '#contracts/risk.ts'
import { closestNames } from '#tools/closest-names.ts'

/** The mode of that name. Throws a sentence with the names that there are. */
export function readMode(argument: string): Mode {
  const mode = Mode.safeParse(argument)
  if (mode.success) return mode.data
  const closest = closestNames(argument, MODES)
  const hint = closest.length > 0 ? ` Did you mean ${closest.join(' or ')}?` : ''
  const wrong = argument === '' ? '/mode needs a mode after it.' : `There is no mode "${argument}".${hint}`
  throw fail('command', 'invalid', `${wrong} The modes are ${MODES.join(', ')}. Nothing was changed.`)
}
