import { useEffect, useRef, useState } from 'react'
import { usePage } from '../store.ts'
import { words } from '../words.ts'

/** Tells a screen reader of turns and questions. Never of tokens: the conversation itself is not live. */
export function Announcer() {
  const status = usePage((state) => (state.selected === null ? null : (state.sessions.get(state.selected)?.turn.status ?? null)))
  const asked = usePage((state) => {
    for (const each of state.approvals.values()) if (each.sessionId === state.selected) return each.title
    for (const each of state.questions.values()) if (each.sessionId === state.selected) return each.question
    return null
  })
  const before = useRef(status)
  const [turn, setTurn] = useState('')
  useEffect(() => {
    const was = before.current
    before.current = status
    if (was === null || status === null || was === status) return
    if (status === 'running' && was !== 'waiting') setTurn(words.conversation.turnStarted)
    if (status === 'idle') setTurn(words.conversation.turnDone)
    if (status === 'interrupted') setTurn(words.conversation.turnStopped)
  }, [status])
  return (
    <>
      <div className="visually-hidden" aria-live="polite">
        {turn}
      </div>
      <div className="visually-hidden" aria-live="assertive">
        {asked === null ? '' : words.approval.announce(asked)}
      </div>
    </>
  )
}
