import type { RiskClass } from '#contracts/risk.ts'
import { isSecretFile } from '#tools/secret-files.ts'
import { shortPath } from '#tools/workspace-path.ts'
import { decidesWhatRuns } from '../steering-files.ts'
import type { Argument } from './argument.ts'
import { isRoot, liesInside, placesIn, type Folders } from './folders.ts'
import { mayNameSecret } from './secret-globs.ts'

/** A pattern in the hidden names below a home, or in /etc, which could find any of those. */
const WIDE = /(?:^~[^/]*|^\/root|^\/home\/[^/]*|HOME\}?"?)\/\.[^/]*[*?[{$]|^\/etc\/[^/]*[*?[]/u
/** A variable whose name says that it holds a secret. */
export const SECRET_NAME =
  /(?:^|_)(?:SECRET|TOKEN|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?|API_?KEY|PRIVATE_?KEY|ACCESS_?KEY(?:_ID)?)(?:_|$)/iu

/** The same for a word that counts from one of these folders: `id_rsa`, or any file, in `.ssh`. */
export function isSecretIn(argument: Argument, folders: Folders): boolean {
  if (isSecret(argument)) return true
  const known = argument.text ?? argument.prefix
  // What lies in the workspace itself is told by its name alone.
  if (/^[-~]/u.test(known) || ((isRoot(folders) || known.startsWith('/')) && !known.includes('..'))) return false
  return placesIn(folders, known === '' ? '.' : known)?.some(isSecretPath) === true
}

/** True where reading it shows a key or token. Of a word in quotes, the stars in it are no pattern. */
export function isSecret({ text, prefix, shown, many }: Argument): boolean {
  const known = text ?? prefix
  if (namesSecret(known) || (shown !== known && namesSecret(shown))) return true
  return (many || text === null) && spellings(shown).some(mayNameSecret)
}

function namesSecret(text: string): boolean {
  // Every such name has one of these; most words have none.
  if (!/[./_]|Keychains|gcloud|Login Data/iu.test(text)) return false
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
  return isSecretFile(path) || WIDE.test(path)
}

/** True where a path may lead out of the sandbox, counted from one of these folders. */
export function escapes(path: string, folders: Folders): boolean {
  if (isEscape(path)) return true
  const placed = !isRoot(folders) || path.includes('..')
  return placed && placesIn(folders, path)?.some(isEscape) === true
}

/** True for the roots of other systems and for raw devices. */
function isEscape(text: string): boolean {
  return /^\/+proc\/+[^/]+\/+(?:root|cwd|fd|mem)(?:\/|$)|^\/+proc\/+(?:sys\/kernel|sysrq|kcore)|^\/+dev\/+(?:sd|hd|vd|xvd|nvme|mmcblk|dm-|mapper|loop|mem|kmem|disk|raw|kvm)|^\/+(?:var\/+)?run\/+(?:docker|containerd|crio)|docker\.sock$/u.test(
    text,
  )
}

/** True where changing to `path` leads to the workspace itself. `moved`: the directory may be another one by now. */
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
/**
 * What writing to a path is, relative to one of these folders: its class and how to say where; null where nothing is
 * kept. Where it may be any folder, the path may be any file.
 */
export function judgeWrite(target: Argument, folders: Folders): { risk: RiskClass; where: string } | null {
  const path = target.text
  if (path === null)
    return { risk: 'destructive-local', where: `${target.shown}, a name that is only known when it runs` }
  if (HARMLESS.test(path)) return null
  const device = /^\/+dev\/+(?:tcp|udp)\/+([^/]+)/u.exec(path)
  if (device !== null) return { risk: 'external-side-effect', where: device[1] ?? '' }
  const places = placesIn(folders, path)
  const beyond = [path, ...(places ?? [])].find((place) => isEscape(place) || /^\/+(?:proc|sys)\//u.test(place))
  if (beyond !== undefined) return { risk: 'sandbox-escape', where: beyond }
  const shown = path === '' ? 'a file without a name' : path
  if (path === '' || decidesWhatRuns(path)) return { risk: 'destructive-local', where: shown }
  if (path.split('/').includes('..') || path.startsWith('~')) return { risk: 'destructive-local', where: shown }
  const steering = places?.find(decidesWhatRuns)
  if (steering !== undefined) return { risk: 'destructive-local', where: shortPath(steering) }
  return { risk: places?.every(liesInside) === true ? 'workspace-write' : 'destructive-local', where: shown }
}
