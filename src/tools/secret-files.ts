/**
 * What happens where a file with such a name is read. `asked`: it holds keys or tokens, so a person is asked before, and a
 * search over everything leaves it out. `noted`: it may hold something private, or is as often an ordinary file of a
 * project; it is read unasked, and the monitor asks before anything of the context goes out.
 */
type Use = 'asked' | 'noted'

/** Endings of files that hold values, as against source (`secrets.ts`). */
const DATA = String.raw`\.(?:json|ya?ml|toml|ini|txt|csv|xml|env)`

/** By the whole name of a file, as the programs that make such files call them. */
const NAMES: readonly (readonly [Use, pattern: string])[] = [
  ['asked', String.raw`\.env(?:rc|\.(?!defaults?$|test$)[\w.-]+)?`],
  // `.env.test` and `.env.defaults` are mostly written to be shared.
  ['noted', String.raw`\.env\..+`],
  // A pattern such as `*.env` names those, too; `process.env` and its like are words of programs.
  ['asked', String.raw`(?!(?:.*\.)?(?:process|meta|deno|bun|test|defaults?)\.)[\w.*?-]*[\w*?-]\.env`],
  ['noted', String.raw`(?!(?:.*\.)?(?:process|meta|deno|bun)\.).+\.env`],
  ['asked', String.raw`id_(?:rsa|dsa|ecdsa|ed25519)(?:_[\w-]+)?`],
  ['asked', String.raw`\.npmrc|\.yarnrc\.yml|\.netrc|_netrc|\.pypirc|\.pgpass|\.my\.cnf|\.htpasswd|\.dockercfg`],
  ['asked', String.raw`\.git-credentials|\.vault-token|authorized_keys`],
  ['noted', String.raw`\.yarnrc`],
  ['asked', String.raw`.*\.(?:pem|p8|p12|pfx|jks|keystore|kdbx|ppk|ovpn)`],
  ['asked', String.raw`[\w.-]+\.key`],
  // Encrypted, or a signature as often as a key.
  ['noted', String.raw`.*\.(?:key|gpg|pgp|asc)`],
  ['asked', String.raw`(?:credentials|secrets)${DATA}|passwords\.(?:csv|txt)`],
  ['asked', String.raw`(?:client_secret|service[-_]account)[^/]*\.json`],
  // Templates and design tokens have such names, too.
  ['noted', String.raw`(?:credentials?|secrets?|tokens?|passwords?)(?:${DATA})?`],
  ['noted', String.raw`(?:client_secret|service[-_]account)[^/]*(?:${DATA})?`],
  ['asked', String.raw`cookies\.sqlite|login data`],
  ['noted', String.raw`cookies(?:\.(?:txt|json|db))?`],
  ['noted', String.raw`\.(?:bash|zsh|python|node_repl|psql|mysql)_history`],
  ['noted', String.raw`.*\.(?:eml|emlx|mbox|msg|pst|ost|vcf)`],
]
/** By the path: folders, and files that only their folder tells. */
const PLACES: readonly (readonly [Use, pattern: string])[] = [
  ['asked', String.raw`(?:^|\/)(?:\.ssh|\.aws|\.gnupg|\.azure|\.kube|\.password-store|Keychains|gcloud)(?:\/|$)`],
  ['noted', String.raw`(?:^|\/)\.docker(?:\/|$)`],
  ['asked', String.raw`(?:^|\/)(?:gh\/hosts\.yml$|\.docker\/config\.json$|\.cargo\/credentials)`],
  ['asked', String.raw`\/etc\/(?:g?shadow|sudoers|krb5\.keytab|ssl\/private)|\/proc\/[^/]+\/environ|\/run\/secrets`],
]
/** Made to be shown to others: samples without values. */
const SHOWN = /^(?:\.env\.(?:example|sample|template|dist)|(?:.*[.-])?(?:example|sample|template|dist)\.env)$/isu

const ASKED = compiled(({ 0: use }) => use === 'asked')
const ANY = compiled(() => true)

/** True where the name of a file, or of a folder that it lies in, says that it holds keys or tokens. */
export function isSecretFile(path: string): boolean {
  return isOf(ASKED, path)
}

/** True for these, and where the name says that it may hold something else that is private. */
export function isPrivateFile(path: string): boolean {
  return isOf(ANY, path)
}

interface Table {
  readonly names: RegExp
  readonly places: RegExp
}

function isOf({ names, places }: Table, path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return places.test(path) || (names.test(name) && !SHOWN.test(name))
}

function compiled(isMeant: (row: readonly [Use, string]) => boolean): Table {
  const anyOf = (rows: typeof NAMES): string =>
    rows
      .filter(isMeant)
      .map(([, pattern]) => pattern)
      .join('|')
  return { names: new RegExp(`^(?:${anyOf(NAMES)})$`, 'isu'), places: new RegExp(anyOf(PLACES), 'iu') }
}
