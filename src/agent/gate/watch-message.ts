import type { Message } from '#contracts/messages.ts'
import { NOTHING_WATCHED, type RunWatch } from '#contracts/run-watch.ts'
import { withTyped } from './typed-addresses.ts'

/**
 * What the monitor knows after one more message of the session. Behind a cleared mark the model is told nothing of
 * what was there before, so nothing untrusted or private is in its context any more. What has run has run, what the
 * person typed he typed, and files that were written meanwhile are still there.
 */
export function watchAfter(watch: RunWatch | undefined, message: Message): RunWatch | undefined {
  if (message.role === 'user') {
    const before = watch?.typed ?? []
    const typed = withTyped(before, message)
    return typed.join('\n') === before.join('\n') ? watch : { ...NOTHING_WATCHED, ...watch, typed }
  }
  if (watch === undefined || message.role !== 'note' || message.note !== 'cleared') return watch
  const { entered, privateReads } = NOTHING_WATCHED
  return { ...watch, entered, privateReads }
}
