import type { ShellRedirection, ShellWord } from '#contracts/ports/shell-grammar.ts'
import { exact, type Argument } from './argument.ts'
import { assignVariable } from './assign-variable.ts'
import { checkWord } from './check-words.ts'
import { isComputedName, isGivenName } from './computed-names.ts'
import { expandWord, textOf } from './expand-word.ts'
import { short } from './findings.ts'
import type { Input } from './judge.ts'
import { looksAt } from './looks-at.ts'
import { escapes, isSecretIn, judgeWrite } from './paths.ts'
import { namesIn } from './names-in-text.ts'
import { plainText } from './plain-text.ts'
import { renderRedirection } from './render.ts'
import { scriptMayNameAnything } from './may-name-anything.ts'
import { NUMBER } from './value.ts'
import type { Walk } from './walk.ts'

/** True where the shell may not be able to make it, and then does not run what it belongs to. */
export function canFail({ operator, target, fdVariable }: ShellRedirection): boolean {
  if (fdVariable !== null) return true
  if (operator.startsWith('<<') || target.parts[0]?.kind === 'process') return false
  const text = plainText(target)
  return text !== '/dev/null' && !((operator === '>&' || operator === '<&') && /^[012]$/u.test(text ?? ''))
}

/** Judges the redirections of a command; returns what it reads on its standard input. */
export function judgeRedirections(walk: Walk, redirections: readonly ShellRedirection[], input: Input): Input {
  let from = input
  for (const redirection of redirections) {
    walk.found.within(
      () => renderRedirection(redirection),
      () => {
        from = judgeRedirection(walk, redirection, from)
      },
    )
  }
  return from
}

function judgeRedirection(walk: Walk, redirection: ShellRedirection, input: Input): Input {
  const { operator, target, fdVariable, fd } = redirection
  const other = walk.shell === 'other'
  if (fdVariable !== null) {
    assignVariable(walk, fdVariable, NUMBER, false)
    if (other) walk.found.foreign('{name}>')
  }
  if (other && (operator.startsWith('&') || operator === '<<<')) walk.found.foreign(operator)
  const document = operator === '<<' || operator === '<<-'
  checkWord(walk, target, document)
  if (document || operator === '<<<') {
    const text = textOf(target, walk.scope)
    // What is printed of it may be taken for names by the next command.
    if (walk.names) for (const name of namesIn(text ?? '')) looksAt(walk, operator, exact(name))
    if (fd !== null && fd !== 0) return input
    return text === null ? { kind: 'pipe', computed: true } : { kind: 'text', text: document ? text : `${text}\n` }
  }
  if (!redirect(walk, operator, target) || (fd !== null && fd !== 0)) return input
  const [only] = target.parts
  return only?.kind === 'process'
    ? { kind: 'pipe', computed: scriptMayNameAnything(only.script, walk.scope) }
    : { kind: 'file' }
}

/** True where it reads a file. */
function redirect(walk: Walk, operator: ShellRedirection['operator'], target: ShellWord): boolean {
  const { found } = walk
  const [file, ...more] = expandWord(target, walk.scope)
  if (file === undefined || more.length > 0) {
    found.note('destructive-local', 'redirects to a place that is only known when it runs')
    return false
  }
  const descriptor = file.text !== null && /^(?:\d+-?|-)$/u.test(file.text)
  // What an earlier `exec 3<…` opened is read.
  if ((operator === '>&' || operator === '<&') && descriptor)
    return operator === '<&' && !/^[012]-?$|^-$/u.test(file.text)
  if (operator !== '<' && operator !== '<&') {
    judgeWriting(walk, file, 'writes')
    // Its target is not among the words, so no rule may allow it by them.
    if (judgeWrite(file, walk.scope.folders) !== null) found.commands = null
    return operator === '<>'
  }
  // To read from `/dev/tcp/…` is to connect to it.
  const socket = /^\/+dev\/+(?:tcp|udp)\/+([^/]*)/u.exec(file.text ?? '')
  if (socket !== null) {
    found.reaches(exact(socket[1] ?? ''))
    found.note('external-side-effect', `connects to ${short(socket[1] ?? '')}`)
  }
  const hidden =
    file.text === null && (file.prefix.startsWith('/dev/') ? !file.prefix.startsWith('/dev/fd/') : operator === '<&')
  const isSecret = isSecretIn(file, walk.scope.folders)
  if (hidden || (isComputedName(file) && !isSecret))
    found.note('destructive-local', 'reads a place that is only known when it runs')
  walk.shows ||= isGivenName(file)
  if (file.text !== null && escapes(file.text, walk.scope.folders))
    found.note('sandbox-escape', `reaches ${short(file.text)}`)
  if (isSecret) found.note('credential-access', `reads ${short(file.shown)}`)
  return true
}

/** Notes that a file is written; where it lies decides the class. */
export function judgeWriting({ found, scope }: Walk, target: Argument, verb: string, told = false): void {
  const judged = judgeWrite(target, scope.folders)
  if (judged === null || (told && /^(?:workspace-write|destructive-local)$/u.test(judged.risk))) return
  const sends = judged.risk === 'external-side-effect'
  if (sends) found.reaches(exact(judged.where))
  found.note(judged.risk, `${sends ? 'sends data to' : verb} ${short(judged.where)}`)
}
