import ArrowUp from 'lucide-react/icons/arrow-up'
import Paperclip from 'lucide-react/icons/paperclip'
import Square from 'lucide-react/icons/square'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import X from 'lucide-react/icons/x'
import { type ClipboardEvent, type KeyboardEvent, useId, useLayoutEffect, useRef } from 'react'
import { MESSAGE_MAX_CHARS, PASTE_MAX_CHARS } from '#contracts/limits.ts'
import type { Session } from '#contracts/sessions.ts'
import { FRESH, KEPT_MAX_CHARS, useDraft } from '../drafts.ts'
import { IconButton } from '../kit/button.tsx'
import { showInvisible } from '../kit/show-invisible.ts'
import { typed } from '../last-typed.ts'
import { useDispatch } from '../runtime.ts'
import { usePageStore } from '../store.ts'
import { words } from '../words.ts'
import { AttachmentList } from './attachment-list.tsx'
import { ModelSelect } from './model-select.tsx'
import { ModeSelect } from './mode-select.tsx'
import { Queue } from './queue.tsx'
import { isShellCommand } from './may-be-intent.ts'
import { meansText } from './paste-files.ts'
import { pastedFile } from './pasted-text.ts'
import { useAddFiles } from './use-add-files.ts'
import { useCaret } from './use-caret.ts'
import { useDropAnywhere } from './use-drop-anywhere.ts'
import { useLateEdits } from './use-editing.ts'
import { useGrownHeight } from './use-grown-height.ts'
import { useMention } from './use-mention.tsx'
import { useSend } from './use-send.ts'
import { useSlash } from './use-slash.tsx'
import styles from './composer.module.css'

/** Where the person writes. While a turn runs, what is sent waits in the queue. */
export function Composer({ session, readOnly }: { session: Session | null; readOnly: boolean }) {
  const store = usePageStore()
  const dispatch = useDispatch()
  const { drafts } = store
  const key = session?.id ?? FRESH
  const { text, attachments, reading, waiting, sending, refused } = useDraft(drafts, key)
  const addFiles = useAddFiles(key)
  const send = useSend(session)
  const field = useRef<HTMLTextAreaElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const running = session !== null && (session.turn.status === 'running' || session.turn.status === 'waiting')
  const caret = useCaret()
  const onChange = (changed: string) => drafts.change(key, { text: changed })
  const mention = useMention({ field, sessionId: session?.id ?? null, text, caret, onChange })
  const slash = useSlash({ field, session, text, caret, onChange })
  const suggests = slash.active ?? mention.active
  const shell = attachments.length === 0 && isShellCommand(text)
  const tooLongToKeep = text.length > KEPT_MAX_CHARS
  const said = shell ? words.composer.shellHint : tooLongToKeep ? words.composer.notKept(KEPT_MAX_CHARS) : null
  const hint = useId()
  const whyNot = useId()
  const describedBy = [...(refused === null ? [] : [whyNot]), ...(said === null ? [] : [hint])].join(' ')
  const empty = text.trim() === '' && attachments.length + reading.length === 0

  useLayoutEffect(() => drafts.shown(key), [drafts, key])
  useGrownHeight(field, text)
  useLateEdits(session)
  const dragging = useDropAnywhere(field, readOnly, (files) => void addFiles(files))

  const stop = () => {
    if (session !== null) void dispatch('turn.stop', { sessionId: session.id })
  }
  const onKey = (event: KeyboardEvent) => {
    // While an input method composes, Enter accepts its suggestion. 229 is how older ones say so.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    if (slash.onKey(event) || mention.onKey(event)) return
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      if (!readOnly) void send()
    }
    if (event.key === 'Escape' && (waiting || running)) {
      event.preventDefault()
      if (waiting) drafts.callOff(key)
      else stop()
    }
  }
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files]
    const names = files.map(({ name }) => name)
    const pasted = event.clipboardData.getData('text/plain')
    const meant = files.length === 0 || meansText(pasted, names) ? longText(pasted) : files
    if (readOnly || meant.length === 0) return
    event.preventDefault()
    void addFiles(meant)
  }
  const putIn = (index: number, pasted: string) => {
    drafts.change(key, { attachments: attachments.filter((_, at) => at !== index) })
    drafts.add(key, pasted)
    field.current?.focus()
  }

  return (
    <div className={styles.composer}>
      {session !== null && session.queue.length > 0 && <Queue session={session} readOnly={readOnly} />}
      <div className={styles.box}>
        {slash.list}
        {mention.list}
        <AttachmentList
          attachments={attachments}
          reading={reading}
          room={MESSAGE_MAX_CHARS - text.length}
          onPutIn={putIn}
          onStop={(id) => drafts.endReading(id, null)}
          onRemove={(index) => drafts.change(key, { attachments: attachments.filter((_, at) => at !== index) })}
        />
        <textarea
          ref={field}
          data-composer=""
          className={styles.field}
          aria-label={words.composer.label}
          placeholder={
            readOnly
              ? words.composer.readOnlyPlaceholder
              : running
                ? words.composer.queuePlaceholder
                : session !== null && session.queue.length > 0
                  ? words.composer.behindPlaceholder
                  : words.composer.placeholder
          }
          rows={1}
          value={text}
          readOnly={readOnly}
          aria-autocomplete="list"
          aria-controls={suggests?.list}
          aria-activedescendant={suggests?.option}
          aria-invalid={refused !== null || undefined}
          aria-describedby={describedBy || undefined}
          {...caret.field}
          onChange={({ currentTarget }) => {
            typed()
            caret.set(currentTarget.selectionStart)
            onChange(currentTarget.value)
          }}
          onKeyDown={onKey}
          onPaste={onPaste}
        />
        <div role="alert">
          {refused !== null && (
            <p id={whyNot} className={styles.refused}>
              <TriangleAlert size={14} aria-hidden="true" />
              <span>{showInvisible(refused)}</span>
            </p>
          )}
        </div>
        {said !== null && (
          <p id={hint} className={styles.hint}>
            {said}
          </p>
        )}
        <div className={styles.bar}>
          <IconButton
            name={words.composer.attach}
            icon={Paperclip}
            disabled={readOnly}
            onClick={() => picker.current?.click()}
          />
          <input
            ref={picker}
            type="file"
            multiple
            hidden
            aria-label={words.composer.attach}
            onChange={(event) => {
              void addFiles([...(event.target.files ?? [])])
              event.target.value = ''
            }}
          />
          <ModeSelect session={session} disabled={readOnly} />
          <ModelSelect session={session} disabled={readOnly} />
          <div className={styles.end}>
            <span className={styles.waits} role="status">
              {waiting ? words.composer.waits : ''}
            </span>
            {running && (
              <IconButton
                className={styles.stop ?? ''}
                name={words.composer.stop}
                hint="Esc"
                icon={Square}
                size={14}
                disabled={readOnly}
                onClick={() => {
                  field.current?.focus()
                  stop()
                }}
              />
            )}
            {waiting ? (
              <IconButton
                className={styles.stop ?? ''}
                name={words.composer.callOff}
                hint="Esc"
                icon={X}
                onClick={() => drafts.callOff(key)}
              />
            ) : (
              <IconButton
                className={styles.send ?? ''}
                name={words.composer.send}
                hint="Enter"
                icon={ArrowUp}
                disabled={empty || sending || readOnly}
                onClick={() => {
                  // It can no longer be pressed once nothing is left to send.
                  field.current?.focus()
                  void send()
                }}
              />
            )}
          </div>
        </div>
        {dragging && <p className={styles.drop}>{words.composer.drop}</p>}
      </div>
    </div>
  )
}

/** A text that is too long to be written on in a field, as a file; nothing for any other. */
function longText(text: string): File[] {
  return text.length > PASTE_MAX_CHARS ? [pastedFile(text)] : []
}
