import { count } from './count.ts'

/** The first `max` UTF-16 units of a text, one less where a surrogate pair would be cut (providers answer 400 to half of one). */
export function headOf(text: string, max: number): string {
  if (text.length <= max) return text
  return text.slice(0, isHighSurrogate(text.charCodeAt(max - 1)) ? max - 1 : max)
}

/** The last `max` UTF-16 units of a text, one less where a surrogate pair would be cut. */
export function tailOf(text: string, max: number): string {
  if (text.length <= max) return text
  const start = text.length - max
  return text.slice(isLowSurrogate(text.charCodeAt(start)) ? start + 1 : start)
}

/** A line no longer than `max`, with a notice of what it lost. */
export function cutLine(line: string, max: number): string {
  if (line.length <= max) return line
  const head = headOf(line, max)
  return `${head}… [${count(line.length - head.length, 'more character')} in this line]`
}

/** True for the first half of a surrogate pair. */
export function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}

/** True for the second half of a surrogate pair. */
export function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}
