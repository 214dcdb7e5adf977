import { decimalFunction } from './decimal-functions.ts'
import { aligned, decimal, divide, rescale, shownDecimal, squareRoot, type Decimal } from './decimal.ts'
import { inBase, wholeFromBase } from './number-base.ts'

/** Digits of a power, so that one line cannot take the thread for ever. */
const MAX_DIGITS = 100_000
/** Nesting of parentheses. */
const MAX_DEPTH = 200
/** Digits after the point. */
const MAX_SCALE = 1_000
const COMPARISONS = ['==', '!=', '<=', '>=', '<', '>']

/**
 * The arithmetic of bc: exact decimals, variables, `scale`, whole numbers in `ibase` and `obase`, sqrt and, with the
 * library, s c a l e.
 */
export class Calculator {
  private readonly variables = new Map<string, Decimal>()
  private tokens: string[] = []
  private depth = 0
  private scale: number
  private readonly bases = { ibase: 10, obase: 10 }

  constructor(private readonly library: boolean) {
    this.scale = library ? 20 : 0
  }

  /** Runs statements divided by semicolons or line ends; gives one line per value. @throws Error with bc's words */
  run(source: string): string {
    let out = ''
    const bare = source
      .replace(/\/\*[^]*?\*\//gu, ' ')
      .replace(/#.*/gu, '')
      .replaceAll('\\\n', '')
    for (const statement of bare.split(/[;\n]/u)) {
      if (/^\s*"[^"]*"\s*$/u.test(statement)) out += statement.trim().slice(1, -1)
      this.tokens = statement.match(/[\dA-F]*\.[\dA-F]+|[\dA-F]+\.?|[a-z_]\w*|[=!<>]=|[-+*/%^]=|\S/gu) ?? []
      if (this.tokens.length === 0 || statement.includes('"')) continue
      if (this.tokens[0] === 'quit' || this.tokens[0] === 'halt') break
      const quiet = /^[a-z_]\w*$/u.test(this.tokens[0] ?? '') && /^([-+*/%^])?=$/u.test(this.tokens[1] ?? '')
      const value = this.comparison()
      if (this.tokens.length > 0) throw new Error(`syntax error near '${this.tokens[0]}'`)
      if (!quiet) out += `${this.bases.obase === 10 ? shownDecimal(value) : inBase(value, this.bases.obase)}\n`
    }
    return out
  }

  private comparison(): Decimal {
    const left = this.sum()
    const operator = this.tokens[0] ?? ''
    if (!COMPARISONS.includes(operator)) return left
    this.tokens.shift()
    const [a, b] = aligned(left, this.sum())
    const holds = { '==': a === b, '!=': a !== b, '<=': a <= b, '>=': a >= b, '<': a < b, '>': a > b }[operator]
    return { units: holds === true ? 1n : 0n, scale: 0 }
  }

  private sum(): Decimal {
    let value = this.product()
    while (this.tokens[0] === '+' || this.tokens[0] === '-') {
      const sign = this.tokens.shift() === '+' ? 1n : -1n
      const [a, b, scale] = aligned(value, this.product())
      value = { units: a + sign * b, scale }
    }
    return value
  }

  private product(): Decimal {
    let value = this.unary()
    while (['*', '/', '%'].includes(this.tokens[0] ?? '')) {
      const operator = this.tokens.shift() ?? ''
      value = this.combine(operator, value, this.unary())
    }
    return value
  }

  private combine(operator: string, a: Decimal, b: Decimal): Decimal {
    if (operator === '/') return divide(a, b, this.scale)
    if (operator === '%') {
      const whole = divide(a, b, this.scale)
      const product = { units: whole.units * b.units, scale: whole.scale + b.scale }
      const [left, right, scale] = aligned(a, product)
      return rescale({ units: left - right, scale }, Math.max(this.scale + b.scale, a.scale))
    }
    const scale = Math.min(a.scale + b.scale, Math.max(this.scale, a.scale, b.scale))
    return rescale({ units: a.units * b.units, scale: a.scale + b.scale }, scale)
  }

  private unary(): Decimal {
    if (this.tokens[0] !== '-') return this.power()
    this.tokens.shift()
    const value = this.unary()
    return { units: -value.units, scale: value.scale }
  }

  private power(): Decimal {
    const base = this.atom()
    if (this.tokens[0] !== '^') return base
    this.tokens.shift()
    const exponent = Number(rescale(this.unary(), 0).units)
    const size = Math.abs(exponent)
    if (base.units.toString().length * size > MAX_DIGITS) throw new Error('exponent too large')
    const scale = Math.min(base.scale * size, Math.max(this.scale, base.scale))
    const raised = { units: base.units ** BigInt(size), scale: base.scale * size }
    return exponent >= 0 ? rescale(raised, scale) : divide({ units: 1n, scale: 0 }, raised, this.scale)
  }

  private atom(): Decimal {
    const token = this.tokens.shift()
    if (token === undefined) throw new Error('syntax error at the end')
    if (token === '(') {
      this.depth += 1
      if (this.depth > MAX_DEPTH) throw new Error('too many parentheses')
      const value = this.comparison()
      this.depth -= 1
      if (this.tokens.shift() !== ')') throw new Error("syntax error: ')' is missing")
      return value
    }
    if (/^[\dA-F.]/u.test(token)) return this.number(token)
    if (!/^[a-z_]/u.test(token)) throw new Error(`syntax error near '${token}'`)
    return this.tokens[0] === '(' ? this.call(token) : this.variable(token)
  }

  private number(token: string): Decimal {
    return this.bases.ibase === 10 && !/[A-F]/u.test(token) ? decimal(token) : wholeFromBase(token, this.bases.ibase)
  }

  private current(name: string): Decimal {
    if (name === 'scale') return decimal(String(this.scale))
    if (name === 'ibase' || name === 'obase') return decimal(String(this.bases[name]))
    return this.variables.get(name) ?? decimal('0')
  }

  private variable(name: string): Decimal {
    const assignment = /^([-+*/%^])?=$/u.exec(this.tokens[0] ?? '')
    const before = this.current(name)
    if (assignment === null) return before
    this.tokens.shift()
    const right = this.comparison()
    const value = this.assigned(assignment[1], before, right)
    const whole = Number(rescale(value, 0).units)
    if (name === 'scale') {
      if (whole < 0 || whole > MAX_SCALE) throw new Error(`scale goes from 0 to ${MAX_SCALE} here`)
      this.scale = whole
    } else if (name === 'ibase' || name === 'obase') {
      if (whole < 2 || whole > 16) throw new Error(`${name} goes from 2 to 16 here`)
      this.bases[name] = whole
    } else this.variables.set(name, value)
    return value
  }

  private assigned(operator: string | undefined, before: Decimal, right: Decimal): Decimal {
    if (operator === undefined) return right
    if (operator === '+' || operator === '-') {
      const [a, b, scale] = aligned(before, right)
      return { units: operator === '+' ? a + b : a - b, scale }
    }
    return this.combine(operator === '^' ? '*' : operator, before, right)
  }

  private call(name: string): Decimal {
    const argument = this.atom()
    if (name === 'sqrt') return squareRoot(argument, this.scale)
    if (name === 'length') return decimal(String(argument.units.toString().replace('-', '').length))
    if (name === 'scale') return decimal(String(argument.scale))
    const result = this.library ? decimalFunction(name, argument, this.scale) : null
    if (result === null) throw new Error(`Function ${name} not defined`)
    return result
  }
}
