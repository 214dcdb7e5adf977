import { DECEPTIVE } from '#contracts/deceptive-path.ts'
import { shortPath } from '../workspace-path.ts'

const MARKS = new RegExp(DECEPTIVE, 'gu')

/**
 * A path as a listing shows it: relative to the workspace root, one line, each mark that hides or reorders text written
 * out as ⟨U+202E⟩. No tool takes a path with such a mark, so that nothing which can be used is changed.
 */
export function shownPath(path: string): string {
  return shortPath(path).replace(MARKS, (mark) => {
    const code = mark.codePointAt(0) ?? 0
    return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`
  })
}
