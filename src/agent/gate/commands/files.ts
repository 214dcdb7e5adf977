import { exact, mayBeOption, unknownArgument, type Argument } from './argument.ts'
import { isComputedName } from './computed-names.ts'
import type { Judge, ProgramCall, Rule, Rules } from './judge.ts'
import { parseOptions } from './options.ts'
import { isHere, isOutside } from './paths.ts'

const list = (args: readonly Argument[]): string => {
  const shown = args.slice(0, 4).map((argument) => argument.shown)
  return args.length > 4 ? `${shown.join(', ')} and ${args.length - 4} more` : shown.join(', ')
}

const operandsOf = (call: ProgramCall): readonly Argument[] => {
  const end = call.args.findIndex(({ text }) => text === '--')
  return call.args.filter(
    (argument, i) => (end >= 0 && i > end) || (i !== end && !(argument.text !== null && mayBeOption(argument))),
  )
}

const onlyHelp = (call: ProgramCall): boolean =>
  call.args.length === 1 && (call.args[0]?.text === '--help' || call.args[0]?.text === '--version')

/** A program that always changes or destroys what its operands name. */
const destroys =
  (verb: string): Rule =>
  (judge, call) => {
    if (onlyHelp(call)) return
    const operands = operandsOf(call)
    judge.found('destructive-local', operands.length === 0 ? verb : `${verb} ${list(operands)}`)
    for (const operand of operands) judge.writes(operand, verb)
  }

/** Permissions with which a program runs as another user. */
const SPECIAL_MODE = /[2-7]\d{3}|[ug+=]\+?[rwxX]*s/u
const GNU_COPY =
  'archive backup? copy-contents dereference force interactive link no-clobber no-dereference parents preserve? no-preserve= recursive reflink? remove-destination sparse= strip-trailing-slashes symbolic-link suffix= target-directory= no-target-directory update? verbose one-file-system help version'

/** Notes that files are copied to a target, under their own names where that may be a folder. */
function copies(judge: Judge, sources: readonly Argument[], target: Argument, verb: string, inFolder: boolean): void {
  judge.writes(target, verb)
  const place = target.text
  const mayBeFolder = inFolder || sources.length > 1 || (place !== null && /(?:^|\/)\.{0,2}[^./]*\/*$/u.test(place))
  if (place === null || !mayBeFolder) return
  for (const source of sources) {
    const name = (source.text ?? source.prefix).replace(/\/+$/u, '').replace(/^.*\//su, '')
    // A pattern that begins with a dot finds whatever is hidden there.
    if (source.text === null && name.startsWith('.')) judge.writes(source, verb)
    else if (source.text !== null && !/^\.*$/u.test(name)) judge.writes(exact(`${place}/${name}`), verb)
  }
}

const copy: Rule = (judge, call) => {
  if (onlyHelp(call)) return
  const { options, operands, unknown, unresolved } = parseOptions(call.args, {
    flags: 'abdfiHlLnPpRrsTuvxcX',
    values: 'St',
    long: GNU_COPY,
  })
  const has = (...names: readonly string[]): boolean => options.some(({ name }) => names.includes(name))
  const given = options.find(({ name }) => name === 't' || name === 'target-directory')?.value ?? null
  const target = given ?? operands.at(-1)
  const sources = given === null ? operands.slice(0, -1) : operands
  if (unknown !== null || unresolved !== null || target === undefined || (given === null && target.many))
    return judge.found('destructive-local', 'copies files to a place that is not known before it runs')
  if (has('remove-destination')) judge.found('destructive-local', `replaces ${target.shown}`)
  const recursive = has('a', 'archive', 'R', 'r', 'recursive')
  const links = has('s', 'symbolic-link', 'l', 'link')
  // A link, or a copied one, can name a place outside, through which later writes would go.
  const keepsLinks = links || recursive || has('d', 'P', 'no-dereference')
  if (keepsLinks && sources.some((source) => isOutside(source) && (links || source.text !== null)))
    judge.found('destructive-local', `${links ? 'links' : 'copies links that may be in'} ${list(sources)}`)
  // What is written to a link is written to what it names.
  if (links) for (const source of sources) judge.writes(source, 'makes another name for')
  const verb = sources.length === 0 ? 'writes' : `${links ? 'links' : 'copies'} ${list(sources)} to`
  copies(judge, sources, target, verb, given !== null)
  const whole = has('T', 'no-target-directory') || sources.some(({ text }) => /(?:^|\/)\.{1,2}\/*$/u.test(text ?? ''))
  if (whole && recursive && isHere(target.text ?? '', false))
    judge.found('destructive-local', `${verb} this folder, with what is hidden in it`)
}

const install: Rule = (judge, call) => {
  if (onlyHelp(call)) return
  const { options, operands, unknown, unresolved } = parseOptions(call.args, {
    flags: 'bcCdDpsTvZ',
    values: 'gmoSt',
    long: 'backup? compare directory group= mode= owner= preserve-timestamps strip strip-program= suffix= target-directory= no-target-directory verbose preserve-context context? debug help version',
  })
  const value = (...names: readonly string[]): Argument | null =>
    options.findLast(({ name }) => names.includes(name))?.value ?? null
  const has = (...names: readonly string[]): boolean => options.some(({ name }) => names.includes(name))
  if (unknown !== null || unresolved !== null || has('s', 'strip', 'strip-program', 'o', 'owner', 'g', 'group'))
    return judge.found('destructive-local', `installs ${list(call.args)}`)
  const mode = value('m', 'mode')
  if (mode !== null && (mode.text === null || SPECIAL_MODE.test(mode.text)))
    judge.found('destructive-local', `gives special permissions to ${list(operands)}`)
  if (has('d', 'directory')) {
    for (const operand of operands) judge.writes(operand, 'makes')
    return
  }
  const target = value('t', 'target-directory') ?? operands.at(-1)
  if (target === undefined || target.many)
    return judge.found('destructive-local', 'copies files to a place that is not known before it runs')
  const given = value('t', 'target-directory') !== null
  copies(judge, given ? operands : operands.slice(0, -1), target, 'copies to', given)
}

const create =
  (verb: string, table: { flags: string; values: string; long: string }): Rule =>
  (judge, call) => {
    if (onlyHelp(call)) return
    const { operands, unknown, unresolved } = parseOptions(call.args, table)
    if (unknown !== null || unresolved !== null) return judge.found('destructive-local', `${verb} ${list(call.args)}`)
    if (operands.length === 0) judge.found('workspace-write', verb)
    for (const operand of operands) judge.writes(operand, verb)
  }

const move: Rule = (judge, call) => {
  if (onlyHelp(call)) return
  const { options, operands, unknown } = parseOptions(call.args, {
    flags: 'bfinuvTZ',
    values: 'St',
    long: 'backup? force interactive no-clobber no-target-directory strip-trailing-slashes suffix= target-directory= update? verbose context exchange debug help version',
  })
  const folder = options.find(({ name }) => name === 't' || name === 'target-directory')?.value ?? null
  const [target, names] = folder === null ? [operands.at(-1), operands.slice(0, -1)] : [folder, operands]
  const words =
    unknown !== null || target === undefined || names.length === 0
      ? call.args.map(({ shown }) => shown).join(' ')
      : `${list(names)} to ${target.shown}`
  judge.found('destructive-local', `moves ${words}`)
  for (const operand of operandsOf(call)) judge.writes(operand, 'moves', true)
}

const link: Rule = (judge, call) => {
  if (onlyHelp(call)) return
  const operands = operandsOf(call)
  // A link can name a place outside, through which later writes would go.
  const outside = operands.some((operand) => isOutside(operand) || operand.prefix.startsWith('/'))
  if (outside || !call.args.every(({ text }) => text !== null && /^(?:-[snvT]+|[^-].*)$/u.test(text)))
    return judge.found('destructive-local', `links ${list(operands)}`)
  const target = operands.length > 1 ? operands.at(-1) : exact('.')
  for (const source of operands.length > 1 ? operands.slice(0, -1) : operands)
    judge.writes(source, 'makes another name for')
  if (target !== undefined) judge.writes(target, 'makes the link')
}

const tee: Rule = (judge, call) => {
  const { operands, unknown, unresolved } = parseOptions(call.args, {
    flags: 'aip',
    long: 'append ignore-interrupts output-error? help version',
  })
  if (unknown !== null || unresolved !== null) return judge.found('destructive-local', `writes ${list(call.args)}`)
  for (const operand of operands) judge.writes(operand)
}

const split: Rule = (judge, call) => {
  if (onlyHelp(call)) return
  const { options, operands, unknown, unresolved } = parseOptions(call.args, {
    flags: 'dexuz',
    values: 'abClnt',
    long: 'suffix-length= additional-suffix= bytes= line-bytes= numeric-suffixes? hex-suffixes? elide-empty-files filter= lines= number= separator= unbuffered verbose help version',
  })
  if (unknown !== null || unresolved !== null)
    return judge.found('destructive-local', `writes pieces of a file: ${list(call.args)}`)
  if (options.some(({ name }) => name === 'filter')) judge.found('destructive-local', 'runs a program for each piece')
  pieces(judge, operands[1] ?? exact('x'), options.findLast(({ name }) => name === 'additional-suffix')?.value)
}

const csplit: Rule = (judge, call) => {
  if (onlyHelp(call)) return
  const { options, unknown, unresolved } = parseOptions(call.args, {
    flags: 'kszq',
    values: 'bfn',
    long: 'suffix-format= prefix= keep-files suppress-matched digits= quiet silent elide-empty-files help version',
  })
  if (unknown !== null || unresolved !== null)
    return judge.found('destructive-local', `writes pieces of a file: ${list(call.args)}`)
  const value = (...names: readonly string[]): Argument | null =>
    options.findLast(({ name }) => names.includes(name))?.value ?? null
  pieces(judge, value('f', 'prefix') ?? exact('xx'), value('b', 'suffix-format'))
}

/** Files that begin with one text and end with another, which together may lead elsewhere. */
function pieces(judge: Judge, start: Argument, end: Argument | null | undefined): void {
  if (end?.text === null) return judge.found('destructive-local', `writes pieces of a file with ${end.shown}`)
  judge.writes(start.text === null ? start : exact(`${start.text}${end?.text ?? ''}`), 'writes pieces of a file to')
}

const dd: Rule = (judge, { args }) => {
  for (const argument of args) {
    const input = /^if=(.*)$/su.exec(argument.text ?? argument.prefix)?.[1]
    if (input !== undefined) {
      const { text, shown } = argument
      const file = text === null ? { ...argument, prefix: input, shown: shown.slice('if='.length) } : exact(input)
      if (judge.isSecret(file)) judge.found('credential-access', `reads ${file.shown}`)
      if (isComputedName(file))
        judge.found('destructive-local', `reads ${file.shown}, a name that is only known when it runs`)
    }
    const output = /^of=(.*)$/su.exec(argument.text ?? argument.prefix)?.[1]
    if (argument.text === null && !/^(?:if|bs|count|skip|status|ibs|obs|conv|iflag)=/u.test(argument.prefix))
      judge.found('destructive-local', 'writes a file that is only known when it runs')
    if (output === undefined) continue
    if (output === '/dev/null' || output === '/dev/stdout') continue
    judge.found('destructive-local', `overwrites ${output}`)
    judge.writes(argument.text === null ? unknownArgument(output, false, argument.shown) : exact(output), 'overwrites')
  }
}

/** Permissions: of what lies in the workspace a change like any other; of anything else, or of all below, more. */
const mode: Rule = (judge, call) => {
  if (onlyHelp(call)) return
  const operands = operandsOf(call)
  const words = call.args.map(({ text }) => text ?? '')
  const deep = words.some((word) => /^-[A-Za-z]*R|^--recursive/u.test(word))
  // `-x` is a mode, and `--reference` names a file that has one.
  const isApart = words.some((word) => /^-[rwxXst]+$|^--ref/u.test(word))
  const files = isApart ? operands : operands.slice(1)
  const special =
    words.some((word) => word.startsWith('--ref')) || (!isApart && SPECIAL_MODE.test(operands[0]?.text ?? ''))
  const known = call.args.every(({ text }) => text !== null)
  if (deep || special || !known) return judge.found('destructive-local', `changes permissions of ${list(files)}`)
  for (const file of files) judge.writes(file, 'changes permissions of')
}

const temporary: Rule = (judge, call) => {
  const dry = call.args.every(({ text }) => text === '-u' || text === '--dry-run')
  const own = call.args.every(
    ({ text }) => text !== null && /^(?:-d|-q|-t|-u|--directory|[\w.-]*X+[\w.-]*|\/tmp\/[\w.-]+)$/u.test(text),
  )
  if (call.args.length > 0 && dry) return
  judge.found(own ? 'workspace-write' : 'destructive-local', 'makes a temporary file')
}

const escapes =
  (effect: string): Rule =>
  (judge: Judge) =>
    judge.found('sandbox-escape', effect)

/** Programs that change files. */
export const FILES: Rules = [
  ['rm rmdir unlink shred trash srm', destroys('deletes')],
  ['truncate fallocate', destroys('overwrites')],
  ['mv rename', move],
  ['cp', copy],
  ['install', install],
  ['ln link', link],
  ['mkdir', create('makes', { flags: 'pvZ', values: 'm', long: 'parents verbose mode= help version' })],
  [
    'touch',
    create('writes', {
      flags: 'acfhm',
      values: 'drt',
      long: 'no-create date= no-dereference reference= time= help version',
    }),
  ],
  ['mkfifo', create('makes', { flags: '', values: 'm', long: 'mode=' })],
  ['tee', tee],
  ['split', split],
  ['csplit', csplit],
  ['dd', dd],
  ['chmod', mode],
  ['chown chgrp chattr setfacl xattr', destroys('changes the owner or attributes of')],
  ['mktemp', temporary],
  ['patch ed ex', (judge) => judge.found('destructive-local', 'changes files by a script')],
  ['mkfs mkfs.ext4 mkfs.xfs fdisk parted sfdisk wipefs losetup mknod', escapes('changes a disk')],
]
