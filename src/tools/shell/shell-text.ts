import { count } from '../count.ts'
import { withoutBase64 } from '../without-base64.ts'
import type { Kept } from './head-and-tail.ts'
import type { KeptOutput } from './output-keeper.ts'

/**
 * A command's output as the model reads it. Where something was left out it is said at the head too: a
 * notice in the middle alone is overlooked.
 */
export function forModel(output: KeptOutput): string {
  if (output.looksBinary) {
    const size = count(output.rawChars, 'character')
    return `[The output looks binary (${size}) and is not shown. Write it to a file, or through a program such as base64 or od.]`
  }
  const kept = output.forModel
  if (kept.omittedChars === 0) return kept.head.trim() === '' ? '(no output)' : withoutBase64(trimEnd(kept.head))
  const left = count(kept.omittedChars, 'character')
  const notice = `[The output is long: ${left} in its middle are left out. To see them, write the output to a file and read parts of it.]`
  return `${notice}\n${withoutBase64(trimEnd(withNotice(kept)))}`
}

/** Head and tail with a notice in the gap; the whole text where there is no gap. */
export function withNotice(kept: Kept): string {
  if (kept.omittedChars === 0) return kept.head
  return `${kept.head}\n[… ${count(kept.omittedChars, 'character')} left out …]\n${kept.tail}`
}

function trimEnd(text: string): string {
  return text.replace(/\n+$/, '')
}
