import type { CallOutcome, PlannedCall } from '#contracts/calls.ts'
import { WATCH_SCAN_CHARS } from '#contracts/limits.ts'
import { shortPath } from '#tools/workspace-path.ts'

// By name, as the tools that make such files call them: what programs keep keys, tokens, cookies and mail in.
const NAMES: readonly RegExp[] = [
  /^\.env(?:rc|\..+)?$/,
  /.\.env$/,
  /\.(?:pem|key|p8|p12|pfx|jks|keystore|kdbx|ppk|gpg|pgp|asc|ovpn)$/,
  /^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?$/,
  /^(?:\.npmrc|\.yarnrc(?:\.yml)?|\.netrc|_netrc|\.pypirc|\.pgpass|\.my\.cnf|\.htpasswd|\.dockercfg|\.git-credentials|\.vault-token)$/,
  /^(?:credentials?|secrets?|tokens?|passwords?|client_secret[^/]*|service[-_]account[^/]*)(?:\.(?:json|ya?ml|toml|ini|txt|csv|xml|env))?$/,
  /^(?:cookies(?:\.(?:txt|json|sqlite|db))?|login data)$/,
  /^\.(?:bash|zsh|python|node_repl|psql|mysql)_history$/,
  /\.(?:eml|emlx|mbox|msg|pst|ost|vcf)$/,
]
const FOLDERS = /(?:^|\/)(?:\.ssh|\.gnupg|\.aws|\.azure|\.kube|\.docker|\.password-store)(?:\/|$)/
// Made to be shown to others: samples without values, and public halves.
const SHOWN = /^\.env\.(?:example|sample|template|dist)$|\.pub$/

/** True for a path, or a word that may be one, whose name is that of a file with private data. Letter case does not matter. */
export function looksPrivate(path: string): boolean {
  // A pattern such as `.env*` reads what its letters say.
  const plain = path.toLowerCase().replace(/[*?[\]]/g, '')
  const name = plain.slice(plain.lastIndexOf('/') + 1)
  if (SHOWN.test(name)) return false
  return FOLDERS.test(plain) || NAMES.some((pattern) => pattern.test(name))
}

/** What keys look like, by the fixed beginnings that their issuers publish so that they are found where they leak. */
const KEYS =
  /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----|\b(?:AKIA|ASIA)[A-Z0-9]{16}\b|\bgh[pousr]_[A-Za-z0-9]{36}|\bgithub_pat_\w{22}|\bglpat-[\w-]{20}|\bsk-(?:ant-|proj-)?[\w-]{32}|\bxox[abprs]-[\w-]{20}|\bAIza[\w-]{35}/

/** Words of a command that may be paths. Every character that ends a word in a shell, or joins an option to its value, ends one here. */
const BETWEEN_WORDS = /[\s'"`;|&<>(){}=,:\\]+/

/** Private files that a call names, as the person reads their paths, in order, each once. */
export function privateTargets({ target }: Pick<PlannedCall, 'target'>): string[] {
  if (target.kind === 'path') return looksPrivate(target.value) ? [shortPath(target.value)] : []
  if (target.kind !== 'command') return []
  const named = [...target.value.split(BETWEEN_WORDS), target.cwd ?? '']
  const words = named.filter((word) => word !== '' && looksPrivate(word))
  return [...new Set(words.map(shortPath))]
}

/** What private data a result holds besides what its call named: files that matched a search, and the shape of a key. */
export function privateResults({ client, model }: Pick<CallOutcome, 'client' | 'model'>): string[] {
  const found = client.kind === 'matches' ? client.matches.map(({ path }) => path).filter(looksPrivate) : []
  const text = model.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
  const paths = [...new Set(found.map(shortPath))]
  return paths.length === 0 && KEYS.test(text.slice(0, WATCH_SCAN_CHARS)) ? ['what looks like a key'] : paths
}
