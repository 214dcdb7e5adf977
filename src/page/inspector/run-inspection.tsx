import type { WatchEntries } from '#contracts/run-watch.ts'
import { duration, exactTime, tokens } from '../kit/format.ts'
import { RiskMark } from '../kit/risk-mark.tsx'
import { showInvisible } from '../kit/show-invisible.ts'
import { words as pageWords } from '../words.ts'
import { Facts } from './facts.tsx'
import { inspectorWords as words } from './inspector-words.ts'
import { NotReady } from './not-ready.tsx'
import { Section } from './section.tsx'
import { TextView } from './text-view.tsx'
import { useAnswer } from './use-answer.ts'
import styles from './inspector.module.css'

interface RunInspectionProps {
  sessionId: string
  onTool(tool: string): void
  onCall(callId: string): void
  version: string
}

/** What the model is told with its next request, and what the last one was. */
export function RunInspection({ sessionId, onTool, onCall, version }: RunInspectionProps) {
  const answer = useAnswer('inspect.run', { sessionId }, version)
  if (answer.status !== 'ready') return <NotReady answer={answer} />
  const { mode, model, observedRisk, entered, privateReads, system, tools, messages, contextTokens, last } =
    answer.value
  const told = tools.reduce((sum, tool) => sum + tool.tokens, 0)
  const images = messages.images === 0 ? '' : `, ${words.run.images(messages.images)}`
  return (
    <>
      <p className={styles.lead}>{words.run.about}</p>
      <Facts
        facts={[
          [words.run.mode, `${pageWords.mode.names[mode]}. ${pageWords.mode.about[mode]}`],
          [
            words.run.model,
            model === null ? words.run.noModel : <code key="model">{showInvisible(model.modelId)}</code>,
          ],
          [
            words.run.risk,
            <span key="risk" className={styles.inline}>
              <RiskMark risk={observedRisk} />
              <small>{words.run.riskAbout}</small>
            </span>,
          ],
          [words.run.entered, <Watched key="entered" entries={entered} onCall={onCall} />],
          [words.run.privateReads, <Watched key="private" entries={privateReads} onCall={onCall} />],
          [
            words.run.messages,
            `${words.run.messagesSize(messages.count, messages.chars, tokens(messages.tokens))}${images}`,
          ],
          [
            words.run.context,
            contextTokens === null
              ? words.run.contextUnknown
              : words.run.contextReported(contextTokens.toLocaleString('en')),
          ],
          [
            words.run.last,
            last === null ? (
              words.none
            ) : (
              <span key="last">
                {showInvisible(words.run.lastSaid(last.model.modelId, exactTime(last.at), duration(last.durationMs)))}
                <small>
                  {words.run.usage(tokens(last.usage.input), tokens(last.usage.cacheRead), tokens(last.usage.output))}
                </small>
              </span>
            ),
          ],
        ]}
      />
      <div className={styles.section}>
        <TextView
          sessionId={sessionId}
          label={words.text.system}
          note={words.tool.about(tokens(system.tokens))}
          of={{ kind: 'system' }}
          head={system.head}
        />
      </div>
      <Section title={words.run.tools} note={words.run.toolsSize(tools.length, tokens(told))}>
        <ol className={styles.told}>
          {tools.map(({ name, tokens: cost }) => (
            <li key={name}>
              <button type="button" className={styles.link} onClick={() => onTool(name)}>
                <code>{name}</code>
              </button>
              <span className={styles.figure}>{words.tool.about(tokens(cost))}</span>
            </li>
          ))}
        </ol>
      </Section>
    </>
  )
}

/** What is in the context, each with the call that brought it. */
function Watched({ entries: { first, more }, onCall }: { entries: WatchEntries; onCall(callId: string): void }) {
  if (first.length === 0) return words.none
  return (
    <ul>
      {first.map(({ callId, what, at }, index) => (
        <li key={index}>
          <button type="button" className={styles.link} disabled={callId === ''} onClick={() => onCall(callId)}>
            {showInvisible(what)}
          </button>{' '}
          <small>{exactTime(at)}</small>
        </li>
      ))}
      {more > 0 && <li>{words.run.more(more)}</li>}
    </ul>
  )
}
