import type { AgentMessage } from '#contracts/messages.ts'
import type { Usage } from '#contracts/models.ts'
import type { Session } from '#contracts/sessions.ts'
import { dollars, tokens } from '../kit/format.ts'
import { useTranscript } from '../store.ts'
import { STRUCTURE } from '../transcript.ts'
import { showInvisible } from '../kit/show-invisible.ts'
import { words } from '../words.ts'
import { usePageStore } from '../store.ts'
import styles from './usage.module.css'

/** Steps shown, the latest. */
const STEPS_SHOWN = 8

/** The whole session's tokens and those of its latest steps. */
export function UsageSteps({ session }: { session: Session }) {
  const transcript = usePageStore().transcript(session.id)
  useTranscript(session.id, STRUCTURE, (held) => held.structure)
  const steps = transcript
    .seqs()
    .map((seq) => transcript.messages.get(seq))
    .filter((message): message is AgentMessage => message?.role === 'agent' && message.metadata.usage.input > 0)
    .slice(-STEPS_SHOWN)
    .toReversed()
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{words.usage.step}</th>
          <th scope="col">{words.usage.input}</th>
          <th scope="col">{words.usage.cached}</th>
          <th scope="col">{words.usage.output}</th>
          <th scope="col">{words.usage.cost}</th>
        </tr>
      </thead>
      <tbody>
        {steps.map((step) => (
          <Row key={step.id} name={showInvisible(step.metadata.model.modelId)} usage={step.metadata.usage} />
        ))}
      </tbody>
      <tfoot>
        <Row name={words.usage.total} usage={session.usage} />
      </tfoot>
    </table>
  )
}

function Row({ name, usage }: { name: string; usage: Usage }) {
  const reasoning = usage.reasoning > 0 ? `${words.usage.reasoning} ${tokens(usage.reasoning)}` : undefined
  return (
    <tr>
      <th scope="row" title={name}>
        {name}
      </th>
      <td>{tokens(usage.input)}</td>
      <td>{tokens(usage.cacheRead)}</td>
      <td title={reasoning}>{tokens(usage.output)}</td>
      <td>{usage.cost === null ? words.usage.costUnknown : dollars(usage.cost)}</td>
    </tr>
  )
}
