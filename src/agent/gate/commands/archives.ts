import { exact, mayBeOption } from './argument.ts'
import type { Rule, Rules } from './judge.ts'
import { isClear } from './optioned.ts'
import { parseOptions } from './options.ts'

const RUNS = new Set([
  'I',
  'use-compress-program',
  'to-command',
  'checkpoint-action',
  'rsh-command',
  'rmt-command',
  'F',
  'info-script',
  'new-volume-script',
])

const tar: Rule = (judge, call) => {
  if (call.args.length === 1 && /^--(?:help|version|usage)$/u.test(call.args[0]?.text ?? '')) return
  const [first, ...rest] = call.args
  // The old style: letters without a hyphen, their values in order behind them.
  const old = first?.text !== null && first !== undefined && /^[A-Za-z]+$/u.test(first.text)
  const args = old ? oldStyle(first.text ?? '', rest) : call.args
  const parsed = parseOptions(args, {
    flags: 'cxtruAdvzjJZapPkUmOwWShnGlBioRs',
    values: 'fCTXbKNVIF',
    attached: '',
    long: 'create extract get list append update concatenate catenate diff compare delete verbose gzip gunzip bzip2 xz lzma lzip zstd compress auto-compress file= directory= files-from= exclude= exclude-from= exclude-vcs strip-components= wildcards no-wildcards to-stdout keep-old-files overwrite unlink-first touch no-same-owner same-owner same-permissions preserve-permissions absolute-names dereference sort= mtime= owner= group= numeric-owner null transform= checkpoint? checkpoint-action= use-compress-program= to-command= rsh-command= rmt-command= info-script= new-volume-script= one-top-level? totals? remove-files verify utc full-time warning= anchored no-anchored recursion no-recursion ignore-failed-read format= help version',
  })
  for (const { name, value } of parsed.options)
    if (RUNS.has(name)) return judge.found('destructive-local', `runs ${value?.shown ?? 'a program'}`)
  if (!isClear(judge, 'tar', parsed)) return
  const names = new Set(parsed.options.map(({ name }) => name))
  const has = (...given: string[]): boolean => given.some((name) => names.has(name))
  const archive = parsed.options.findLast(({ name }) => name === 'f' || name === 'file')?.value ?? null
  // `host:path` is another machine.
  const archives = parsed.options.flatMap(({ name, value }) =>
    (name === 'f' || name === 'file') && value !== null ? [value] : [],
  )
  for (const each of archives.filter(({ text }) => (text ?? ':').includes(':'))) {
    judge.reaches(each)
    judge.found('external-side-effect', `uses ${each.shown} over the network`)
  }
  if (has('T', 'files-from')) judge.found('destructive-local', 'reads files whose names stand in another')
  if (has('remove-files', 'delete')) return judge.found('destructive-local', 'deletes files')
  if (has('P', 'absolute-names')) judge.found('destructive-local', 'uses paths outside the directory')
  if (has('t', 'list', 'd', 'diff', 'compare')) return
  if (has('x', 'extract', 'get')) {
    if (has('O', 'to-stdout')) return
    judge.found('destructive-local', `unpacks ${archive?.shown ?? 'an archive'} over what is there`)
    return
  }
  if (has('c', 'create', 'r', 'append', 'u', 'update', 'A')) {
    if (archive === null || archive.text === '-') return
    for (const each of archives) judge.writes(each)
    return
  }
  judge.found('destructive-local', 'uses tar in a way that is not known here')
}

/** `tar xzf a.tar -C dir` as options. */
function oldStyle(letters: string, rest: Parameters<Rule>[1]['args']): Parameters<Rule>[1]['args'] {
  const left = [...rest]
  const made = [...letters].flatMap((letter) => {
    if (!'fCTXbKLNVIFH'.includes(letter)) return [exact(`-${letter}`)]
    const value = left.shift()
    return value === undefined ? [exact(`-${letter}`)] : [exact(`-${letter}`), value]
  })
  return [...made, ...left]
}

const unzip: Rule = (judge, call) => {
  const flags = call.args.filter(({ text }) => text !== null && mayBeOption(exact(text))).map(({ text }) => text ?? '')
  const unresolved = call.args.find((argument) => argument.text === null && mayBeOption(argument))
  if (
    unresolved === undefined &&
    flags.some((flag) => /^-[a-zA-Z]*[lpctZvz]/u.test(flag)) &&
    flags.every((flag) => /^-[lpctZvzqhm12sCU]+$/u.test(flag))
  )
    return
  judge.found('destructive-local', 'unpacks an archive over what is there')
}

const zip: Rule = (judge, call) => {
  const bad = call.args.find((argument) => mayBeOption(argument) && !/^-[rq0-9jyXvDei@l]+$/u.test(argument.text ?? ''))
  if (bad !== undefined)
    return judge.found('destructive-local', `uses zip with ${bad.shown}, which may move files or run a program`)
  const archive = call.args.find((argument) => !mayBeOption(argument))
  if (archive !== undefined) judge.writes(archive)
}

const compress: Rule = (judge, call) => {
  const texts = call.args.map(({ text }) => text ?? '')
  // To one of them `-l` is no list.
  const letters = call.name === 'lz4' ? /^-[a-zA-Z0-9]*[ct]/u : /^-[a-zA-Z0-9]*[ctl]/u
  const toOutput = texts.some((text) => letters.test(text) || /^--(?:stdout|to-stdout|test|list)$/u.test(text))
  const known = call.args.every(
    (argument) =>
      !mayBeOption(argument) ||
      /^(?:-[cdfktlqv0-9n]+|--(?:stdout|to-stdout|decompress|test|list|keep|verbose|quiet|help|version))$/u.test(
        argument.text ?? '',
      ),
  )
  // Some take a second name for the file to write.
  const writesSecond = call.name === 'lz4' && call.args.filter((argument) => !mayBeOption(argument)).length > 1
  if (known && toOutput && !writesSecond) return
  if (known && call.input.kind !== 'none' && !call.args.some((argument) => !mayBeOption(argument))) return
  if (texts.length === 1 && /^--(?:help|version)$/u.test(texts[0] ?? '')) return
  judge.found(
    'destructive-local',
    `replaces ${call.args
      .filter((argument) => !mayBeOption(argument))
      .map(({ shown }) => shown)
      .join(', ')}`,
  )
}

const zipinfo: Rule = () => {}

const ar: Rule = (judge, call) => {
  const [first] = call.args
  if (first?.text !== null && first !== undefined && /^-?[tpv]+$/u.test(first.text)) return
  judge.found('destructive-local', 'changes an archive')
}

const sevenZip: Rule = (judge, call) => {
  if (call.args[0]?.text === 'l' && call.args.slice(1).every((argument) => !mayBeOption(argument))) return
  judge.found('destructive-local', 'packs or unpacks an archive')
}

/** Programs that pack and unpack. */
export const ARCHIVES: Rules = [
  ['tar bsdtar gtar', tar],
  ['unzip', unzip],
  ['zip', zip],
  ['gzip gunzip bzip2 bunzip2 xz unxz lzma zstd unzstd lz4 pigz brotli compress uncompress', compress],
  ['zipinfo', zipinfo],
  ['ar', ar],
  ['7z 7za 7zr', sevenZip],
  ['cpio pax unrar rar', (judge) => judge.found('destructive-local', 'packs or unpacks files')],
]
