import ChevronLeft from 'lucide-react/icons/chevron-left'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { CallFilter } from '#contracts/inspection.ts'
import { Button } from '../kit/button.tsx'
import { turnInspector } from '../inspect-target.ts'
import type { InspectSubject } from '../page-state.ts'
import { usePage, usePageStore, useTranscript } from '../store.ts'
import { STRUCTURE } from '../transcript.ts'
import { CallInspection } from './call-inspection.tsx'
import { CallList } from './call-list.tsx'
import { inspectorWords as words } from './inspector-words.ts'
import { RunInspection } from './run-inspection.tsx'
import { ToolInspection } from './tool-inspection.tsx'
import { ToolList } from './tool-list.tsx'
import styles from './inspector.module.css'

const KINDS = ['call', 'tool', 'run'] as const
const START: InspectSubject = { kind: 'call', callId: null }

/** Why each call was let or not, why the model sees each tool or not, and what it is told. Fills the pane that it stands in. */
export function Inspector({ sessionId }: { sessionId: string }) {
  const store = usePageStore()
  const pane = useRef<HTMLDivElement>(null)
  const subject = usePage(({ inspecting }) => (inspecting?.sessionId === sessionId ? inspecting.subject : START))
  const [filter, setFilter] = useState<CallFilter>({ text: '', tool: null, state: null })
  const [toolText, setToolText] = useState('')
  const version = useRunVersion(sessionId)
  const turn = (to: InspectSubject) => turnInspector(store, sessionId, to)
  const open = keyOf(subject)

  /** Back to the list, to the line that led here. */
  const back = () => {
    if (subject.kind === 'run' || open === null) return
    turn(subject.kind === 'call' ? START : { kind: 'tool', tool: null })
    const lines = [...(pane.current?.querySelectorAll<HTMLElement>('[data-key]') ?? [])]
    // The list is out of sight in a narrow pane until the page has been drawn anew.
    requestAnimationFrame(() => lines.find((line) => line.dataset['key'] === open)?.focus())
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || open === null) return
    event.preventDefault()
    back()
  }
  const showTool = (tool: string) => turn({ kind: 'tool', tool })
  const showCall = (callId: string) => turn({ kind: 'call', callId })

  return (
    <div ref={pane} className={styles.inspector} data-open={open === null ? undefined : ''} onKeyDown={onKeyDown}>
      <div className={styles.bar} role="group" aria-label={words.views}>
        {KINDS.map((kind) => (
          <button
            key={kind}
            type="button"
            aria-pressed={subject.kind === kind}
            onClick={() => turn(kind === 'run' ? { kind } : kind === 'call' ? START : { kind, tool: null })}
          >
            {words.view[kind]}
          </button>
        ))}
      </div>
      {subject.kind === 'run' ? (
        <div className={styles.detail}>
          <RunInspection sessionId={sessionId} onTool={showTool} onCall={showCall} version={version} />
        </div>
      ) : (
        <div className={styles.panes}>
          <div className={styles.list}>
            {subject.kind === 'call' ? (
              <CallList sessionId={sessionId} filter={filter} onFilter={setFilter} open={open} onOpen={showCall} />
            ) : (
              <ToolList
                sessionId={sessionId}
                text={toolText}
                onText={setToolText}
                open={open}
                onOpen={showTool}
                version={version}
              />
            )}
          </div>
          <div className={styles.detail} key={`${subject.kind} ${open}`}>
            {open === null ? (
              <p className={styles.empty}>{subject.kind === 'call' ? words.calls.choose : words.tools.choose}</p>
            ) : (
              <>
                <Button small look="quiet" className={styles.back ?? ''} icon={ChevronLeft} onClick={back}>
                  {words.back[subject.kind]}
                </Button>
                {subject.kind === 'call' ? (
                  <CallInspection sessionId={sessionId} callId={open} onOpen={showCall} onTool={showTool} />
                ) : (
                  <ToolInspection
                    sessionId={sessionId}
                    tool={open}
                    version={version}
                    onCalls={(tool) => {
                      setFilter({ text: '', tool, state: null })
                      turn(START)
                    }}
                  />
                )}
              </>
            )}
          </div>
        </div>
      )}
    </div>
  )
}

function keyOf(subject: InspectSubject): string | null {
  return subject.kind === 'call' ? subject.callId : subject.kind === 'tool' ? subject.tool : null
}

/** Another one whenever what the model is told may have changed: a turn, a call, the mode, the model. */
function useRunVersion(sessionId: string): string {
  const calls = useTranscript(sessionId, STRUCTURE, (transcript) => transcript.calls.size)
  const session = usePage((state) => state.sessions.get(sessionId))
  return [
    calls,
    session?.turn.status,
    session?.mode,
    session?.model?.modelId,
    session?.nextSeq,
    session?.contextTokens,
  ].join(' ')
}
