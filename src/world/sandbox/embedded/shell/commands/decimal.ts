/** A decimal number: `units` of 10 to the power of -`scale`. */
export interface Decimal {
  readonly units: bigint
  readonly scale: number
}

/** Reads digits with at most one point. */
export function decimal(text: string): Decimal {
  const [whole = '', fraction = ''] = text.split('.')
  return { units: BigInt(`${whole}${fraction}` || '0'), scale: fraction.length }
}

/** The same number with another number of digits after the point; digits are cut, not rounded. */
export function rescale({ units, scale }: Decimal, to: number): Decimal {
  if (to >= scale) return { units: units * 10n ** BigInt(to - scale), scale: to }
  return { units: units / 10n ** BigInt(scale - to), scale: to }
}

/** As bc prints it: no zero before the point, and nothing behind a zero. */
export function shownDecimal({ units, scale }: Decimal): string {
  if (units === 0n) return '0'
  const negative = units < 0n
  const digits = (negative ? -units : units).toString().padStart(scale, '0')
  const whole = digits.slice(0, digits.length - scale)
  const text = scale === 0 ? digits : `${whole}.${digits.slice(digits.length - scale)}`
  return `${negative ? '-' : ''}${text}`
}

/** Both with the larger scale, for adding and comparing. */
export function aligned(a: Decimal, b: Decimal): [a: bigint, b: bigint, scale: number] {
  const scale = Math.max(a.scale, b.scale)
  return [rescale(a, scale).units, rescale(b, scale).units, scale]
}

/** a / b with `scale` digits after the point. @throws Error on zero */
export function divide(a: Decimal, b: Decimal, scale: number): Decimal {
  if (b.units === 0n) throw new Error('Divide by zero')
  // (a / 10^sa) / (b / 10^sb) * 10^scale
  const shift = scale + b.scale - a.scale
  const units = shift >= 0 ? (a.units * 10n ** BigInt(shift)) / b.units : a.units / (b.units * 10n ** BigInt(-shift))
  return { units, scale }
}

/** The square root with `scale` digits, cut. @throws Error below zero */
export function squareRoot(a: Decimal, scale: number): Decimal {
  if (a.units < 0n) throw new Error('Square root of a negative number')
  const digits = Math.max(scale, a.scale)
  const target = rescale(a, digits * 2).units
  if (target === 0n) return { units: 0n, scale: digits }
  // Newton from above; ends when it no longer falls.
  let guess = 10n ** BigInt(Math.ceil(target.toString().length / 2))
  for (;;) {
    const next = (guess + target / guess) / 2n
    if (next >= guess) return { units: guess, scale: digits }
    guess = next
  }
}
