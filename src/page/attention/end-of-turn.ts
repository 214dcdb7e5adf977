import type { NoteMessage } from '#contracts/messages.ts'
import { isOwnTurn } from '../is-own-turn.ts'
import { showInvisible } from '../kit/show-invisible.ts'
import type { Transcript } from '../transcript.ts'
import { words } from '../words.ts'

/** The notes that end a turn; each says why in its text. */
const ENDS: ReadonlySet<NoteMessage['note']> = new Set(['stopped', 'interrupted', 'budget', 'repeating', 'failed'])

/** How the turn that has come to rest ended, in words: done, or what stands in the note or the message that ends it. */
export function endOfTurn(transcript: Transcript): string {
  const { turnDone, ownDone, failedMessage, cutMessage, notes } = words.conversation
  const newest = transcript.messages.get(transcript.seqs().at(-1) ?? -1)
  if (newest?.role === 'note' && ENDS.has(newest.note)) return `${notes[newest.note]}. ${showInvisible(newest.text)}`
  if (newest?.role === 'agent' && newest.state === 'failed') return failedMessage
  if (newest?.role === 'agent' && newest.state === 'interrupted') return cutMessage
  return isOwnTurn(transcript) ? ownDone : turnDone
}
