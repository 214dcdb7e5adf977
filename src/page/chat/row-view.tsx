import { memo } from 'react'
import { CallLine } from './call-line.tsx'
import { DraftLine, RefusedLine } from './unfinished-call.tsx'
import type { Row } from './build-rows.ts'
import { EndedLine } from './ended-line.tsx'
import { FoldLine } from './fold-line.tsx'
import { NoteRow } from './note-row.tsx'
import { OlderRow } from './older-row.tsx'
import { OwnLine } from './own-line.tsx'
import { ImagePart, TextPart } from './parts.tsx'
import { Reasoning } from './reasoning.tsx'
import { UserMessageView } from './user-message.tsx'

/** One row. It renders anew when its row does; what streams inside subscribes by itself. */
export const RowView = memo(
  function RowView({ row, sessionId }: { row: Row; sessionId: string }) {
    switch (row.kind) {
      case 'older':
        return <OlderRow sessionId={sessionId} />
      case 'user':
        return <UserMessageView message={row.message} />
      case 'own':
        return <OwnLine message={row.message} />
      case 'text':
        return <TextPart sessionId={sessionId} seq={row.seq} part={row.part} done={row.done} />
      case 'reasoning':
        return <Reasoning sessionId={sessionId} seq={row.seq} part={row.part} done={row.done} openKey={row.key} />
      case 'image':
        return <ImagePart sessionId={sessionId} seq={row.seq} part={row.part} />
      case 'call':
        return <CallLine sessionId={sessionId} callId={row.callId} name={row.name} openKey={row.key} />
      case 'fold':
        return <FoldLine sessionId={sessionId} callIds={row.callIds} kind={row.words} />
      case 'refused':
        return <RefusedLine call={row.call} />
      case 'draft':
        return <DraftLine sessionId={sessionId} draftKey={row.key} />
      case 'ended':
        return <EndedLine message={row.message} />
      case 'note':
        return <NoteRow sessionId={sessionId} seq={row.seq} endsAnswer={row.endsAnswer} />
    }
  },
  (before, after) => before.sessionId === after.sessionId && sameRow(before.row, after.row),
)

/** Rows are built anew with each change of structure; most say what they said before. */
function sameRow(a: Row, b: Row): boolean {
  if (a.key !== b.key || a.kind !== b.kind) return false
  if (a.kind === 'fold' && b.kind === 'fold') return a.words === b.words && a.callIds.join() === b.callIds.join()
  const left = Object.entries(a)
  const right = new Map(Object.entries(b))
  return left.length === right.size && left.every(([name, value]) => right.get(name) === value)
}
