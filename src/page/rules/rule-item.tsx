import { useState } from 'react'
import type { RuleView } from '#contracts/rules.ts'
import { Button } from '../kit/button.tsx'
import { ago, exactTime } from '../kit/format.ts'
import { showInvisible } from '../kit/show-invisible.ts'
import { Spoken } from '../kit/spoken.tsx'
import { VerdictMark } from '../kit/verdict-mark.tsx'
import { rulesWords } from './rules-words.ts'
import { sessionAddress } from '../selection.ts'
import { usePage, usePageStore } from '../store.ts'
import { words } from '../words.ts'
import styles from './rules.module.css'

/** One rule. Without `onRemove` it is not the user's to delete here: it stands in a file. */
export function RuleItem({ rule, onRemove }: { rule: RuleView; onRemove?: () => void }) {
  // Those of a file stand under the name of its workspace.
  const place = usePlace(rule.source === 'file' ? null : rule.workspaceId)
  const [now] = useState(() => Date.now())
  const { verdict, source, createdAt } = rule
  const made = source === 'file' ? [] : [rulesWords.made(ago(createdAt, now))]
  return (
    <li className={styles.rule}>
      <VerdictMark verdict={verdict} />
      <div className={styles.said}>
        <p>
          <Spoken text={rule.words} />
        </p>
        <p className={styles.quiet} title={source === 'file' ? undefined : exactTime(createdAt)}>
          {[rulesWords.sources[source], ...made, ...place].join(' · ')}
        </p>
        {rule.limits !== undefined && <p className={styles.quiet}>{rule.limits}</p>}
        <LastUse rule={rule} now={now} />
      </div>
      {onRemove !== undefined && (
        <Button small aria-label={rulesWords.removeName(rule.words.replaceAll('`', ''))} onClick={onRemove}>
          {rulesWords.remove}
        </Button>
      )}
    </li>
  )
}

function LastUse({ rule: { last }, now }: { rule: RuleView; now: number }) {
  const store = usePageStore()
  const known = usePage((state) => (last === undefined ? false : state.sessions.has(last.sessionId)))
  if (last === undefined) return <p className={styles.quiet}>{rulesWords.unused}</p>
  const said = showInvisible(last.words)
  return (
    <p className={styles.quiet}>
      {rulesWords.outcomes[last.outcome]}:{' '}
      {known ? (
        <a href={sessionAddress(last.sessionId)} onClick={() => store.setState({ dialog: null })}>
          {said}
        </a>
      ) : (
        said
      )}
      , <time title={exactTime(last.at)}>{rulesWords.at(ago(last.at, now))}</time>
    </p>
  )
}

/** Where a rule holds, by the name of the session whose workspace it is; its words say it where that is everywhere. */
function usePlace(workspaceId: string | null): string[] {
  const sessions = usePage((state) => state.sessions)
  if (workspaceId === null) return []
  const session = [...sessions.values()].find((each) => each.workspaceId === workspaceId)
  if (session === undefined) return [rulesWords.workspaceGone]
  return [rulesWords.workspaceOf(session.title === '' ? words.sessions.untitled : session.title)]
}
