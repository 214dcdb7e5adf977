import type { RiskClass } from '#contracts/risk.ts'
import { decidesWhatRuns } from '../steering-files.ts'
import type { Argument } from './argument.ts'
import { mayNameSecret } from './secret-globs.ts'

/** Files that hold keys or tokens, wherever they lie. */
const SECRET =
  /(?:^|\/)(?:\.ssh|\.aws|\.gnupg|\.azure|\.kube|\.password-store|Keychains|gcloud)(?:\/|$)|(?:^|\/)(?:id_(?:rsa|dsa|ecdsa|ed25519)(?:_[\w-]+)?|\.npmrc|\.yarnrc\.yml|\.netrc|_netrc|\.pypirc|\.pgpass|\.my\.cnf|\.git-credentials|\.vault-token|\.htpasswd|credentials\.json|authorized_keys)$|(?:^|\/)gh\/hosts\.yml$|(?:^|\/)\.docker\/config\.json$|(?:^|\/)\.cargo\/credentials|\/etc\/(?:g?shadow|sudoers|krb5\.keytab|ssl\/private)|\/proc\/[^/]+\/environ|\/run\/secrets|\.(?:pem|p12|pfx|jks|keystore|kdbx|ppk)$|(?:^|\/)[\w.-]+\.key$/iu
/** `.env` and its kin, but for those that are written to be shown. */
const DOT_ENV = /(?:^|\/)\.env(?:\.(?!example$|sample$|template$|dist$|defaults?$|test$)[\w.-]+)?$/u
/** A pattern in the hidden names below a home, or in /etc, which could find any of those. */
const WIDE = /(?:^~[^/]*|^\/root|^\/home\/[^/]*|HOME\}?"?)\/\.[^/]*[*?[{$]|^\/etc\/[^/]*[*?[]/u
/** A variable whose name says that it holds a secret. */
export const SECRET_NAME =
  /(?:^|_)(?:SECRET|TOKEN|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?|API_?KEY|PRIVATE_?KEY|ACCESS_?KEY(?:_ID)?)(?:_|$)/iu

/** True where reading it shows a key or token. Of a word in quotes, the stars in it are no pattern. */
export function isSecret({ text, prefix, shown, many }: Argument): boolean {
  const known = text ?? prefix
  if (namesSecret(known) || (shown !== known && namesSecret(shown))) return true
  return many && spellings(shown).some(mayNameSecret)
}

function namesSecret(text: string): boolean {
  // Every such name has one of these; most words have none.
  if (!/[./_]|Keychains|gcloud/u.test(text)) return false
  return spellings(text).some(isSecretPath)
}

/** A file may be named together with an option or a scheme: `@~/.netrc`, `file=.npmrc`, `-f.env`, `HEAD:.env`. */
function spellings(text: string): readonly string[] {
  const found = [
    text,
    text.replace(/^(?:--?[\w-]+=|[\w.~^-]*:|@|<)+/u, ''),
    text.replace(/^-[A-Za-z]+(?=[.~/])|^-[A-Za-z]/u, ''),
  ]
  return [...new Set(found)]
}

function isSecretPath(path: string): boolean {
  return SECRET.test(path) || DOT_ENV.test(path) || WIDE.test(path)
}

/** True for the roots of other systems and for raw devices. */
export function isEscape(text: string): boolean {
  return /^\/+proc\/+[^/]+\/+(?:root|cwd|fd|mem)(?:\/|$)|^\/+proc\/+(?:sys\/kernel|sysrq|kcore)|^\/+dev\/+(?:sd|hd|vd|xvd|nvme|mmcblk|dm-|mapper|loop|mem|kmem|disk|raw|kvm)|^\/+(?:var\/+)?run\/+(?:docker|containerd|crio)|docker\.sock$/u.test(
    text,
  )
}

/** True where changing to `path` leads to the directory in which the script starts. */
export function isHere(path: string, moved: boolean): boolean {
  if (/^\/workspace\/*$/u.test(path)) return true
  return !moved && /^(?:\.\/*)+$/u.test(path)
}

/** True where a name may lead out of the directory in which it stands, through a link or as it is. */
export function isOutside({ text }: Argument): boolean {
  if (text === null || text.startsWith('~') || text.split('/').includes('..')) return true
  return text.startsWith('/') && !/^\/(?:workspace|tmp)(?:\/|$)/u.test(text)
}

const HARMLESS = /^\/dev\/(?:null|stdout|stderr|tty|fd\/\d+)$/u
/** What writing to a path is: its class and how to say where; null where nothing is kept. */
export function judgeWrite(target: Argument, inside: boolean): { risk: RiskClass; where: string } | null {
  const path = target.text
  if (path === null)
    return { risk: 'destructive-local', where: `${target.shown}, a name that is only known when it runs` }
  if (HARMLESS.test(path)) return null
  const device = /^\/+dev\/+(?:tcp|udp)\/+([^/]+)/u.exec(path)
  if (device !== null) return { risk: 'external-side-effect', where: device[1] ?? '' }
  if (isEscape(path) || /^\/+(?:proc|sys)\//u.test(path)) return { risk: 'sandbox-escape', where: path }
  const shown = path === '' ? 'a file without a name' : path
  if (path === '' || decidesWhatRuns(path)) return { risk: 'destructive-local', where: shown }
  const parts = path.split('/')
  if (parts.includes('..') || path.startsWith('~')) return { risk: 'destructive-local', where: shown }
  if (path.startsWith('/'))
    return {
      risk: /^\/(?:workspace|tmp)(?:\/|$)/u.test(path) ? 'workspace-write' : 'destructive-local',
      where: shown,
    }
  return { risk: inside ? 'workspace-write' : 'destructive-local', where: shown }
}
