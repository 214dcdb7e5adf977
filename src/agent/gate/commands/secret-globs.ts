import { isSecretFile } from '#tools/secret-files.ts'

/**
 * Names that hold keys or tokens, one of each kind. A pattern that may become one of them reads it; a star alone, or
 * with a common ending, may become anything and names none.
 */
const HIDDEN_FILES =
  '.env .envrc .env.local .env.production .env.development .env.staging .npmrc .yarnrc.yml .netrc .pypirc .pgpass .my.cnf .git-credentials .vault-token .htpasswd .dockercfg'.split(
    ' ',
  )
const FILES =
  'id_rsa id_dsa id_ecdsa id_ed25519 _netrc credentials.json secrets.json secrets.yaml client_secret.json service-account.json authorized_keys server.pem server.p12 server.pfx server.jks server.keystore server.kdbx server.ppk server.key server.p8 client.ovpn shadow gshadow sudoers'.split(
    ' ',
  )
const HIDDEN_FOLDERS = '.ssh .aws .gnupg .azure .kube .password-store'.split(' ')
const COMMON_ENDING = /\.(?:json|ya?ml|txt|md)$/u
/** Where the shell puts something in: a pattern, a variable, a substitution, a range, in quotes or not. */
const HOLE = /"?\$\{[^}]*\}"?|"?\$\w+"?|"?\$\([^)]*\)"?|\{[^{},]*\.\.[^{},]*\}|\[[^\]]+\]|[@?*+!]\([^)]*\)|\*+|\?/gu
const LONGEST = 200

/** True where a path with patterns in it may become one that holds keys or tokens. As the shell does, no pattern stands for a leading dot. */
export function mayNameSecret(shown: string): boolean {
  if (!/[*?[$({]/u.test(shown)) return false
  // Longer than any name that a person would look through.
  if (shown.length > LONGEST) return true
  const parts = segments(shown)
  return parts.some((part, i) => {
    const last = i === parts.length - 1
    const names = last ? [...HIDDEN_FILES, ...FILES, ...HIDDEN_FOLDERS] : HIDDEN_FOLDERS
    return part.search(HOLE) >= 0 && mayBecome(part, names)
  })
}

/** True where a word is no such name, but the beginning of one, which something that is put behind it may complete. */
export function mayBegin(word: string): boolean {
  return word !== '' && !word.endsWith('/') && !isSecretFile(word) && mayNameSecret(`${word}$x`)
}

/** The parts between slashes; a slash in a substitution is none. */
function segments(shown: string): readonly string[] {
  if (!/[${[(]/u.test(shown)) return shown.split('/')
  const kept: string[] = []
  const marked = shown.replace(HOLE, (hole) => {
    kept.push(hole)
    return `\0${kept.length - 1}\0`
  })
  return marked.split('/').map((part) => part.replace(/\0(\d+)\0/gu, (_, at: string) => kept[Number(at)] ?? ''))
}

/** Whether a part of a path may become one of the names. */
function mayBecome(pattern: string, names: readonly string[]): boolean {
  const literal = pattern.replace(HOLE, '').replace(/['"\\]/gu, '')
  // What a variable or a command puts at the start may be the dot, and the file's own folder.
  const isHidden = pattern.startsWith('.') || (literal !== '' && /^"?\$/u.test(pattern))
  const isTelling = literal.replace(COMMON_ENDING, '').length >= 3
  if (!isHidden && !isTelling) return false
  const pieces = tokens(pattern)
  const last = pieces.at(-1)
  // Most patterns end like few of the names.
  const end = typeof last === 'string' ? last : ''
  return names.some((name) => name.endsWith(end) && (name.startsWith('.') ? isHidden : isTelling) && fits(pieces, name))
}

/** One letter in lower case, one of several, or any number of any. */
type Token = string | RegExp | typeof ANY

const ANY = Symbol('any number of letters')
const ONE = /^.$/u

function tokens(pattern: string): readonly Token[] {
  const made: Token[] = []
  let at = 0
  for (const match of pattern.matchAll(HOLE)) {
    made.push(...letters(pattern.slice(at, match.index)))
    at = match.index + match[0].length
    made.push(ofHole(match[0]))
  }
  made.push(...letters(pattern.slice(at)))
  return made
}

function letters(text: string): Iterable<string> {
  return text.replace(/['"\\]/gu, '').toLowerCase()
}

function ofHole(hole: string): Token {
  if (hole === '?') return ONE
  // What exactly is in the brackets does not matter much: one character stands there.
  return hole.startsWith('[') ? bracketed(hole) : ANY
}

function bracketed(hole: string): RegExp {
  const inside = hole.slice(1, -1).replace(/^!/u, '^')
  try {
    return /[\\[]/u.test(inside) ? ONE : new RegExp(`^[${inside}]$`, 'iu')
  } catch {
    return ONE
  }
}

/**
 * Whether the tokens can become the whole name; in steps that grow with both lengths. Bit n is set while the first n
 * letters of the name are made: a name that has more letters than a number has bits counts as one.
 */
function fits(pattern: readonly Token[], name: string): boolean {
  if (name.length > 30) return true
  let reached = 1
  const all = 2 ** (name.length + 1) - 1
  for (const token of pattern) {
    // From the first place that is reached on, every one.
    if (token === ANY) reached = all & -(reached & -reached)
    else {
      let next = 0
      for (let at = 0; at < name.length; at += 1)
        if ((reached >> at) & 1 && accepts(token, name.charAt(at))) next |= 1 << (at + 1)
      reached = next
    }
    if (reached === 0) return false
  }
  return (reached >> name.length) % 2 === 1
}

function accepts(token: string | RegExp, letter: string): boolean {
  return typeof token === 'string' ? token === letter : token.test(letter)
}
