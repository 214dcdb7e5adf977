import { exact } from './argument.ts'
import type { Input } from './judge.ts'
import { looksAt } from './looks-at.ts'
import { namesIn } from './names-in-text.ts'
import { mayBegin } from './secret-globs.ts'
import type { Walk } from './walk.ts'

/** Judges commands that all read what is piped into the whole of them, and may read names out of it. */
export function takeInput(walk: Walk, input: Input, judge: () => void): void {
  const { piped, anyName } = walk
  walk.piped ||= input.kind !== 'none'
  walk.anyName ||= input.computed === true || input.kind === 'file'
  for (const name of namesIn(input.text ?? '')) {
    looksAt(walk, '<<<', exact(name))
    walk.anyName ||= mayBegin(name)
  }
  judge()
  walk.piped = piped
  walk.anyName = anyName
}
