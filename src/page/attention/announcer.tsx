import { useState } from 'react'
import { endOfTurn } from './end-of-turn.ts'
import { isOwnTurn } from '../is-own-turn.ts'
import { showInvisible } from '../kit/show-invisible.ts'
import { altChord } from '../shortcuts.ts'
import { usePage, useTranscript } from '../store.ts'
import { STRUCTURE } from '../transcript.ts'
import { askedBy } from '../waiting-session.ts'
import { words } from '../words.ts'

/** Tells a screen reader of turns and questions. Never of tokens: the conversation itself is not live. */
export function Announcer() {
  const selected = usePage((state) => state.selected)
  const asked = usePage((state) => (state.selected === null ? null : askedBy(state, state.selected)))
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
  const end = useTranscript(sessionId, STRUCTURE, endOfTurn)
  const [was, setWas] = useState({ sessionId, status })
  const [turn, setTurn] = useState('')
  if (was.sessionId !== sessionId || was.status !== status) {
    setWas({ sessionId, status })
    const { turnStarted, turnStopped, ownStarted } = words.conversation
    // The first status of a session is how it was found, not news.
    if (was.sessionId !== sessionId || was.status === null) setTurn('')
    else if (status === 'running' && was.status !== 'waiting') setTurn(own ? ownStarted : turnStarted)
    else if (status === 'idle') setTurn(end)
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
