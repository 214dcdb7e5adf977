import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import type { Approval, ApprovalAnswer } from '#contracts/approvals.ts'
import { focusMessage } from '../focus-message.ts'
import { Button } from '../kit/button.tsx'
import { RiskMark } from '../kit/risk-mark.tsx'
import { ScrollBox } from '../kit/scroll-box.tsx'
import { showInvisible } from '../kit/show-invisible.ts'
import { Spoken } from '../kit/spoken.tsx'
import { useDispatch } from '../runtime.ts'
import { takesLetters } from '../shortcuts.ts'
import { words } from '../words.ts'
import { AlwaysAllow } from './always-allow.tsx'
import { DenyForm } from './deny-form.tsx'
import { EffectView } from './effect-view.tsx'
import { ReachHint } from './reach-hint.tsx'
import { useArmed } from './use-armed.ts'
import { useCardFocus } from './use-card-focus.ts'
import styles from './card.module.css'

/**
 * The gate's question: what exactly will happen, at what risk, and one key for each answer. Several that
 * wait stand as rows of one card; one of them is open, and the keys mean that one.
 */
export function ApprovalCard({ approvals }: { approvals: readonly Approval[] }) {
  const dispatch = useDispatch()
  const [chosen, setChosen] = useState<string | null>(null)
  const [denying, setDenying] = useState(false)
  const [ruling, setRuling] = useState<string | null>(null)
  const [sent, setSent] = useState<ReadonlySet<string>>(new Set())
  const card = useRef<HTMLElement>(null)
  const open = approvals.find((each) => each.id === chosen) ?? approvals[0]
  const armed = useArmed(open?.id ?? '')
  const elsewhere = useCardFocus(card, open?.id ?? '')
  const title = useId()
  const mayRule = open?.ruleWords != null
  const allArmed = useArmed(approvals.map(({ id }) => id).join())

  const answer = async (approval: Approval, verdict: ApprovalAnswer['verdict'], reason?: string) => {
    if (sent.has(approval.id)) return
    setSent((held) => new Set(held).add(approval.id))
    setDenying(false)
    const given = {
      verdict,
      planDigest: approval.planDigest,
      ...(reason === undefined || reason === '' ? {} : { reason }),
    }
    const taken = await dispatch('approval.answer', {
      sessionId: approval.sessionId,
      approvalId: approval.id,
      answer: given,
    })
    // A refused answer can be given again; a taken one goes with the event that settles it.
    if (taken === null) setSent((held) => new Set([...held].filter((id) => id !== approval.id)))
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (open === undefined || event.defaultPrevented || event.isComposing || event.repeat) return
    // A card that is out of sight answers nothing: its pane is hidden, under a drawer or behind a dialog.
    if (card.current?.checkVisibility() !== true || card.current.closest('[inert], [aria-hidden=true]') !== null) return
    if (event.ctrlKey || event.metaKey || event.altKey || takesLetters(event.target)) return
    const key = event.key.toLowerCase()
    const act = (done: () => void) => {
      event.preventDefault()
      if (armed) done()
    }
    if (key === 'a') act(() => void answer(open, 'allow-once'))
    if (key === 's' && open.sessionScope !== null) act(() => void answer(open, 'allow-session'))
    // The first press shows the rule, the one after it is what the panel listens for.
    if (key === 'r' && mayRule && ruling !== open.id) act(() => setRuling(open.id))
    if (key === 'd' && event.shiftKey) act(() => setDenying(true))
    else if (key === 'd') act(() => void answer(open, 'deny'))
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
  useLayoutEffect(() => {
    const shown = card.current
    return () => {
      // Answered from within: the focus goes back to where one writes, not to nowhere.
      if (shown?.contains(document.activeElement) && window.matchMedia('(pointer: fine)').matches) focusMessage()
    }
  }, [])
  if (open === undefined) return null
  const busy = sent.has(open.id)
  const scope = open.sessionScope === null ? undefined : words.approval.scope(showInvisible(open.sessionScope))

  return (
    <section
      ref={card}
      className={styles.card}
      role="group"
      aria-label={words.approval.label}
      aria-describedby={title}
      tabIndex={-1}
    >
      <ReachHint shown={elsewhere} />
      {approvals.length > 1 && (
        <div className={styles.many}>
          <b>{words.approval.many(approvals.length)}</b>
          <Button
            small
            aria-disabled={!allArmed}
            onClick={() => allArmed && approvals.forEach((each) => void answer(each, 'allow-once'))}
          >
            {words.approval.allowAll(approvals.length)}
          </Button>
        </div>
      )}
      <ScrollBox className={styles.rows} name={words.approval.effect}>
        {approvals.map((approval) =>
          approval === open ? (
            <div key={approval.id} className={styles.open}>
              <h2 id={title} className={styles.title} data-brief={approval.effect.kind === 'command' || undefined}>
                <Spoken text={approval.title} />
              </h2>
              <EffectView effect={approval.effect} />
            </div>
          ) : (
            <button key={approval.id} type="button" className={styles.row} onClick={() => setChosen(approval.id)}>
              <Spoken text={approval.title} />
            </button>
          ),
        )}
      </ScrollBox>
      {/* Outside of what scrolls: in a low window too, nobody answers without seeing the risk and the reason. */}
      <ScrollBox className={styles.why} name={words.approval.why}>
        <RiskMark risk={open.risk} />
        <span>
          <Spoken text={open.reason} />
        </span>
      </ScrollBox>
      {denying ? (
        <DenyForm
          onDeny={(reason) => void answer(open, 'deny', reason)}
          onBack={() => {
            setDenying(false)
            card.current?.focus()
          }}
        />
      ) : (
        <div className={styles.answers}>
          <Button
            look="ask"
            hint="A"
            disabled={busy}
            aria-disabled={!armed}
            onClick={() => armed && void answer(open, 'allow-once')}
          >
            {words.approval.allowOnce}
          </Button>
          {open.sessionScope !== null && (
            <Button
              hint="S"
              disabled={busy}
              aria-disabled={!armed}
              data-tip={scope}
              onClick={() => armed && void answer(open, 'allow-session')}
            >
              {words.approval.allowSession}
            </Button>
          )}
          {mayRule && (
            <Button
              hint="R"
              disabled={busy}
              aria-disabled={!armed}
              aria-expanded={ruling === open.id}
              onClick={() => armed && setRuling(ruling === open.id ? null : open.id)}
            >
              {words.approval.always}
            </Button>
          )}
          <Button hint="D" disabled={busy} aria-disabled={!armed} onClick={() => armed && void answer(open, 'deny')}>
            {words.approval.deny}
          </Button>
          <Button
            look="quiet"
            hint="⇧D"
            disabled={busy}
            aria-disabled={!armed}
            onClick={() => armed && setDenying(true)}
          >
            {words.approval.giveReason}
          </Button>
        </div>
      )}
      {mayRule && ruling === open.id && !denying && (
        <AlwaysAllow
          key={open.id}
          approval={open}
          busy={busy}
          onAllow={() => void answer(open, 'allow-rule')}
          onClose={() => {
            setRuling(null)
            card.current?.focus()
          }}
        />
      )}
      {scope !== undefined && !denying && ruling !== open.id && <p className={styles.scope}>{scope}</p>}
    </section>
  )
}
