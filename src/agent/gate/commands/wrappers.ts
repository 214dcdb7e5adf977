import { exact, LISTED, mayBeOption, unknownArgument, type Argument } from './argument.ts'
import { isComputedName, isGivenName } from './computed-names.ts'
import type { Input, Judge, Rule, Rules } from './judge.ts'
import { takesNames } from './names-in-text.ts'
import { isClear } from './optioned.ts'
import { parseOptions, type OptionTable, type Parsed } from './options.ts'
import { SECRET_NAME } from './paths.ts'
import { mayNameSecret } from './secret-globs.ts'
import { UNKNOWN } from './value.ts'
import { XARGS } from './xargs-options.ts'

/** A program that runs another one, named by its operands after the first `skip`. */
const runs =
  (table: OptionTable, skip = 0): Rule =>
  (judge, call) => {
    const parsed = parseOptions(call.args, { ...table, operandsEnd: true })
    if (!isClear(judge, call.name, parsed)) return
    for (const { name, value } of parsed.options)
      if ((name === 'output' || name === 'o') && value !== null && call.name === 'time') judge.writes(value)
    const words = parsed.operands.slice(skip)
    // An operand that may vanish would make the next one the program.
    if (parsed.operands.slice(0, skip).some(({ many }) => many))
      return judge.found('destructive-local', 'runs a program that is only known when it runs')
    if (words.length > 0) judge.program(words, call.input)
    // Whatever comes later reads it.
    else if (call.name === 'exec' && call.input.kind !== 'none')
      judge.found('destructive-local', 'makes all that follows read its input from there')
  }

const env: Rule = (judge, call) => {
  const parsed = parseOptions(call.args, {
    flags: 'i0v',
    values: 'uC',
    long: 'ignore-environment null unset= chdir= debug help version',
    operandsEnd: true,
  })
  if (!isClear(judge, call.name, parsed)) return
  for (const { name, value } of parsed.options) {
    if ((name === 'u' || name === 'unset') && value !== null) judge.assigns(value.text ?? '', UNKNOWN, true)
  }
  judge.apart(() => {
    for (const { name, value } of parsed.options) if (name === 'C' || name === 'chdir') judge.moves(value)
    assignThenRun(judge, parsed.operands, call.input)
  })
}

/** `name=value … program …`, as `env` and `sudo` take it. */
function assignThenRun(judge: Judge, words: readonly Argument[], input: Input): void {
  let at = 0
  for (; at < words.length; at += 1) {
    const word = words[at]
    const equals = word?.prefix.indexOf('=') ?? -1
    if (word === undefined || equals < 1) break
    const text = word.text === null ? null : word.text.slice(equals + 1)
    const value =
      text === null
        ? { ...word, prefix: word.prefix.slice(equals + 1), shown: word.shown.slice(word.shown.indexOf('=') + 1) }
        : exact(text)
    if (judge.isSecret(value)) judge.found('credential-access', `reads ${value.shown}`)
    judge.assigns(word.prefix.slice(0, equals), text === null ? UNKNOWN : { kind: 'text', text }, true)
  }
  if (at < words.length) judge.program(words.slice(at), input)
}

const xargs: Rule = (judge, call) => {
  const parsed = parseOptions(call.args, XARGS)
  if (!isClear(judge, call.name, parsed)) return
  const replaced = parsed.options.find(({ name }) => name === 'I' || name === 'J' || name === 'i' || name === 'replace')
  if (parsed.options.some(({ name }) => name === 'process-slot-var'))
    judge.found('destructive-local', 'sets a variable for each program')
  for (const { name, value } of parsed.options)
    if ((name === 'a' || name === 'arg-file') && value !== null && (isComputedName(value) || isGivenName(value)))
      judge.found('destructive-local', 'reads a list whose name is only known when it runs')
  if (parsed.operands.length === 0) return
  const mark = replaced === undefined ? null : (replaced.value?.text ?? (replaced.value === null ? '{}' : null))
  if (replaced !== undefined && (mark === null || mark === ''))
    return judge.found('destructive-local', 'runs a program whose words are only known when it runs')
  const known = givenLines(call.input, parsed, mark !== null)
  if (known !== null) {
    for (const given of known)
      judge.program(
        mark === null ? [...parsed.operands, ...given] : fillKnown(parsed.operands, mark, given[0]?.text ?? ''),
        { kind: 'none' },
      )
    return
  }
  takesNames(judge, call.input)
  const fromFile = call.input.kind === 'file' || parsed.options.some(({ name }) => name === 'a' || name === 'arg-file')
  // By others than these it cuts words out of what it reads.
  const cuts = !parsed.options.every(({ name }) => PLAIN_XARGS.test(name) || /^(?:0|null|n|max-args|L|s)$/u.test(name))
  const computed = fromFile || cuts || call.input.computed === true || call.input.kind === 'text'
  const words = mark === null ? [...parsed.operands, LISTED] : fill(parsed.operands, mark)
  judge.program(
    words.map((word) => (computed && !parsed.operands.includes(word) ? { ...word, computed } : word)),
    { kind: 'none' },
  )
}

/** Words of a known text that are followed; of more, each may be anything. */
const MAX_GIVEN = 64
/** Options by which it puts together no other words. */
const PLAIN_XARGS = /^(?:r|no-run-if-empty|t|verbose|x|exit|P|max-procs|I|i|replace)$/u

/** The words that a known text gives to each program that is started; null where that cannot be told. */
function givenLines(
  { kind, text }: Input,
  { options }: Parsed,
  perLine: boolean,
): readonly (readonly Argument[])[] | null {
  if (kind !== 'text' || text === undefined || /['"\\\0]/u.test(text)) return null
  if (!options.every(({ name }) => PLAIN_XARGS.test(name))) return null
  const given = text
    .split(perLine ? /\n/u : /\s/u)
    .map((word) => word.trimStart())
    .filter((word) => word !== '')
    .map(exact)
  if (given.length > MAX_GIVEN) return null
  return perLine ? given.map((word) => [word]) : [given]
}

function fillKnown(words: readonly Argument[], mark: string, by: string): readonly Argument[] {
  return words.map((word) => (word.text?.includes(mark) === true ? exact(word.text.replaceAll(mark, () => by)) : word))
}

/** What a mark is replaced by. */
interface Filling {
  /** What all of them begin with. */
  readonly prefix: string
  readonly several: boolean
  /** How a word that is only the mark is named. */
  readonly shown: string
}

/** Words with a mark in them, filled. */
export function fill(
  words: readonly Argument[],
  mark: string,
  { prefix = '', several = false, shown: listed = LISTED.shown }: Partial<Filling> = {},
): Argument[] {
  return words.map((word) => {
    const at = word.text?.indexOf(mark) ?? -1
    if (word.text === null || at < 0) return word
    const before = word.text.slice(0, at)
    // Where what stands around it may make the name of a file with keys, it is shown as what is filled in.
    const filled = word.text.replaceAll(mark, () => '${…}')
    const shown = word.text === mark ? listed : mayNameSecret(filled) ? filled : word.text
    return { ...unknownArgument(before === '' ? prefix : before, several, shown), splits: false }
  })
}

const command: Rule = (judge, call) => {
  const [first, ...rest] = call.args
  if (first === undefined) return
  if (first.text !== null && /^-[vVp]*[vV][vVp]*$/u.test(first.text)) return
  if (first.text === '-p' || first.text === '--') {
    if (rest.length > 0) judge.program(rest, call.input)
    return
  }
  judge.program(call.args, call.input)
}

const watch: Rule = (judge, call) => {
  const parsed = parseOptions(call.args, {
    flags: 'bcdegptwx',
    values: 'nq',
    attached: '',
    long: 'beep color differences? errexit chgexit interval= precise no-title no-wrap exec help version',
    operandsEnd: true,
  })
  if (!isClear(judge, call.name, parsed)) return
  const texts = parsed.operands.map(({ text }) => text)
  if (texts.includes(null)) return judge.found('destructive-local', 'runs a script that is only known when it runs')
  // Its words are put together and read by a shell.
  judge.script(texts.join(' '))
}

const escapes: Rule = (judge, call) => {
  const words = call.args.map(({ shown }) => shown).join(' ')
  if (/^--?(?:V|version|h|help)$/u.test(words)) return
  judge.found('sandbox-escape', `runs ${words === '' ? 'a shell' : words} as another user or outside the sandbox`)
}

const box: Rule = (judge, call) => {
  const [first] = call.args
  if (first === undefined || first.text === '--list' || first.text === '--help') return
  if (mayBeOption(first)) return judge.found('destructive-local', `runs ${first.shown}`)
  judge.program(call.args, call.input)
}

/** Programs that run other programs. */
export const WRAPPERS: Rules = [
  ['env', env],
  ['printenv', printenv],
  ['xargs', xargs],
  ['command builtin', command],
  ['exec', runs({ flags: 'cl', values: 'a' })],
  ['nohup', runs({ long: 'help version' })],
  ['setsid', runs({ flags: 'cfw', long: 'ctty fork wait help version' })],
  [
    'time',
    runs({ flags: 'pvaq', values: 'fo', long: 'portability verbose append quiet format= output= help version' }),
  ],
  [
    'timeout gtimeout',
    runs(
      { flags: 'fpv', values: 'ks', long: 'preserve-status foreground kill-after= signal= verbose help version' },
      1,
    ),
  ],
  ['nice', runs({ flags: '0123456789', values: 'n', long: 'adjustment= help version' })],
  ['ionice', runs({ flags: 't', values: 'cn', long: 'class= classdata= ignore help version' })],
  ['stdbuf', runs({ values: 'ioe', long: 'input= output= error= help version' })],
  ['watch', watch],
  ['busybox toybox', box],
  [
    'sudo doas su runuser pkexec chroot unshare nsenter mount umount bwrap firejail machinectl insmod modprobe sysctl iptables nft',
    escapes,
  ],
  ['reboot shutdown halt poweroff init telinit', (judge) => judge.found('sandbox-escape', 'stops the machine')],
]

function printenv(judge: Judge, call: { readonly args: readonly Argument[] }): void {
  for (const { text, shown } of call.args)
    if (text === null || SECRET_NAME.test(text)) judge.found('credential-access', `reads ${shown}`)
}
