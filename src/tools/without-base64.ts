import { count } from './count.ts'

/** Characters of a run on one line from which on it is taken out: longer than hashes, keys and tokens that one reads. */
const LONG_RUN = 400
/** Characters of a block of full lines, as `base64` and PEM files are wrapped. */
const LONG_BLOCK = 1_600
/** With what stands behind a line that was cut (`LineLimit`): how much more of it there was. */
const RUN = new RegExp(
  `(data:[\\w.+/-]+;base64,)?([A-Za-z0-9+/]{${LONG_RUN},}={0,2})(?:… \\[([\\d,]+) more characters? in this line\\])?`,
  'gu',
)
/** A full line of such a block; all but the last are of one length. */
const FULL_LINE = /^[A-Za-z0-9+/]{48,}$/u
const LAST_LINE = /^[A-Za-z0-9+/]{1,}={0,2}$/u

/**
 * A text without what is only bytes in base64, which fills a model's context and tells it nothing: long runs on a line,
 * and blocks of wrapped lines, each with a notice of how long it was. Everything else stays as it is.
 */
export function withoutBase64(text: string): string {
  if (text.length < LONG_RUN) return text
  const withoutRuns = text.replaceAll(RUN, (whole: string, start: string | undefined, run: string, more?: string) => {
    const chars = (start?.length ?? 0) + run.length + Number(more?.replaceAll(',', '') ?? 0)
    return isBytes(run) ? notice(start ?? '', chars) : whole
  })
  return blocksOut(withoutRuns)
}

function blocksOut(text: string): string {
  const lines = text.split('\n')
  const kept: string[] = []
  let at = 0
  while (at < lines.length) {
    const end = endOfBlock(lines, at)
    const block = lines.slice(at, end).join('\n')
    if (end > at + 1 && block.length >= LONG_BLOCK && isBytes(block)) kept.push(notice('', block.length))
    else kept.push(...lines.slice(at, end))
    at = end
  }
  return kept.join('\n')
}

/** Where the lines end that are as long as the first one, and the shorter one behind them; the next line where it begins no block. */
function endOfBlock(lines: readonly string[], from: number): number {
  const first = lines[from] ?? ''
  if (!FULL_LINE.test(first)) return from + 1
  let end = from + 1
  while (lines[end]?.length === first.length && FULL_LINE.test(lines[end] ?? '')) end += 1
  const last = lines[end]
  return end > from + 1 && last !== undefined && last.length <= first.length && LAST_LINE.test(last) ? end + 1 : end
}

/** Bytes are of all letters; a row of one letter, a long number and a hash in hexadecimal are not. */
function isBytes(run: string): boolean {
  return /[A-Z]/u.test(run) && /[a-z]/u.test(run) && /[0-9+/]/u.test(run) && !/^[0-9A-Fa-f\n]+$/u.test(run)
}

function notice(start: string, chars: number): string {
  return `${start}[${count(chars, 'character')} of base64 left out: decode it, or write it to a file]`
}
