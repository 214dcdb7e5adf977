import { exact, unknownArgument, type Argument } from './argument.ts'
import type { Judge } from './judge.ts'
import type { Option } from './options.ts'
import { originsOf } from './origins.ts'

/** More names that one pattern makes are not told apart. */
const MAX_NAMES = 64

/** Options whose values are texts and files that the rule of curl looks at, each by what it is. */
const LOOKED_AT =
  /^(?:d|data|data-ascii|data-binary|data-raw|json|data-urlencode|url-query|F|form|form-string|T|upload-file|A|user-agent|e|referer|H|header|u|user|U|proxy-user|X|request)$/u

/** The words that curl takes as such a value, where they are known. */
export function valueWords(options: readonly Option[]): readonly Argument[] {
  return options.flatMap(({ name, value, word }) =>
    LOOKED_AT.test(name) && value !== null && value.text !== null ? [word] : [],
  )
}

/** The files that an option of curl has it send, by how the option names them; null for one that may be any. */
export function sentFiles({ name, value }: Option): readonly (Argument | null)[] {
  if (value === null) return []
  const named = namedBy(name, value.text ?? value.prefix)
  return named.map((file) => {
    if (file === null) return null
    if (value.text === null) return unknownArgument(file, false, value.shown)
    // A pattern of curl's own.
    const isPattern = /^(?:T|upload-file)$/u.test(name) && /[*[]/u.test(file)
    return isPattern ? unknownArgument(file.replace(/[*[].*$/su, ''), true, file) : exact(file)
  })
}

/** Names the files that are sent, where to as far as that is known. */
export function sendsFiles(judge: Judge, files: readonly (Argument | null)[], url: Argument | null): void {
  const [origin] = url === null ? [] : originsOf(url)
  const where = origin === undefined ? (url?.shown ?? 'an address that is not clear') : new URL(origin).host
  for (const file of files) {
    const isSecret = file === null || judge.isSecret(file)
    const shown = file?.shown ?? 'more files than can be told apart'
    judge.found(isSecret ? 'credential-access' : 'external-side-effect', `sends ${shown} to ${where}`)
    if (file !== null && judge.escapes(file)) judge.found('sandbox-escape', `sends ${shown} to ${where}`)
  }
}

/** Names the files with keys among the words, where it is not clear what is sent. */
export function sendsSecrets(judge: Judge, args: readonly Argument[]): void {
  sendsFiles(
    judge,
    perhapsSent(args).filter((file) => judge.isSecret(file)),
    null,
  )
}

/** Files that words may have curl send, where it is not clear which of them are values of what. */
function perhapsSent(args: readonly Argument[]): readonly Argument[] {
  return args.flatMap(({ text, prefix }) => {
    const known = text ?? prefix
    const parts = [...known.split(/[@<;="'\s]+/u), known.slice(known.indexOf('@') + 1)]
    // What makes too many names may make any.
    const names = parts.flatMap((part) => globbed(part) ?? ['.*']).flatMap((name) => [name, ...name.split(',')])
    return names.flatMap((name) => [exact(name), unknownArgument('', true, name)])
  })
}

function namedBy(option: string, text: string): readonly (string | null)[] {
  switch (option) {
    case 'd':
    case 'data':
    case 'data-ascii':
    case 'data-binary':
    case 'json':
    case 'H':
    case 'header':
      return text.startsWith('@') ? withoutInput([text.slice(1)]) : []
    case 'data-urlencode':
    case 'url-query':
      // An equals sign anywhere makes it a text.
      return withoutInput(/^[^@=]*@([^=]*)$/su.exec(text)?.slice(1) ?? [])
    case 'F':
    case 'form':
      return withoutInput(formFiles(text.slice(text.indexOf('=') + 1)))
    case 'T':
    case 'upload-file':
      return globbed(text)?.filter((file) => file !== '-' && file !== '.') ?? [null]
    default:
      return []
  }
}

/** Standard input is no file. */
function withoutInput(files: readonly string[]): readonly string[] {
  return files.filter((file) => file !== '-')
}

const QUOTED = String.raw`"((?:\\["\\]|\\(?!["\\])|[^"\\])*)"`
/** In quotes, also behind what names a part that is no file. */
const START = String.raw`(?:(?:(?<=;\s*)(?:filename|headers|encoder)=\s*[@<]?\s*)?${QUOTED})?`
/** A part up to a semicolon; after `@` a comma ends one as well. */
const ONE = new RegExp(String.raw`(?<separator>;?)\s*(?<part>${START}[^;]*)`, 'giu')
const SEVERAL = new RegExp(String.raw`(?<separator>[,;]?)\s*(?<part>${START}[^,;]*)`, 'giu')
const NAME = new RegExp(`^${QUOTED}`, 'su')

/** The files of a field: `@a,b;type=…`, `<a`, and those with headers, `…;headers=@a`. */
function formFiles(content: string): readonly string[] {
  const sign = /^[@<]/u.exec(content)?.[0] ?? ''
  const parts = [...content.slice(sign.length).matchAll(sign === '@' ? SEVERAL : ONE)]
  return parts.flatMap(({ 0: whole, groups: { separator = '', part = '' } = {} }) => {
    if (whole === '') return []
    const headers = /^headers=\s*[@<]\s*(.*)$/isu.exec(part)?.[1]
    if (separator === ';') return headers === undefined ? [] : [plainName(headers)]
    return sign === '' ? [] : [plainName(part)]
  })
}

/** Without quotes, and without spaces around it where there are none. */
function plainName(part: string): string {
  const quoted = NAME.exec(part)?.[1]
  return quoted === undefined ? part.trim() : quoted.replace(/\\(["\\])/gu, '$1')
}

/** What braces make of a name, with a star for a range of numbers; null for too many. Without a backslash before signs. */
function globbed(pattern: string): readonly string[] | null {
  let names: readonly string[] = ['']
  const parts = pattern.matchAll(/\\([{}[\]])|\{((?:\\.|[^{}\\])*)\}|\[\d+-\d+(?::\d+)?\]|[^\\{[]+|[\s\S]/gu)
  for (const [whole, escaped, set] of parts) {
    const pieces =
      set === undefined ? [escaped ?? (/^\[\d/u.test(whole) ? '*' : whole)] : set.replace(/\\(.)/gsu, '$1').split(',')
    if (names.length * pieces.length > MAX_NAMES) return null
    names = names.flatMap((name) => pieces.map((piece) => name + piece))
  }
  return names
}
