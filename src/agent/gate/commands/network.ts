import { hostKind } from '../outbound.ts'
import { exact, mayBeOption, unknownArgument, type Argument } from './argument.ts'
import { asksVersion } from './asks-version.ts'
import { sendsFiles, sendsSecrets, sentFiles } from './curl-files.ts'
import { CURL, CURL_SECRET, CURL_SENDS, CURL_WRITES } from './curl-options.ts'
import type { Judge, Rule, Rules } from './judge.ts'
import { isClear } from './optioned.ts'
import { parseOptions, type OptionTable } from './options.ts'
import { addressesIn } from './origins.ts'

const curl: Rule = (judge, call) => {
  if (call.args.length === 1 && /^(?:-V|--version|-h|--help|-M|--manual)$/u.test(call.args[0]?.text ?? '')) return
  const parsed = parseOptions(call.args, CURL)
  if (!isClear(judge, 'curl', parsed)) return sendsSecrets(judge, call.args)
  const files = parsed.options.flatMap(sentFiles)
  const urls = [...parsed.operands]
  let sends = false
  let writes = false
  let remoteName = false
  for (const { name, value } of parsed.options) {
    if (name === 'K' || name === 'config') {
      sendsSecrets(judge, call.args)
      return judge.found('destructive-local', `runs curl by the options in ${value?.shown ?? 'a file'}`)
    }
    if (
      name === 'x' ||
      name === 'proxy' ||
      name === 'unix-socket' ||
      name === 'resolve' ||
      name === 'connect-to' ||
      name === 'dns-servers' ||
      name === 'doh-url' ||
      name.startsWith('socks')
    )
      throughAnother(judge, value)
    if (name === 'url' && value !== null) urls.push(value)
    if (/^(?:L|location|location-trusted)$/u.test(name))
      judge.found('read-only-network', 'goes on to wherever the address leads')
    if (CURL_SENDS.has(name)) sends = true
    if ((name === 'X' || name === 'request') && !/^(?:GET|HEAD|OPTIONS)$/u.test(value?.text ?? '')) sends = true
    // What is only known when it runs may be anything that was read before.
    if (/^(?:H|header|A|user-agent|e|referer|b|cookie|w|write-out)$/u.test(name) && value !== null) {
      if (value.text === null) sends = true
      if (/^(?:b|cookie)$/u.test(name)) sends = true
      if (/authorization|cookie|token|api-key/iu.test(value.text ?? value.prefix))
        judge.found('credential-access', 'sends a key or token')
      // A format can also be read from a file.
      if (/^(?:w|write-out)$/u.test(name) && /^@|%output\{/u.test(value.text ?? '@'))
        judge.found('destructive-local', 'writes files')
    }
    if (CURL_SECRET.has(name)) judge.found('credential-access', 'sends a key or password')
    if (CURL_WRITES.has(name) && value?.text !== '-') {
      writes = true
      if (value === null) judge.found('destructive-local', 'writes a file')
      // `#1` stands for a piece of the address.
      else judge.writes(/#\d/u.test(value.text ?? '') ? unknownArgument('', false, value.shown) : value, 'downloads to')
    }
    if (
      name === 'O' ||
      name === 'remote-name' ||
      name === 'remote-name-all' ||
      name === 'J' ||
      name === 'remote-header-name' ||
      name === 'output-dir'
    ) {
      writes = true
      remoteName = true
      if (name === 'J' || name === 'remote-header-name' || name === 'output-dir')
        judge.found('destructive-local', 'downloads to a file named by the answer, or in another folder')
    }
  }
  if (remoteName) for (const url of urls) judge.writes(namedByAddress(url), 'downloads to')
  if (urls.length === 0 && !writes) judge.found('external-side-effect', 'contacts an address that is not given here')
  for (const url of urls) contact(judge, url, sends)
  sendsFiles(judge, files, urls[0] ?? null)
}

/** The file that a download is kept in where no other is named: the last part of the address, as either program reads it. */
function namedByAddress(address: Argument): Argument {
  const [, path = ''] = /^(?:[a-z][a-z0-9+.-]*:\/\/)?[^/]*(.*)$/isu.exec(address.text ?? '') ?? []
  const name = path.replace(/[?#].*$/su, '').replace(/^.*\//su, '')
  // Patterns become several names, and one program writes out what is escaped.
  if (address.text === null || /[{}[\]%]/u.test(name)) return unknownArgument('', false, address.shown)
  return exact(name === '' ? 'index.html' : name)
}

/** Local files and other protocols can be addresses too. */
function contact(judge: Judge, url: Argument, sends: boolean): void {
  const text = url.text ?? url.prefix
  if (/^file:/iu.test(text)) {
    if (url.text === null && url.computed === true)
      judge.found('destructive-local', `reads ${url.shown}: which file that is, is only known when it runs`)
    return readsFile(judge, url, text)
  }
  if (
    /^(?:dict|gopher|telnet|smtp|smtps|imap|imaps|pop3|pop3s|ldap|ldaps|mqtt|rtsp|smb|smbs|scp|sftp|tftp|ws|wss):/iu.test(
      text,
    )
  )
    return judge.contacts(url, true)
  judge.contacts(url, sends)
}

/** A file by its address, in which signs may be escaped and parts stand for several. */
function readsFile(judge: Judge, { shown }: Argument, text: string): void {
  const plain = text.replace(/%([0-9a-f]{2})/giu, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  if (
    /[[\]]/u.test(plain) ||
    plain.split(/[{},]/u).some((part) => judge.isSecret(exact(part.replace(/^file:\/*/iu, '/'))))
  )
    judge.found('credential-access', `reads ${shown}`)
}

/** A proxy, or another machine under the name of one. */
function throughAnother(judge: Judge, value: Argument | null): void {
  judge.found('external-side-effect', `sends through ${value?.shown ?? 'another address'}`)
  if (value !== null) reachesAll(judge, [value])
}

const WGET = {
  flags: 'qvdbcNSxrkKpLHEnhVFijB46',
  values: 'OoaitTUePlRADXIBwQ',
  long:
    'quiet verbose no-verbose debug background continue timestamping server-response spider no-check-certificate recursive no-parent mirror page-requisites convert-links adjust-extension no-clobber no-directories force-directories no-host-directories inet4-only inet6-only version help ' +
    'output-document= output-file= append-output= input-file= tries= timeout= user-agent= header= post-data= post-file= body-data= body-file= method= directory-prefix= level= accept= reject= domains= wait= quota= limit-rate= user= password= http-user= http-password= execute= use-askpass= config= progress= show-progress content-disposition no-cookies load-cookies= save-cookies= referer= max-redirect= compression= secure-protocol= ca-certificate= private-key= no-hsts https-only',
}

const wget: Rule = (judge, call) => {
  if (call.args.length === 1 && /^(?:-V|--version|-h|--help)$/u.test(call.args[0]?.text ?? '')) return
  const parsed = parseOptions(call.args, WGET)
  if (!isClear(judge, 'wget', parsed)) return
  let sends = false
  let keeps = true
  let named = false
  let follows = true
  for (const { name, value } of parsed.options) {
    if (/^(?:e|execute|use-askpass|config|i|input-file)$/u.test(name))
      return judge.found('destructive-local', `runs wget by ${value?.shown ?? 'other options'}`)
    if (/^(?:post-data|post-file|body-data|body-file|method)$/u.test(name)) sends = true
    if (/^(?:header|U|user-agent|referer)$/u.test(name) && value?.text === null) sends = true
    if (/^(?:user|password|http-user|http-password|private-key|load-cookies)$/u.test(name))
      judge.found('credential-access', 'sends a key or password')
    if (name === 'spider') keeps = false
    if (name === 'max-redirect' && value?.text === '0') follows = false
    if (/^(?:O|output-document)$/u.test(name)) {
      named = true
      if (value?.text === '-') keeps = false
      else if (value !== null) judge.writes(value, 'downloads to')
    }
    if (/^(?:o|output-file|a|append-output|save-cookies)$/u.test(name) && value !== null && value.text !== '-')
      judge.writes(value)
    if (
      /^(?:P|directory-prefix|r|recursive|m|mirror|p|page-requisites|content-disposition|b|background|x|force-directories|H|no-host-directories)$/u.test(
        name,
      )
    )
      judge.found('destructive-local', 'downloads many files, or to another place')
  }
  if (keeps && !named) for (const url of parsed.operands) judge.writes(namedByAddress(url), 'downloads to')
  if (parsed.operands.length === 0) judge.found('external-side-effect', 'contacts an address that is not given here')
  if (follows && parsed.operands.length > 0) judge.found('read-only-network', 'goes on to wherever the address leads')
  for (const url of parsed.operands) contact(judge, url, sends)
}

/** Every host that the words name: whole, with a user or a path, or as a piece of an option. */
function reachesAll(judge: Judge, args: readonly Argument[]): void {
  for (const argument of args) {
    const known = argument.text ?? argument.prefix
    for (const address of addressesIn(known)) judge.reaches(exact(address))
    if (known.includes('://')) continue
    const word = known.replace(/^-[A-Za-z]|^--?[\w-]+=/u, '')
    // Ports, and what can be no host.
    if (!/^(?!127\.)[\d.]{1,5}$/u.test(word) && /^(?:[\w@[]|::)/u.test(word) && !mayBeOption(exact(word)))
      judge.reaches({ ...argument, text: argument.text === null ? null : word, prefix: word })
    for (const piece of known.match(/[\w-]+(?:\.[\w-]+)+\.?/gu) ?? []) judge.reaches(exact(piece))
  }
}

/** What follows the host is a command, which runs there. */
const SSH: OptionTable = {
  flags: '46AaCfGgKkMNnqsTtVvXxYy',
  values: 'BbcDEeFIiJLlmOopQRSWw',
  operandsEnd: true,
}

const ssh: Rule = (judge, call) => {
  const { options, operands, unknown, unresolved } = parseOptions(call.args, SSH)
  if (unknown !== null || unresolved !== null) return sends('connects to')(judge, call)
  if (asksVersion(call.name, call.args)) return
  const named = options.flatMap(({ name, value }) => (value !== null && /[JLoRW]/u.test(name) ? [value] : []))
  reachesAll(judge, [...named, ...operands.slice(0, 1)])
  judge.found('external-side-effect', `connects to ${operands.map(({ shown }) => shown).join(' ')}`)
}

const sends =
  (effect: string): Rule =>
  (judge, { name, args }) => {
    if (asksVersion(name, args)) return
    reachesAll(judge, args)
    judge.found(
      'external-side-effect',
      `${effect} ${args
        .filter((argument) => !mayBeOption(argument))
        .map(({ shown }) => shown)
        .join(' ')}`.replace(/(?: to)?:? $/u, ''),
    )
  }

/**
 * Names that are looked up travel to a server; one that is put together when it runs may carry anything. `goesThere`: what
 * has the name is contacted, too.
 */
const looksUp =
  (allowed: RegExp, goesThere = false): Rule =>
  (judge, call) => {
    const bad = call.args.find((argument) => mayBeOption(argument) && !allowed.test(argument.text ?? ''))
    if (bad !== undefined) return judge.found('destructive-local', `runs ${call.name} with ${bad.shown}`)
    const names = call.args.filter((argument) => !mayBeOption(argument))
    if (call.name === 'getent' && /^g?shadow$/u.test(names[0]?.text ?? ''))
      return judge.found('credential-access', `reads ${names[0]?.shown ?? ''}`)
    reachesAll(
      judge,
      names.map((each) => ({ ...each, text: each.text === null ? null : each.text.replace(/^@/u, '') })),
    )
    const place = goesThere ? `http://${names.at(-1)?.text ?? ''}` : ''
    const kind = URL.canParse(place) ? hostKind(new URL(place).hostname) : null
    if (kind !== null)
      judge.found('external-side-effect', `goes to ${names.at(-1)?.shown ?? ''}, which is ${kind.words}`)
    if (names.some(({ text }) => text === null))
      return judge.found(
        'external-side-effect',
        `sends a name to a server: ${names.map(({ shown }) => shown).join(' ')}`,
      )
    // What stands before the last may be the value of an option.
    const told = goesThere ? names.slice(-1) : names
    judge.found('read-only-network', `asks for ${told.map(({ shown }) => shown).join(' ')}`)
  }

const rsync: Rule = (judge, call) => {
  const texts = call.args.map(({ text }) => text)
  if (asksVersion(call.name, call.args)) return
  const remote = call.args.some(({ text }) => text === null || /^[^/]+:|^rsync:/u.test(text))
  const deletes = texts.some(
    (text) =>
      text === null || /^--(?:del|remove|rsh|rsync|daemon|fil|files|write|log|temp|back|pa)|^-[A-Za-z]*e/u.test(text),
  )
  if (deletes) judge.found('destructive-local', 'may delete files or run a program')
  if (remote)
    reachesAll(
      judge,
      call.args.filter(({ prefix }) => /^[^/]+:/u.test(prefix)),
    )
  if (remote)
    return judge.found(
      'external-side-effect',
      `copies files over the network: ${call.args.map(({ shown }) => shown).join(' ')}`,
    )
  const target = call.args.findLast((argument) => !mayBeOption(argument))
  judge.found('destructive-local', `overwrites files in ${target?.shown ?? 'a directory'}`)
}

const ip: Rule = (judge, { args }) => {
  const words = args
    .map(({ text }) => text ?? '\0')
    .filter((text) => !/^-(?:4|6|br|brief|c|color|j|json|o|oneline|s|d|p)$/u.test(text))
  const [kind, action, ...rest] = words
  if (
    kind !== undefined &&
    /^(?:a|ad|addr|address|l|link|r|ro|route|n|neigh|rule)$/u.test(kind) &&
    (action === undefined || /^(?:show|list|ls|get)$/u.test(action)) &&
    !rest.includes('\0')
  )
    return
  judge.found('sandbox-escape', `changes the network: ${args.map(({ shown }) => shown).join(' ')}`)
}

const ifconfig: Rule = (judge, { args }) => {
  if (args.length <= 1 && args.every(({ text }) => text !== null && /^(?:-a|[a-z]+\d*)$/u.test(text))) return
  judge.found('sandbox-escape', 'changes the network')
}

/** Programs that contact other machines. */
export const NETWORK: Rules = [
  ['curl', curl],
  ['wget', wget],
  ['ssh', ssh],
  ['scp sftp ftp lftp telnet nc ncat netcat socat mosh ssh-copy-id', sends('connects to')],
  ['mail mailx sendmail mutt swaks', sends('sends mail to')],
  [
    'http https xh httpie aria2c rclone s3cmd aws gcloud az gsutil doctl heroku vercel netlify fly flyctl wrangler firebase supabase',
    sends('contacts a service:'),
  ],
  ['rsync', rsync],
  ['ping ping6 traceroute tracepath mtr', looksUp(/^-(?:[nq46a]+|[cwWimst]\d*|\d+)$/u, true)],
  ['dig nslookup host whois getent', looksUp(/^-(?:[46xt]+|type=\w+|query=\w+)$/u)],
  ['ip', ip],
  ['ifconfig', ifconfig],
  ['ngrok cloudflared localtunnel', sends('opens a tunnel:')],
  ['http-server', sends('serves files:')],
]
