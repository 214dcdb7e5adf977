import type { Decimal } from './decimal.ts'

const DIGITS = '0123456789ABCDEF'

/** A whole number written in a base up to 16. One digit alone counts what it counts in any base. @throws Error */
export function wholeFromBase(text: string, base: number): Decimal {
  if (text.includes('.')) throw new Error(`${text}: a fraction is read with ibase=10 only`)
  let units = 0n
  for (const character of text) {
    const digit = DIGITS.indexOf(character)
    if (digit >= base && text.length > 1) throw new Error(`${text}: ${character} is no digit with ibase=${base}`)
    units = units * BigInt(base) + BigInt(digit)
  }
  return { units, scale: 0 }
}

/** A whole number in a base up to 16. @throws Error for a fraction */
export function inBase({ units, scale }: Decimal, base: number): string {
  const one = 10n ** BigInt(scale)
  if (units % one !== 0n) throw new Error('a fraction is written with obase=10 only')
  return (units / one).toString(base).toUpperCase()
}
