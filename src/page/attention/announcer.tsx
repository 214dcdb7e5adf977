import { useState } from 'react'
import { showInvisible } from '../kit/show-invisible.ts'
import { usePage } from '../store.ts'
import { words } from '../words.ts'

/** Tells a screen reader of turns and questions. Never of tokens: the conversation itself is not live. */
export function Announcer() {
  const status = usePage((state) =>
    state.selected === null ? null : (state.sessions.get(state.selected)?.turn.status ?? null),
  )
  const asked = usePage((state) => {
    for (const each of state.approvals.values()) if (each.sessionId === state.selected) return each.title
    for (const each of state.questions.values()) if (each.sessionId === state.selected) return each.question
    return null
  })
  const [was, setWas] = useState(status)
  const [turn, setTurn] = useState('')
  if (was !== status) {
    setWas(status)
    // The first status of a session is how it was found, not news.
    if (was !== null && status === 'running' && was !== 'waiting') setTurn(words.conversation.turnStarted)
    if (was !== null && status === 'idle') setTurn(words.conversation.turnDone)
    if (was !== null && status === 'interrupted') setTurn(words.conversation.turnStopped)
  }
  return (
    <>
      <div className="visually-hidden" aria-live="polite">
        {turn}
      </div>
      <div className="visually-hidden" aria-live="assertive">
        {asked === null ? '' : words.approval.announce(showInvisible(asked))}
      </div>
    </>
  )
}
