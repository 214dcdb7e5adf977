import type { Message } from '#contracts/messages.ts'
import type { Usage } from '#contracts/models.ts'
import { costText } from '#contracts/money.ts'
import type { Session } from '#contracts/sessions.ts'
import { tokens } from '../kit/format.ts'
import { showInvisible } from '../kit/show-invisible.ts'
import { usePage, usePageStore, useTranscript } from '../store.ts'
import { STRUCTURE } from '../transcript.ts'
import { words } from '../words.ts'
import { turnUsage } from './turn-usage.ts'
import styles from './usage.module.css'

/** Turns shown, the latest, and of each the latest steps. */
const TURNS_SHOWN = 4
const STEPS_SHOWN = 8

/** The whole session's tokens, those of its latest turns, and of their latest steps. */
export function UsageSteps({ session }: { session: Session }) {
  const transcript = usePageStore().transcript(session.id)
  const hasOlder = usePage((state) => state.opened.get(session.id)?.hasOlder ?? false)
  useTranscript(session.id, STRUCTURE, (held) => held.structure)
  const messages = transcript
    .seqs()
    .map((seq) => transcript.messages.get(seq))
    .filter((message): message is Message => message !== undefined)
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
      {turnUsage(messages, hasOlder)
        .slice(0, TURNS_SHOWN)
        .map(({ turnId, usage, steps, whole }) => (
          <tbody key={turnId}>
            <Row name={(whole ? words.usage.turn : words.usage.turnEnd)(steps.length)} usage={usage} strong />
            {steps.slice(0, STEPS_SHOWN).map((step) => (
              <Row key={step.id} name={showInvisible(step.metadata.model.modelId)} usage={step.metadata.usage} />
            ))}
          </tbody>
        ))}
      <tfoot>
        <Row name={words.usage.total} usage={session.usage} strong />
      </tfoot>
    </table>
  )
}

function Row({ name, usage, strong = false }: { name: string; usage: Usage; strong?: boolean }) {
  const money = usePage((state) => state.settings.money)
  const reasoning = usage.reasoning > 0 ? `${words.usage.reasoning} ${tokens(usage.reasoning)}` : undefined
  return (
    <tr data-sum={strong || undefined}>
      <th scope="row" title={name}>
        {name}
      </th>
      <td>{tokens(usage.input)}</td>
      <td>{tokens(usage.cacheRead)}</td>
      <td title={reasoning}>{tokens(usage.output)}</td>
      <td>{usage.cost === null ? words.usage.costUnknown : costText(usage.cost, money)}</td>
    </tr>
  )
}
