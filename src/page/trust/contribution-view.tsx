import { useId, useState } from 'react'
import type { CommandOutput } from '#contracts/commands.ts'
import type { RuleVerdict } from '#contracts/rules.ts'
import type { Contribution } from '#contracts/trust.ts'
import { Button } from '../kit/button.tsx'
import { showInvisible } from '../kit/show-invisible.ts'
import { Spoken } from '../kit/spoken.tsx'
import { VerdictMark } from '../kit/verdict-mark.tsx'
import { Code } from '../lazy-views.tsx'
import { useRuntime } from '../runtime.ts'
import { trustWords } from './trust-words.ts'
import styles from './trust.module.css'

const words = trustWords.dialog
const ROOT = '/workspace/'
type Content = CommandOutput<'workspace.read'>['content'] | { kind: 'failed'; message: string } | null

/** One file that contributes: what it comes to in words, and the file itself to be read in place. */
export function ContributionView({ sessionId, contribution }: { sessionId: string; contribution: Contribution }) {
  const { kind, path, lines, verdicts, omitted, isWhole, problem } = contribution
  const runtime = useRuntime()
  const [open, setOpen] = useState(false)
  const [content, setContent] = useState<Content>(null)
  const file = useId()
  const short = showInvisible(path.startsWith(ROOT) ? path.slice(ROOT.length) : path)
  const toggle = async () => {
    setOpen(!open)
    if (open || content !== null) return
    const result = await runtime.call('workspace.read', { sessionId, path })
    setContent(result.ok ? result.value.content : { kind: 'failed', message: result.failure.message })
  }
  return (
    <article className={styles.contribution}>
      <header>
        <h4>
          {trustWords.kinds[kind]} <code>{short}</code>
        </h4>
        <Button small aria-expanded={open} aria-controls={file} onClick={() => void toggle()}>
          {open ? words.hide(short) : words.read(short)}
        </Button>
      </header>
      {problem !== '' && <p className={styles.refused}>{showInvisible(problem)}</p>}
      {lines.length > 0 && (
        <ul className={styles.lines}>
          {lines.map((line, index) => (
            <li key={`${index} ${line}`}>
              <Line text={line} verdict={verdicts?.[index]} />
            </li>
          ))}
          {omitted > 0 && <li className={styles.about}>{trustWords.more(omitted)}</li>}
        </ul>
      )}
      {kind === 'rules' && lines.length > 0 && (
        <p className={styles.about}>{isWhole ? words.rulesCount : words.rulesTooLong}</p>
      )}
      <div id={file} hidden={!open}>
        {open && <FileContent content={content} path={short} />}
      </div>
    </article>
  )
}

/** A rule as the rules page shows it; anything else as it is written. */
function Line({ text, verdict }: { text: string; verdict: RuleVerdict | undefined }) {
  if (verdict === undefined) return showInvisible(text)
  return (
    <span className={styles.ruled}>
      <VerdictMark verdict={verdict} />
      <span>
        <Spoken text={text} />
      </span>
    </span>
  )
}

/** Shown with every hidden character written out: what is trusted must be what is read. */
function FileContent({ content, path }: { content: Content; path: string }) {
  if (content === null) return <p role="status">{words.reading}</p>
  if (content.kind === 'failed') return <p role="alert">{content.message}</p>
  if (content.kind !== 'text') return <p>{words.notText}</p>
  return (
    <div className={styles.file}>
      <Code text={showInvisible(content.text)} path={path} />
    </div>
  )
}
