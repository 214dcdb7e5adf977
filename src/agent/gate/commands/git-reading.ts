import { mayBeOption, type Argument } from './argument.ts'
import type { Judge } from './judge.ts'

type Args = readonly Argument[]

/** Options by which even a reading subcommand writes a file or starts a program. GNU-like abbreviations count. */
const DANGEROUS_LONG = [
  'output',
  'ext-diff',
  'textconv',
  'upload-pack',
  'receive-pack',
  'exec',
  'open-files-in-pager',
  'paginate',
  'show-signature',
  'filters',
  'config-env',
]
/** Letters of reading subcommands that do. */
const DANGEROUS_SHORT = /^-O(?!rder)/u

const long = (text: string): string => text.replace(/^--/u, '').replace(/=.*$/su, '')
const matches = (text: string, name: string): boolean => {
  const given = long(text)
  return text.startsWith('--') && given.length > 1 && name.startsWith(given) && !(given === 'exec' && name !== 'exec')
}

/** True where nothing in the words writes a file, starts a program, or may turn out to. */
export function isReading(judge: Judge, name: string, args: Args): boolean {
  for (const argument of args) {
    if (argument.text === '--') return true
    const text = argument.text ?? argument.prefix
    if (argument.text === null && mayBeOption(argument) && !/^--?[A-Za-z-]+=?/u.test(text)) {
      judge.found('destructive-local', `runs git ${name} with ${argument.shown}, which may turn out to be an option`)
      return false
    }
    if (text.startsWith('--no-')) continue
    const danger = DANGEROUS_LONG.find((option) => matches(text, option) && !isKnownReading(text))
    if (danger !== undefined || (DANGEROUS_SHORT.test(text) && name === 'grep')) {
      const target = /^--output=(.+)$/su.exec(text)?.[1]
      judge.found(
        'destructive-local',
        target === undefined ? `runs git ${name} with ${argument.shown}` : `writes ${target}`,
      )
      return false
    }
  }
  return true
}

/** Options of reading subcommands that only look like the dangerous ones. */
function isKnownReading(text: string): boolean {
  return /^--(?:output-indicator-(?:new|old|context)=.*|exclude(?:-standard|-existing|-from|-per-directory)?(?:=.*)?|text|show|open|filter=.*|exec-path)$/u.test(
    text,
  )
}
