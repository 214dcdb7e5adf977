import type { CallView } from '#contracts/calls.ts'
import { spokenRungs } from '#contracts/decisions.ts'
import { RiskMark } from '../kit/risk-mark.tsx'
import { Spoken } from '../kit/spoken.tsx'
import { words } from '../words.ts'
import styles from './call-details.module.css'

/** Which rung settled a call, and why. What each rung said, with names and rules, is the inspector's. */
export function DecisionView({ call }: { call: CallView }) {
  const { decision } = call
  if (decision === undefined) return <p className={styles.quiet}>{words.call.notDecided}</p>
  const spoken = spokenRungs(decision.trail)
  const risk = decision.effectiveRisk ?? decision.declaredRisk
  return (
    <dl className={styles.decision}>
      {risk !== null && (
        <div>
          <dt>{words.call.risk}</dt>
          <dd>
            <RiskMark risk={risk} />
          </dd>
        </div>
      )}
      <div>
        <dt>{words.call.rung}</dt>
        <dd>{words.rungs[decision.rung]}</dd>
      </div>
      {decision.rule !== undefined && (
        <div>
          <dt>{words.call.rule}</dt>
          <dd>
            <Spoken text={decision.rule} />
          </dd>
        </div>
      )}
      <div>
        <dt>{words.call.reason}</dt>
        <dd>
          <Spoken text={decision.reason} />
        </dd>
      </div>
      {spoken.length > 1 && (
        <div>
          <dt>{words.call.trail}</dt>
          <dd>{words.call.inTurn(spoken.map(({ rung }) => words.rungs[rung]))}</dd>
        </div>
      )}
    </dl>
  )
}
