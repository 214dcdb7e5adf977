import { useId } from 'react'
import { isPersonal, type CallView } from '#contracts/calls.ts'
import { duration, elapsed } from '../kit/format.ts'
import { useNow } from '../kit/use-now.ts'
import { Spoken } from '../kit/spoken.tsx'
import { usePage, useTranscript } from '../store.ts'
import { callKey, outputKey } from '../transcript.ts'
import { whereItFailed } from '../where-it-failed.ts'
import { words } from '../words.ts'
import { CallDetails } from './call-details.tsx'
import { callDuration, GLYPHS, shownState } from '../kit/call-state.ts'
import { useOpened } from './use-opened.ts'
import { showInvisible } from '../kit/show-invisible.ts'
import styles from './call-line.module.css'

/** A call as one quiet line: its state, what it does, what came of it, how long it took. It opens to the rest. */
export function CallLine(props: {
  sessionId: string
  callId: string
  name: string
  /** What it is remembered by while it is open. */
  openKey: string
}) {
  const { sessionId, callId, name, openKey } = props
  const call = useTranscript(sessionId, callKey(callId), (transcript) => transcript.calls.get(callId))
  const askedFor = call !== undefined && wasAskedFor(call)
  const [open, setOpen] = useOpened(sessionId, [openKey], askedFor)
  const details = useId()
  // A call that asks has started, but what it does is wait.
  const asks = usePage(({ questions }) => [...questions.values()].some((question) => question.callId === callId))
  const state = asks ? 'asked' : shownState(call)
  const running = state === 'started'
  const now = useNow(running)
  const said = useTranscript(sessionId, outputKey(callId), (transcript) => transcript.outputs.get(callId))
  const lastLine = running && said !== undefined ? (said.text.trimEnd().split('\n').at(-1) ?? '') : ''
  const Glyph = GLYPHS[state]
  const took = call === undefined ? null : callDuration(call, now)
  const summary = call?.client?.summary ?? ''
  const ended = state === 'ok' || state === 'exited'
  const failure = ended ? undefined : call?.failure

  return (
    <div className={styles.call}>
      <button
        type="button"
        className={styles.line}
        data-state={state}
        aria-expanded={open}
        aria-controls={details}
        disabled={call === undefined}
        onClick={() => setOpen(!open)}
      >
        <Glyph className={styles.glyph ?? ''} size={14} aria-hidden="true" />
        <span className="visually-hidden">
          {state === 'exited' ? words.call.exited(summary) : words.call.states[state]}:{' '}
        </span>
        <span className={styles.words}>
          {call === undefined ? <code>{showInvisible(name)}</code> : showInvisible(call.words)}
        </span>
        {ended ? (
          summary !== '' && (
            <span className={styles.summary} aria-hidden={state === 'exited' || undefined}>
              {showInvisible(summary)}
            </span>
          )
        ) : (
          <span className={styles.state} aria-hidden="true">
            {words.call.states[state]}
          </span>
        )}
        {took !== null && (running ? took >= 1_000 : true) && (
          <span className={styles.duration}>{running ? elapsed(took) : duration(took)}</span>
        )}
      </button>
      {lastLine !== '' && !open && (
        <p className={styles.live} aria-hidden="true">
          {showInvisible(lastLine.slice(-200))}
        </p>
      )}
      {failure !== undefined && (
        <p className={styles.failure}>
          {/* What was stopped, or whose end is unknown, did not fail at a stage: its own sentence says it all. */}
          {state !== 'cancelled' && state !== 'unknown' && <b>{whereItFailed(failure, call?.status)}. </b>}
          <Spoken text={failure.message} />
          {failure.partialEffect === true && ` ${words.call.partial}`}
        </p>
      )}
      {state === 'unknown' && failure === undefined && <p className={styles.failure}>{words.call.unknownAdvice}</p>}
      <div id={details} hidden={!open}>
        {open && call !== undefined && <CallDetails call={call} brief={askedFor} />}
      </div>
    </div>
  )
}

/** Whether a call that the person typed said more than its line does: that is what he asked for. */
function wasAskedFor({ source, client }: CallView): boolean {
  if (!isPersonal(source)) return false
  if (client?.kind === 'shell') return client.output !== ''
  return client?.kind === 'text' && client.text.includes('\n')
}
