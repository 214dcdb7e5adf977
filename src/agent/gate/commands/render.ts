import type {
  ShellCommand,
  ShellRedirection,
  ShellScript,
  ShellWord,
  ShellWordPart,
} from '#contracts/ports/shell-grammar.ts'

/** A word about as it was written, for people to recognise. */
export function renderWord(word: ShellWord): string {
  return word.parts.map(renderPart).join('')
}

/** A command about as it was written. Of a compound one, only what it is. */
export function renderCommand(command: ShellCommand): string {
  const tail = command.redirections.map(renderRedirection)
  if (command.kind !== 'simple') return [NAMES[command.kind], ...tail].join(' ')
  const assignments = command.assignments.map(({ name, subscript, append, value, elements }) => {
    const right =
      elements === null ? (value === null ? '' : renderWord(value)) : `(${elements.map(renderWord).join(' ')})`
    return `${name}${subscript === null ? '' : `[${subscript}]`}${append ? '+' : ''}=${right}`
  })
  return [...assignments, ...command.words.map(renderWord), ...tail].join(' ')
}

/** A redirection about as it was written. */
export function renderRedirection({ fd, operator, target }: ShellRedirection): string {
  const document = operator.startsWith('<<') && operator !== '<<<'
  return `${fd ?? ''}${operator}${document ? '…' : /^[<>]+$/u.test(operator) ? ` ${renderWord(target)}` : renderWord(target)}`
}

const NAMES: Readonly<Record<Exclude<ShellCommand['kind'], 'simple'>, string>> = {
  if: 'if …',
  for: 'for …',
  counted: 'for ((…))',
  while: 'while …',
  case: 'case …',
  group: '{ … }',
  subshell: '( … )',
  arithmetic: '((…))',
  test: '[[ … ]]',
  function: 'function …',
}

function renderScript(script: ShellScript): string {
  return script.statements
    .map(({ pipelines, operators }) =>
      pipelines
        .map(({ commands }, i) => {
          const operator = i === 0 ? '' : ` ${operators[i - 1] ?? ';'} `
          return operator + commands.map(renderCommand).join(' | ')
        })
        .join(''),
    )
    .join('; ')
}

/** A piece of one. */
export function renderPart(part: ShellWordPart): string {
  switch (part.kind) {
    case 'text':
      return part.quoted && !/^[\w./:=@%+,-]+$/u.test(part.text) ? `'${part.text}'` : part.text
    case 'parameter': {
      const subscript = part.subscript === null ? '' : `[${part.subscript}]`
      const shown =
        part.operation === null && subscript === ''
          ? `$${part.name}`
          : `\${${part.name}${subscript}${part.operation === null ? '' : '…'}}`
      return part.quoted ? `"${shown}"` : shown
    }
    case 'command':
      return `$(${renderScript(part.script)})`
    case 'process':
      return `<(${renderScript(part.script)})`
    case 'arithmetic':
      return '$((…))'
    case 'brace':
      return `{${part.items.map(renderWord).join(',')}}`
    case 'range':
      return `{${part.from}..${part.to}}`
    case 'tilde':
      return `~${part.user ?? ''}`
    case 'glob':
      return part.pattern
  }
}
