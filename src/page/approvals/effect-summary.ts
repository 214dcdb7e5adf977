import type { Effect } from '#contracts/views.ts'
import { words } from '../words.ts'

/** Characters of a summary: it stands on one line, and the whole is one press away. */
const SUMMARY_CHARS = 200

/** What will happen, as one line of plain text. What may hide something in it is for whoever shows it to write out. */
export function effectSummary(effect: Effect): string {
  const letters = [...lineOf(effect).replaceAll(/\s+/g, ' ').trim()]
  return letters.length > SUMMARY_CHARS ? `${letters.slice(0, SUMMARY_CHARS).join('')}…` : letters.join('')
}

/** Why a call will fail, for the person: what the model is told to do about it is not theirs to do. */
export function whyItFails({ why, message }: Extract<Effect, { kind: 'fails' }>): string {
  return why === 'changed-since-read' ? words.approval.changedMeanwhile : message
}

function lineOf(effect: Effect): string {
  switch (effect.kind) {
    case 'diff': {
      const { path, added, removed } = effect.diff
      return words.approval.changes(path, added, removed)
    }
    case 'command':
      return effect.effects.length === 0 ? words.approval.cwd(effect.cwd) : effect.effects.join('; ')
    case 'address':
      return `${effect.method} ${effect.url}`
    case 'fails':
      return whyItFails(effect)
    case 'arguments':
      return JSON.stringify(effect.value)
  }
}
