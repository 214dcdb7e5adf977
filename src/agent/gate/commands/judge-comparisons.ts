import type { ShellComparison, ShellWord } from '#contracts/ports/shell-grammar.ts'
import type { Argument } from './argument.ts'
import { checkWord } from './check-words.ts'
import { expandWord } from './expand-word.ts'
import { outputOf } from './output-of.ts'
import { isNumeric } from './value.ts'
import type { Walk } from './walk.ts'

const NAME = /^[A-Za-z_]\w*$/u
const DIGITS = /^[+-]?\d{0,18}$/u

/** Judges what stands in `[[ … ]]`: comparing numbers evaluates both sides, and `-v` evaluates a subscript. */
export function judgeComparisons(walk: Walk, comparisons: readonly ShellComparison[]): void {
  const { found, scope } = walk
  for (const { operator, words } of comparisons) {
    // A pattern may hold what elsewhere would be an operator.
    const pattern = /^(?:=~|==?|!=)$/u.test(operator)
    for (const word of words) checkWord(walk, word, pattern)
    if (/^-(?:eq|ne|lt|le|gt|ge)$/u.test(operator)) {
      for (const word of words) {
        const whole = expandWord(word, scope)
        if (!whole.every((argument) => isNumberWord(walk, word, argument)))
          found.evaluates(whole.map(({ shown }) => shown).join(' '))
      }
    }
    if (operator === '-v' || operator === '-R') {
      const [name] = words.flatMap((word) => expandWord(word, scope))
      if (!NAME.test(name?.text ?? '')) found.evaluates(name?.shown ?? '')
    }
  }
}

function isNumberWord({ scope }: Walk, word: ShellWord, { text }: Argument): boolean {
  if (text !== null) return DIGITS.test(text) || (NAME.test(text) && isNumeric(scope.value(text)))
  return word.parts.every((part) => {
    switch (part.kind) {
      case 'text':
        return /^\d*$/u.test(part.text)
      case 'arithmetic':
        return true
      case 'command':
        return isNumeric(outputOf(part.script, null))
      case 'parameter':
        if (part.operation !== null) return part.operation.kind === 'length'
        return part.subscript === null && isNumeric(scope.value(part.name))
      default:
        return false
    }
  })
}
