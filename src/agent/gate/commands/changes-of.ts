import type {
  ShellArithmetic,
  ShellBody,
  ShellCommand,
  ShellSimpleCommand,
  ShellWord,
} from '#contracts/ports/shell-grammar.ts'
import { outputOf } from './output-of.ts'
import { plainText } from './plain-text.ts'

/** What a piece of a script changes for what comes after it. */
export interface Changes {
  /** Each variable, and whether all that it gets are numbers. */
  readonly names: ReadonlyMap<string, 'number' | 'other'>
  /** It may leave the directory. */
  readonly moves: boolean
}

/** Builtins whose operands are names of variables. */
const ASSIGN = new Set([
  'read',
  'mapfile',
  'readarray',
  'printf',
  'declare',
  'typeset',
  'local',
  'export',
  'readonly',
  'let',
  'getopts',
  'unset',
  'wait',
])
const MOVE = new Set(['cd', 'pushd', 'popd'])

/** Everything that a body may assign, wherever in it, without looking at whether it runs. */
export function changesOf(body: ShellBody): Changes {
  const names = new Map<string, 'number' | 'other'>()
  let moves = false
  const add = (name: string, kind: 'number' | 'other'): void => {
    names.set(name, names.get(name) === 'other' ? 'other' : kind)
  }
  const sum = (found: ShellArithmetic): void => {
    for (const name of found.assigns) add(name, 'number')
  }
  const word = ({ parts }: ShellWord): void => {
    for (const part of parts) {
      if (part.kind === 'arithmetic') sum(part.expression)
      else if (part.kind === 'brace') part.items.forEach(word)
      else if (part.kind === 'parameter' && part.operation !== null) {
        if (part.operation.kind === 'assign') add(part.name, 'other')
        part.operation.words.forEach(word)
        part.operation.arithmetic.forEach(sum)
      }
    }
  }
  const simple = ({ assignments, words }: ShellSimpleCommand): void => {
    for (const { name, value, elements, subscript, append } of assignments) {
      add(name, elements === null && subscript === null && !append && isNumberWord(value) ? 'number' : 'other')
      if (value !== null) word(value)
    }
    words.forEach(word)
    const [program, ...args] = words.map(plainText)
    if (program === null || (program !== undefined && MOVE.has(program))) moves = true
    if (program === null || program === undefined || !ASSIGN.has(program)) return
    for (const text of args) {
      const name = /^[A-Za-z_]\w*/u.exec(text ?? '')?.[0]
      if (name !== undefined) add(name, 'other')
    }
    // `read` and `mapfile` without a name have their own.
    add('REPLY', 'other')
    add('MAPFILE', 'other')
  }
  const command = (one: ShellCommand): void => {
    for (const { target, fdVariable } of one.redirections) {
      word(target)
      if (fdVariable !== null) add(fdVariable, 'number')
    }
    switch (one.kind) {
      case 'simple':
        return simple(one)
      case 'if':
        for (const clause of one.clauses) [clause.condition, clause.body].forEach(walk)
        return walk(one.otherwise)
      case 'for':
        add(one.variable, 'other')
        return walk(one.body)
      case 'counted':
        one.head.forEach(sum)
        return walk(one.body)
      case 'while':
        walk(one.condition)
        return walk(one.body)
      case 'case':
        word(one.word)
        return one.items.forEach((item) => walk(item.body))
      case 'group':
      case 'subshell':
        return walk(one.body)
      case 'arithmetic':
        return sum(one.expression)
      case 'test':
        return one.comparisons.forEach(({ words }) => words.forEach(word))
      case 'function':
        return command(one.body)
    }
  }
  const walk = (statements: ShellBody): void => {
    for (const { pipelines } of statements) for (const { commands } of pipelines) commands.forEach(command)
  }
  walk(body)
  return { names, moves }
}

function isNumberWord(value: ShellWord | null): boolean {
  const [only] = value?.parts ?? []
  if (value?.parts.length !== 1 || only === undefined) return false
  if (only.kind === 'text') return /^\d{1,18}$/u.test(only.text)
  return only.kind === 'arithmetic' || (only.kind === 'command' && outputOf(only.script, null).kind === 'number')
}
