import { COMMAND_MAX_DEPTH } from '#contracts/limits.ts'
import type { ShellArithmetic } from '#contracts/ports/shell-grammar.ts'
import type { Script } from './syntax-tree.ts'

type Command = Script['statements'][number]['pipelines'][number]['commands'][number]
export type Arithmetic = Extract<Command, { type: 'ArithmeticCommand' }>['expression']
type Sum = Arithmetic['expression']

const NAME = /^[A-Za-z_]\w*$/u

/** What an arithmetic expression reads, changes and runs. Throws for a node that it does not know. */
export function convertArithmetic({ expression }: Arithmetic): ShellArithmetic {
  const found = {
    reads: [] as string[],
    assigns: [] as string[],
    scripts: [] as string[],
    opaque: false,
    mayFail: false,
  }
  const walk = (sum: Sum | undefined, depth: number): void => {
    if (sum === undefined) return
    if (depth > COMMAND_MAX_DEPTH) throw new Error('it is nested too deeply')
    const next = (...parts: (Sum | undefined)[]): void => {
      for (const part of parts) walk(part, depth + 1)
    }
    switch (sum.type) {
      case 'ArithNumber':
        if (!Number.isSafeInteger(sum.value)) found.mayFail = true
        return
      case 'ArithSpecialVar':
        // `$#`, `$?` and their like are numbers; `$@` is whatever was passed.
        if (/[@*]/u.test(sum.name)) found.opaque = true
        return
      case 'ArithVariable':
        found.reads.push(sum.name)
        return
      case 'ArithBinary':
        if (mayFail(sum.operator, sum.right)) found.mayFail = true
        return next(sum.left, sum.right)
      case 'ArithUnary':
        if ((sum.operator === '++' || sum.operator === '--') && sum.operand.type === 'ArithVariable')
          found.assigns.push(sum.operand.name)
        return next(sum.operand)
      case 'ArithTernary':
        return next(sum.condition, sum.consequent, sum.alternate)
      case 'ArithGroup':
      case 'ArithNested':
        return next(sum.expression)
      case 'ArithAssignment':
        found.assigns.push(sum.variable)
        if (sum.operator !== '=') found.reads.push(sum.variable)
        if (mayFail(sum.operator.slice(0, -1), sum.value)) found.mayFail = true
        if (sum.stringKey !== undefined) found.opaque = true
        return next(sum.subscript, sum.value)
      case 'ArithArrayElement':
        found.reads.push(sum.array)
        if (sum.index === undefined) found.opaque = true
        return next(sum.index)
      case 'ArithCommandSubst':
        found.scripts.push(sum.command)
        return
      case 'ArithBracedExpansion':
        if (NAME.test(sum.content)) found.reads.push(sum.content)
        else found.opaque = true
        return
      // Their names, digits or subscripts are put together when they run.
      case 'ArithDynamicAssignment':
      case 'ArithDynamicElement':
      case 'ArithDynamicBase':
      case 'ArithDynamicNumber':
      case 'ArithConcat':
      case 'ArithDoubleSubscript':
      case 'ArithNumberSubscript':
      case 'ArithSyntaxError':
      case 'ArithSingleQuote':
        found.opaque = true
        return
      default:
        throw new Error(`it holds a ${String((sum as { type?: unknown }).type)}, which is not known here`)
    }
  }
  walk(expression, 0)
  return found
}

/** True for what a shell refuses: dividing by nothing, a power or a shift that is negative. */
function mayFail(operator: string, right: Sum): boolean {
  if (!['/', '%', '**', '<<', '>>'].includes(operator)) return false
  const least = operator === '/' || operator === '%' ? 1 : 0
  return right.type !== 'ArithNumber' || !(right.value >= least)
}
