import { rescale, type Decimal } from './decimal.ts'

/** Digits that are reckoned beyond those that are asked for: what is cut in each step stays behind them. */
const GUARD = 20
/** Digits in all, so that one call cannot take the thread for long. */
const MAX_DIGITS = 5_000
/** Beyond this the result has more digits than anyone reads. */
const MAX_EXPONENT = 10_000n
/** Digits before the point that a sine's argument may have; each of them costs one of pi's. */
const MAX_ANGLE_DIGITS = 100

/**
 * s, c, a, l and e of bc's library, right to the last of `scale` digits, cut. Null for another name.
 * @throws Error where there is no result, or the argument is too large
 */
export function decimalFunction(name: string, argument: Decimal, scale: number): Decimal | null {
  const digits = scale + GUARD + argument.units.toString().length
  if (digits > MAX_DIGITS) throw new Error(`${name}() takes up to ${MAX_DIGITS} digits here`)
  const one = 10n ** BigInt(digits)
  const x = rescale(argument, digits).units
  const cut = (units: bigint): Decimal => rescale({ units, scale: digits }, scale)
  switch (name) {
    case 'e':
      return cut(exponential(x, one))
    case 'l':
      return cut(logarithm(x, one))
    case 'a':
      return cut(arcTangent(x, one))
    case 's':
      return cut(sine(x, one))
    case 'c':
      return cut(sine(x + pi(one) / 2n, one))
    default:
      return null
  }
}

// All of these reckon with units of 1/one.

function exponential(x: bigint, one: bigint): bigint {
  if (x > MAX_EXPONENT * one || x < -MAX_EXPONENT * one) throw new Error(`e() takes up to ${MAX_EXPONENT} here`)
  if (x < 0n) return (one * one) / exponential(-x, one)
  // e^x = (e^(x/2^n))^(2^n), with room for what each squaring loses.
  const halvings = BigInt((x / one).toString(2).length + 8)
  const room = 10n ** BigInt(Number(halvings) + Math.ceil(Number(x / one) / 2))
  const wide = one * room
  const small = (x * room) >> halvings
  let [sum, term] = [wide, wide]
  for (let i = 1n; term !== 0n; i += 1n) {
    term = (term * small) / wide / i
    sum += term
  }
  for (let i = 0n; i < halvings; i += 1n) sum = (sum * sum) / wide
  return sum / room
}

function logarithm(x: bigint, one: bigint): bigint {
  if (x <= 0n) throw new Error('l() of what is not above zero')
  // x = m · 2^n with m near 1; ln m = 2 artanh((m-1)/(m+1)).
  let [m, twos] = [x, 0n]
  while (m > 2n * one) {
    m >>= 1n
    twos += 1n
  }
  while (m < one) {
    m <<= 1n
    twos -= 1n
  }
  return 2n * areaTangent(m - one, m + one, one) + twos * 2n * areaTangent(1n, 3n, one)
}

/** artanh(top/bottom). */
function areaTangent(top: bigint, bottom: bigint, one: bigint): bigint {
  const x = (top * one) / bottom
  const square = (x * x) / one
  let [sum, power] = [0n, x]
  for (let i = 1n; power !== 0n; i += 2n) {
    sum += power / i
    power = (power * square) / one
  }
  return sum
}

function arcTangent(x: bigint, one: bigint): bigint {
  if (x < 0n) return -arcTangent(-x, one)
  if (x > one) return pi(one) / 2n - arcTangent((one * one) / x, one)
  // a(x) = 2 a(x / (1 + sqrt(1 + x²))): three times makes the series short.
  let small = x
  for (let i = 0; i < 3; i += 1) small = (small * one) / (one + root(one * one + small * small))
  return 8n * tangentSeries(small, one)
}

function tangentSeries(x: bigint, one: bigint): bigint {
  const square = (x * x) / one
  let [sum, power, sign] = [0n, x, 1n]
  for (let i = 1n; power !== 0n; i += 2n) {
    sum += (sign * power) / i
    power = (power * square) / one
    sign = -sign
  }
  return sum
}

/** Machin: pi = 16 a(1/5) - 4 a(1/239). */
function pi(one: bigint): bigint {
  return 16n * tangentSeries(one / 5n, one) - 4n * tangentSeries(one / 239n, one)
}

function sine(x: bigint, one: bigint): bigint {
  if (x.toString().length - one.toString().length > MAX_ANGLE_DIGITS) throw new Error('the angle is too large here')
  const turn = 2n * pi(one)
  const angle = x % turn
  const square = (angle * angle) / one
  let [sum, term] = [0n, angle]
  for (let i = 1n; term !== 0n; i += 2n) {
    sum += term
    term = -(term * square) / one / ((i + 1n) * (i + 2n))
  }
  return sum
}

function root(value: bigint): bigint {
  if (value === 0n) return 0n
  let guess = 1n << BigInt(Math.ceil(value.toString(2).length / 2))
  for (;;) {
    const next = (guess + value / guess) / 2n
    if (next >= guess) return guess
    guess = next
  }
}
