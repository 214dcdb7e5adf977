import { useId, useLayoutEffect, useRef, useState } from 'react'
import type { Approval, ApprovalAnswer } from '#contracts/approvals.ts'
import { focusMessage } from '../focus-message.ts'
import { answerKey, useHalfWritten } from '../half-written.ts'
import { RiskMark } from '../kit/risk-mark.tsx'
import { ScrollBox } from '../kit/scroll-box.tsx'
import { showInvisible } from '../kit/show-invisible.ts'
import { Spoken } from '../kit/spoken.tsx'
import { useClipped } from '../kit/use-clipped.ts'
import { useDispatch } from '../runtime.ts'
import { usePageStore } from '../store.ts'
import { words } from '../words.ts'
import { AlwaysAllow } from './always-allow.tsx'
import { AnswerAll } from './answer-all.tsx'
import { ApprovalAnswers } from './approval-answers.tsx'
import { DenyForm } from './deny-form.tsx'
import { EffectView } from './effect-view.tsx'
import { ReachHint } from './reach-hint.tsx'
import { useArmed } from './use-armed.ts'
import { useCardFocus } from './use-card-focus.ts'
import { useCardKeys } from './use-card-keys.ts'
import { useRulePreview } from './use-rule-preview.ts'
import { WaitingRow } from './waiting-row.tsx'
import styles from './card.module.css'

/** What the person had shown below the open question, or put away; and which approval it belongs to: it goes with that one. */
interface Below {
  part: 'rule' | 'reason' | null
  approvalId: string
}

/** Which asking this is: a call whose file changed meanwhile is asked about again, under the same id. */
function askingOf({ id, askedAt }: Approval): string {
  return `${id} ${askedAt}`
}

/**
 * The gate's question: what exactly will happen, at what risk, and one key for each answer. Of several that wait one is
 * open, which the answers and keys mean; the others stand as rows below, each opened by a press.
 */
export function ApprovalCard({ approvals }: { approvals: readonly Approval[] }) {
  const dispatch = useDispatch()
  const [chosen, setChosen] = useState<string | null>(null)
  const [below, setBelow] = useState<Below | null>(null)
  /** Askings that were answered. */
  const [sent, setSent] = useState<ReadonlySet<string>>(new Set())
  const card = useRef<HTMLElement>(null)
  const { ref } = useClipped(card)
  const open = approvals.find((each) => each.id === chosen) ?? approvals[0]
  const openId = open?.id ?? ''
  const asking = open === undefined ? '' : askingOf(open)
  const [begun] = useHalfWritten(usePageStore().drafts.halfWritten, open?.sessionId ?? '', answerKey(openId))
  const asked = below?.approvalId === openId ? below : null
  // A reason that was begun before a reload, or while another session was shown, is gone on with.
  const part = asked === null && begun !== null ? 'reason' : (asked?.part ?? null)
  const ruling = part === 'rule'
  const armed = useArmed(asking)
  const found = useRulePreview(ruling ? (open ?? null) : null)
  // A rule lasts: it is armed anew when it is there to be read.
  const ruleArmed = useArmed(`${asking} ${found.state}`) && found.state === 'found'
  const elsewhere = useCardFocus(card, asking)
  const title = useId()
  const rest = useId()

  const answer = async (
    approval: Approval,
    verdict: ApprovalAnswer['verdict'],
    more: Pick<ApprovalAnswer, 'reason' | 'reach'> = {},
  ) => {
    const answered = askingOf(approval)
    if (sent.has(answered)) return
    setSent((held) => new Set(held).add(answered))
    if (more.reason !== undefined) setBelow({ part: null, approvalId: approval.id })
    const taken = await dispatch('approval.answer', {
      sessionId: approval.sessionId,
      approvalId: approval.id,
      answer: { verdict, planDigest: approval.planDigest, ...(more.reason === '' ? {} : more) },
    })
    // A refused answer can be given again; a taken one goes with the event that settles it.
    if (taken === null) setSent((held) => new Set([...held].filter((each) => each !== answered)))
  }
  /** What one reads or writes below a question holds that question: one that comes before it does not take its place. */
  const show = (approval: Approval, shown: 'rule' | 'reason') => {
    setChosen(approval.id)
    setBelow({ part: shown, approvalId: approval.id })
  }
  const putAway = () => {
    setBelow({ part: null, approvalId: openId })
    card.current?.focus()
  }
  useCardKeys(card, (letter, shift) => {
    if (open === undefined) return null
    // Only what stands there to be pressed: the answers give way to a reason.
    if (part === 'reason' && !(letter === 'd' && shift)) return null
    const armedTo = (act: () => void) => () => {
      if (armed) act()
    }
    if (letter === 'a') return armedTo(() => void answer(open, 'allow-once'))
    if (letter === 's' && open.sessionScope !== null) return armedTo(() => void answer(open, 'allow-session'))
    // It shows the rule and puts it away: a rule lasts, so no key that was pressed before makes it.
    if (letter === 'r' && open.ruleWords != null) return armedTo(() => (ruling ? putAway() : show(open, 'rule')))
    if (letter === 'd') return armedTo(() => (shift ? show(open, 'reason') : void answer(open, 'deny')))
    return null
  })
  useLayoutEffect(() => {
    const shown = card.current
    return () => {
      // Answered from within: the focus goes back to where one writes, not to nowhere.
      if (shown?.contains(document.activeElement) && window.matchMedia('(pointer: fine)').matches) focusMessage()
    }
  }, [])
  if (open === undefined) return null
  const others = approvals.filter((each) => each !== open)
  const busy = sent.has(asking)
  const scope = open.sessionScope === null ? undefined : words.approval.scope(showInvisible(open.sessionScope))

  return (
    <section
      ref={ref}
      className={styles.card}
      role="group"
      aria-label={words.approval.label}
      aria-describedby={title}
      tabIndex={-1}
    >
      <ReachHint shown={elsewhere} />
      {approvals.length > 1 && (
        <AnswerAll
          approvals={approvals}
          held={part === 'reason' || approvals.every((each) => sent.has(askingOf(each)))}
          onFocusLost={() => card.current?.focus()}
          onAnswer={(verdict) => approvals.forEach((each) => void answer(each, verdict))}
        />
      )}
      <ScrollBox key={`effect of ${asking}`} className={styles.asked} name={words.approval.effect}>
        <div className={styles.open}>
          <h2 id={title} className={styles.title} data-brief={open.effect.kind === 'command' || undefined}>
            <Spoken text={open.title} />
          </h2>
          <EffectView effect={open.effect} />
        </div>
      </ScrollBox>
      {/* Outside of what scrolls: in a low window too, nobody answers without seeing the risk and the reason. */}
      <ScrollBox className={styles.why} name={words.approval.why}>
        <RiskMark risk={open.risk} />
        <span>
          <Spoken text={open.reason} />
        </span>
      </ScrollBox>
      {part === 'reason' ? (
        <DenyForm
          key={open.id}
          approval={open}
          takesFocus={asked !== null}
          onDeny={(reason) => void answer(open, 'deny', { reason })}
          onBack={putAway}
        />
      ) : (
        <ApprovalAnswers
          approval={open}
          scope={scope}
          busy={busy}
          armed={armed}
          ruling={ruling}
          onAnswer={(verdict) => void answer(open, verdict)}
          onRule={() => (ruling ? setBelow({ part: null, approvalId: open.id }) : show(open, 'rule'))}
          onReason={() => show(open, 'reason')}
        />
      )}
      {ruling && (
        <AlwaysAllow
          key={open.id}
          found={found}
          busy={busy}
          armed={ruleArmed}
          onAllow={(reach) => void answer(open, 'allow-rule', { reach })}
          onClose={putAway}
        />
      )}
      {scope !== undefined && part === null && (
        <p className={styles.scope}>
          <Spoken text={scope} />
        </p>
      )}
      {open.unoffered !== undefined && part === null && <p className={styles.scope}>{showInvisible(open.unoffered)}</p>}
      {/* Below the answers, which are those to the open one. */}
      {others.length > 0 && (
        <div className={styles.others}>
          <h3 id={rest}>{words.approval.others}</h3>
          <ScrollBox className={styles.otherRows} name={words.approval.others}>
            <ul aria-labelledby={rest}>
              {others.map((approval) => (
                <li key={approval.id}>
                  <WaitingRow approval={approval} onOpen={() => setChosen(approval.id)} />
                </li>
              ))}
            </ul>
          </ScrollBox>
        </div>
      )}
    </section>
  )
}
