import { useEffect, useId, useState } from 'react'
import { RULE_TARGET_CHARS } from '#contracts/limits.ts'
import { RULE_VERDICTS, type RuleDraft, type RulePreview, type RuleTargetKind } from '#contracts/rules.ts'
import { PRESENTATION } from '#tools/presentation.ts'
import { Button } from '../kit/button.tsx'
import fields from '../kit/field.module.css'
import { PastCalls } from '../kit/past-calls.tsx'
import { Select } from '../kit/select.tsx'
import { Spoken } from '../kit/spoken.tsx'
import { useDispatch } from '../runtime.ts'
import { usePageStore, useSelectedSession } from '../store.ts'
import { words } from '../words.ts'
import { Choice } from './choice.tsx'
import { rulesWords } from './rules-words.ts'
import styles from './rules.module.css'

/** A pause in typing before the past is looked through: hundreds of stored calls each time. */
const PREVIEW_AFTER_MS = 200
const KINDS = ['any', 'path', 'command', 'address'] as const satisfies readonly RuleTargetKind[]
const TOOLS = [...PRESENTATION].map(([value, { description }]) => ({ value, label: value, about: description }))

/** Writes a rule by hand. While it is written, it says what it will mean and what it would have matched. */
export function RuleForm({ onDone }: { onDone: () => void }) {
  const text = rulesWords.form
  const dispatch = useDispatch()
  const store = usePageStore()
  const session = useSelectedSession()
  const [draft, setDraft] = useState<RuleDraft>({ verdict: 'ask', tool: '*', kind: 'any', text: '', workspaceId: null })
  const [saving, setSaving] = useState(false)
  const ids = { text: useId(), hint: useId(), problem: useId() }
  const preview = usePreview(draft)
  const change = (part: Partial<RuleDraft>) => setDraft((before) => ({ ...before, ...part }))
  const problem = draft.text === '' && draft.kind !== 'any' ? undefined : problemOf(preview)

  const save = async () => {
    setSaving(true)
    const saved = await dispatch('rules.add', { draft })
    setSaving(false)
    if (saved !== null) onDone()
  }
  const describedBy = `${ids.hint} ${ids.problem}`
  return (
    <form
      className={styles.form}
      aria-label={text.title}
      onSubmit={(event) => {
        event.preventDefault()
        if (!saving) void save()
      }}
    >
      <Choice
        legend={text.verdict}
        options={RULE_VERDICTS.map((value) => ({ value, label: words.ruleVerdicts[value] }))}
        value={draft.verdict}
        onChange={(verdict) => change({ verdict })}
      />
      <div className={fields.field}>
        <span>{text.tool}</span>
        <Select
          name={text.tool}
          value={draft.tool}
          shown={draft.tool === '*' ? text.everyTool : draft.tool}
          groups={[
            { label: '', choices: [{ value: '*', label: text.everyTool }] },
            { label: '', choices: TOOLS },
          ]}
          onChange={(tool) => change({ tool })}
        />
      </div>
      <Choice
        legend={text.kind}
        options={KINDS.map((value) => ({ value, label: text.kinds[value] }))}
        value={draft.kind}
        onChange={(kind) => change({ kind, text: '' })}
      />
      {draft.kind !== 'any' && (
        <div className={fields.field}>
          <label htmlFor={ids.text}>{text.text[draft.kind]}</label>
          {draft.kind === 'command' ? (
            <textarea
              id={ids.text}
              className={fields.input}
              rows={3}
              spellCheck={false}
              maxLength={RULE_TARGET_CHARS}
              value={draft.text}
              aria-describedby={describedBy}
              aria-invalid={problem !== undefined}
              onChange={(event) => change({ text: event.target.value })}
            />
          ) : (
            <input
              id={ids.text}
              className={fields.input}
              autoComplete="off"
              spellCheck={false}
              maxLength={RULE_TARGET_CHARS}
              value={draft.text}
              aria-describedby={describedBy}
              aria-invalid={problem !== undefined}
              onChange={(event) => change({ text: event.target.value })}
            />
          )}
          <small id={ids.hint}>{text.hints[draft.kind]}</small>
          <p id={ids.problem} className={styles.wrong} aria-live="polite">
            {problem}
          </p>
        </div>
      )}
      {session !== null && (
        <Choice
          legend={text.place}
          options={[
            { value: '', label: text.everywhere },
            { value: session.workspaceId, label: text.here },
          ]}
          value={draft.workspaceId ?? ''}
          onChange={(value) => change({ workspaceId: value === '' ? null : value })}
        />
      )}
      {preview !== null && preview.words !== '' && (
        <div className={styles.means}>
          <p>
            <span className={styles.quiet}>{text.means}</span> <Spoken text={`${preview.words}.`} />
          </p>
          {preview.notes.map((note) => (
            <p key={note} className={styles.quiet}>
              {note}
            </p>
          ))}
          <PastCalls past={preview.past} onFollow={() => store.setState({ dialog: null })} />
        </div>
      )}
      <div className={styles.acts}>
        <Button look="primary" type="submit" disabled={saving || preview === null || preview.problems.length > 0}>
          {text.save}
        </Button>
        <Button disabled={saving} onClick={onDone}>
          {words.actions.cancel}
        </Button>
      </div>
    </form>
  )
}

/** What the draft means as it stands; null while that is not known yet. */
function usePreview(draft: RuleDraft): RulePreview | null {
  const dispatch = useDispatch()
  const [answer, setAnswer] = useState<{ draft: RuleDraft; preview: RulePreview } | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    const timer = setTimeout(() => {
      void dispatch('rules.preview', { draft }, stop.signal).then((preview) => {
        if (preview !== null && !stop.signal.aborted) setAnswer({ draft, preview })
      })
    }, PREVIEW_AFTER_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [dispatch, draft])
  // What was said of another draft must not be what is saved.
  return answer?.draft === draft ? answer.preview : null
}

/** What is wrong with what was typed. The tool is chosen from those that there are. */
function problemOf(preview: RulePreview | null): string | undefined {
  return preview?.problems.find(({ field }) => field === 'text')?.message
}
