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
  const isHidden = pattern.startsWith('.')
  const isTelling = literal.replace(COMMON_ENDING, '').length >= 3
  const meant = names.filter((name) => (name.startsWith('.') ? isHidden : isTelling))
  if (meant.length === 0) return false
  const pieces = tokens(pattern)
  return meant.some((name) => fits(pieces, name))
}

type Token = { readonly many: boolean; readonly accepts: RegExp }

function tokens(pattern: string): readonly Token[] {
  const made: Token[] = []
  let at = 0
  for (const match of pattern.matchAll(HOLE)) {
    made.push(...letters(pattern.slice(at, match.index)))
    at = match.index + match[0].length
    made.push(ofHole(match[0]))
  }
  return [...made, ...letters(pattern.slice(at))]
}

const letters = (text: string): readonly Token[] =>
  [...text.replace(/['"\\]/gu, '')].map((letter) => ({
    many: false,
    accepts: new RegExp(`^${letter.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&')}$`, 'iu'),
  }))

function ofHole(hole: string): Token {
  if (hole === '?') return { many: false, accepts: /^.$/u }
  // What exactly is in the brackets does not matter much: one character stands there.
  if (hole.startsWith('[')) return { many: false, accepts: bracketed(hole) }
  return { many: true, accepts: /^.$/u }
}

function bracketed(hole: string): RegExp {
  const inside = hole.slice(1, -1).replace(/^!/u, '^')
  try {
    return /[\\[]/u.test(inside) ? /^.$/u : new RegExp(`^[${inside}]$`, 'iu')
  } catch {
    return /^.$/u
  }
}

/** Whether the tokens can become the whole name; in steps that grow with both lengths. */
function fits(pattern: readonly Token[], name: string): boolean {
  let reached = new Set([0])
  for (const { many, accepts } of pattern) {
    const next = new Set<number>()
    for (const from of reached) {
      if (many) for (let to = from; to <= name.length; to += 1) next.add(to)
      else if (from < name.length && accepts.test(name.charAt(from))) next.add(from + 1)
    }
    reached = next
  }
  return reached.has(name.length)
}
