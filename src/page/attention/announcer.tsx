import { useState } from 'react'
import { isOwnTurn } from '../is-own-turn.ts'
import { showInvisible } from '../kit/show-invisible.ts'
import { altChord } from '../shortcuts.ts'
import { usePage, useTranscript } from '../store.ts'
import { STRUCTURE } from '../transcript.ts'
import { words } from '../words.ts'

/** Tells a screen reader of turns and questions. Never of tokens: the conversation itself is not live. */
export function Announcer() {
  const selected = usePage((state) => state.selected)
  const asked = usePage((state) => {
    for (const each of state.approvals.values()) if (each.sessionId === state.selected) return each.title
    for (const each of state.questions.values()) if (each.sessionId === state.selected) return each.question
    return null
  })
  return (
    <>
      {selected === null ? <Said /> : <Turns sessionId={selected} />}
      <div className="visually-hidden" aria-live="assertive">
        {asked === null ? '' : words.approval.announce(showInvisible(asked), altChord('A'))}
      </div>
    </>
  )
}

/** What became of the turn of the session that is shown. */
function Turns({ sessionId }: { sessionId: string }) {
  const status = usePage((state) => state.sessions.get(sessionId)?.turn.status ?? null)
  const own = useTranscript(sessionId, STRUCTURE, isOwnTurn)
  const [was, setWas] = useState({ sessionId, status })
  const [turn, setTurn] = useState('')
  if (was.sessionId !== sessionId || was.status !== status) {
    setWas({ sessionId, status })
    const { turnStarted, turnDone, turnStopped, ownStarted, ownDone } = words.conversation
    // The first status of a session is how it was found, not news.
    if (was.sessionId !== sessionId || was.status === null) setTurn('')
    else if (status === 'running' && was.status !== 'waiting') setTurn(own ? ownStarted : turnStarted)
    else if (status === 'idle') setTurn(own ? ownDone : turnDone)
    else if (status === 'interrupted') setTurn(turnStopped)
  }
  return <Said text={turn} />
}

function Said({ text = '' }: { text?: string }) {
  return (
    <div className="visually-hidden" aria-live="polite">
      {text}
    </div>
  )
}
