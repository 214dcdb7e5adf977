import { useEffect, useMemo } from 'react'
import type { Approval } from '#contracts/approvals.ts'
import { usePage, usePageStore } from '../store.ts'
import { ApprovalCard } from './approval-card.tsx'
import { QuestionCard } from './question-card.tsx'

/** What waits for the person in one session, above the composer so that it is never scrolled away. */
export function Approvals({ sessionId }: { sessionId: string }) {
  const approvals = usePage((state) => state.approvals)
  const questions = usePage((state) => state.questions)
  const waiting = useMemo(() => inOrder([...approvals.values()], sessionId), [approvals, sessionId])
  const asked = useMemo(() => byAge([...questions.values()], sessionId), [questions, sessionId])
  const question = asked[0]
  const { halfWritten } = usePageStore().drafts
  const isOpen = usePage((state) => state.opened.has(sessionId))
  useEffect(() => {
    // Until the session is opened nobody knows what waits in it.
    if (isOpen) halfWritten.forgetAnswered(sessionId, (id) => approvals.has(id) || questions.has(id))
  }, [halfWritten, isOpen, sessionId, approvals, questions])
  return (
    <>
      {waiting.length > 0 && <ApprovalCard approvals={waiting} />}
      {question !== undefined && <QuestionCard key={question.id} question={question} />}
    </>
  )
}

/** The calls of one answer in its order, whatever the order in which they came to be asked about. */
function inOrder(all: Approval[], sessionId: string): Approval[] {
  const place = ({ position }: Approval) => position ?? 0
  return byAge(all, sessionId).toSorted((a, b) => (a.turnId === b.turnId ? place(a) - place(b) : 0))
}

function byAge<T extends { sessionId: string; askedAt: number }>(all: T[], sessionId: string): T[] {
  return all.filter((each) => each.sessionId === sessionId).toSorted((a, b) => a.askedAt - b.askedAt)
}
