import { fail } from '#contracts/failure.ts'

/** What `on` and `off` say; nothing at all means `on`. Throws a sentence for anything else. */
export function readOnOff(argument: string): boolean {
  if (argument === '' || argument === 'on') return true
  if (argument === 'off') return false
  throw fail('command', 'invalid', `"${argument}" is neither "on" nor "off". Nothing was changed.`)
}
