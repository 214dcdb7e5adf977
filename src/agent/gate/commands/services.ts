import { mayBeOption, type Argument } from './argument.ts'
import type { Judge, Rule, Rules } from './judge.ts'
import { asksVersion } from './asks-version.ts'
import { reachesNamed, reachesNumbers } from './reaches-named.ts'

const shown = (args: readonly Argument[]): string => args.map((argument) => argument.shown).join(' ')
const words = (args: readonly Argument[]): readonly string[] => args.map(({ text }) => text ?? '\0')

/** Containers share the machine's kernel, and whoever may start one may read all of it. */
const docker: Rule = (judge, { name, args }) => {
  const texts = words(args)
  if (asksVersion(name, args)) return
  const line = texts.join(' ')
  const reads =
    /^(?:ps|images|logs|inspect|top|stats --no-stream|port|diff|history|version|info|events --since|(?:container|image|network|volume|context|compose) (?:ls|list|ps|inspect|images|logs|config)|compose ps|system df)(?: |$)/u
  if (
    reads.test(line) &&
    !texts.includes('\0') &&
    !texts.some((text) => /^(?:-H|--host|-c|--context|--config|-o|--output)/u.test(text))
  ) {
    // It puts the values of the project's environment file in.
    if (line.startsWith('compose config')) judge.found('credential-access', 'shows the variables that containers get')
    return
  }
  if (/^(?:push|login|logout|image push)(?: |$)/u.test(line))
    return judge.found('external-side-effect', `sends to a registry: ${shown(args)}`)
  if (/^(?:run|exec|create|start|compose (?:up|run|exec)|container (?:run|exec|create|start))(?: |$)/u.test(line))
    return judge.found('sandbox-escape', `runs a container: ${shown(args)}`)
  judge.found('destructive-local', `changes containers: ${shown(args)}`)
}

const kubectl: Rule = (judge, { name, args }) => {
  const texts = words(args)
  if (asksVersion(name, args)) return
  // What a release was given are often secrets.
  if (name === 'helm' && texts[0] === 'get') return judge.found('credential-access', 'reads what a release was given')
  if (
    /^(?:get|describe|logs|top|explain|api-resources|api-versions|cluster-info|version)$/u.test(texts[0] ?? '') &&
    !texts.includes('\0')
  ) {
    if (texts.some((text) => /(?:^|,)secrets?(?:[./,]|$)/iu.test(text)))
      return judge.found('credential-access', 'reads secrets of a cluster')
    if (
      texts.some((text) =>
        /^--(?:kubeconfig|server|cache-dir|raw|as|token|user|client-|profile|output-directory)|^-[AwRLh]*s/u.test(text),
      )
    )
      return judge.found('external-side-effect', `contacts a cluster: ${shown(args)}`)
    return judge.found('read-only-network', 'asks a cluster')
  }
  judge.found('external-side-effect', `changes a cluster: ${shown(args)}`)
}

const gh: Rule = (judge, { name, args }) => {
  const texts = words(args)
  if (asksVersion(name, args)) return
  const line = texts.join(' ')
  // What is stored there for programs to run with is often a secret.
  if (/^variable (?:list|get)/u.test(line)) return judge.found('credential-access', 'reads stored variables')
  if (/^auth token|--show-token|^auth (?:status|setup-git) .*-[A-Za-z]*t/u.test(line))
    return judge.found('credential-access', 'reads the token of gh')
  const reads =
    /^(?:(?:pr|issue|repo|release|run|workflow|gist|label|project|ruleset|cache|variable) (?:list|view|status|diff|checks|ls)|auth status|search \w+|status)(?: |$)/u
  if (
    reads.test(line) &&
    !texts.includes('\0') &&
    !texts.some((text) => /^(?:-[a-zA-Z]*w|--web.*|--pager)$/u.test(text))
  ) {
    // A repository may be named with its host.
    reachesNumbers(judge, args)
    return judge.found('read-only-network', 'asks the code host')
  }
  if (
    texts[0] === 'api' &&
    !texts.includes('\0') &&
    !texts
      .slice(1)
      .some((text) =>
        /^-i*(?:X|f|F|H)|:\/\/|^--(?:method|field|raw-field|input|hostname|header)|^-H|graphql/u.test(text),
      )
  )
    return judge.found('read-only-network', 'asks the code host')
  reachesNamed(judge, args)
  judge.found('external-side-effect', `changes something at the code host: gh ${shown(args)}`)
}

const systemctl: Rule = (judge, { name, args }) => {
  const texts = words(args)
  // `service NAME COMMAND`: the name comes first.
  if (name === 'service' && !/^(?:--status-all|--version|[\w.@-]+ status)$/u.test(texts.join(' ')))
    return judge.found('sandbox-escape', `changes services of the machine: ${shown(args)}`)
  if (name === 'service') return
  if (
    /^(?:status|is-active|is-enabled|is-failed|list-units|list-unit-files|list-timers|show|cat|--version)$/u.test(
      texts[0] ?? '',
    ) &&
    texts.every((text) => text !== '\0' && !/^(?:-[a-zA-Z]*[HM]|--(?:ho|mac|roo|im))/u.test(text))
  )
    return
  judge.found('sandbox-escape', `changes services of the machine: ${shown(args)}`)
}

const schedule: Rule = (judge, { args }) => {
  if (args.length === 1 && args[0]?.text === '-l') return
  judge.found('destructive-local', 'plans a program for later')
}

const keys: Rule = (judge, { name, args }) => {
  const texts = words(args)
  if (texts.length === 1 && /^--?(?:version|help|V|h)$/u.test(texts[0] ?? '')) return
  judge.found('credential-access', `uses keys or passwords: ${name} ${shown(args)}`)
}

const openssl: Rule = (judge, { args }) => {
  const texts = words(args)
  if (
    /^(?:version|help|list|ciphers)$/u.test(texts[0] ?? '') &&
    texts.every((text) => text !== '\0' && !/^--?(?:out|engine|provider|config|conf)/u.test(text))
  )
    return
  if (
    /^(?:dgst|md5|sha1|sha256|sha512|rand)$/u.test(texts[0] ?? '') &&
    texts.every(
      (text) =>
        text !== '\0' && (!text.startsWith('-') || /^-(?:hex|base64|md5|sha1|sha256|sha384|sha512|r|c)$/u.test(text)),
    )
  )
    return
  if (texts[0] === 's_client') {
    for (const argument of args.slice(1)) if (!mayBeOption(argument)) judge.reaches(argument)
    return judge.found('external-side-effect', 'connects to a server')
  }
  judge.found('credential-access', `uses keys: openssl ${shown(args)}`)
}

const starts =
  (effect: string): Rule =>
  (judge: Judge, { name, args }) => {
    if (asksVersion(name, args)) return
    judge.found(
      'destructive-local',
      `${effect} ${args
        .filter((argument) => !mayBeOption(argument))
        .map((argument) => argument.shown)
        .join(' ')}`.replace(/:? $/u, ''),
    )
  }

/** Services of the machine and elsewhere, and what holds keys. */
export const SERVICES: Rules = [
  ['docker podman nerdctl docker-compose', docker],
  ['kubectl oc helm', kubectl],
  ['gh glab hub', gh],
  ['systemctl service launchctl', systemctl],
  ['crontab at batch', schedule],
  ['gpg gpg2 pass security ssh-keygen ssh-add ssh-agent secret-tool keyring op bw vault age sops chpass passwd', keys],
  ['openssl', openssl],
  ['open xdg-open start', starts('opens')],
  ['tmux screen', starts('starts a terminal:')],
  [
    'useradd userdel usermod groupadd visudo chsh',
    (judge) => judge.found('sandbox-escape', 'changes the users of the machine'),
  ],
  ['logger wall write', (judge) => judge.found('external-side-effect', 'sends a message')],
  ['terraform pulumi ansible ansible-playbook vagrant', starts('changes machines:')],
  ['pbcopy xclip xsel wl-copy pbpaste wl-paste', starts('uses the clipboard')],
  [
    'stty',
    (judge, { args }) => {
      if (!words(args).every((text) => /^(?:-a|size|-g)$/u.test(text)))
        judge.found('destructive-local', 'changes the terminal')
    },
  ],
]
