import { memo, type ReactNode } from 'react'
import { coloured } from './coloured.tsx'
import { ScrollBox } from '../scroll-box.tsx'
import { showInvisible } from '../show-invisible.ts'
import { words } from '#page/words.ts'
import { CopyButton } from './copy-button.tsx'
import { languageLabel, languageNamed } from './languages.ts'
import { useColouring } from './use-colouring.ts'
import { useOnScreen } from './use-on-screen.ts'
import styles from './code.module.css'

/**
 * A code block of a message. Coloured once it is `finished` and near the screen; colours change no width,
 * so nothing moves when they come. `language` is the name after the fence, '' for none.
 */
export const CodeBlock = memo(function CodeBlock(props: { text: string; language: string; finished: boolean }) {
  const { text, language, finished } = props
  const [frame, onScreen] = useOnScreen<HTMLDivElement>()
  const colouring = useColouring(text, languageNamed(language), finished && onScreen)
  const label = languageLabel(language)
  return (
    <div className={styles.block} ref={frame}>
      <div className={styles.blockHead}>
        <span className={styles.language}>{label}</span>
        <CopyButton text={text} name={words.text.copyCode} />
      </div>
      <ScrollBox as="pre" className={styles.blockBody} name={words.text.code(label, showInvisible(firstLine(text)))}>
        <code>{finished ? coloured(text, 0, text.length, colouring, showInvisible) : growing(text)}</code>
      </ScrollBox>
    </div>
  )
})

/** What tells one block from another of the same language. */
function firstLine(text: string): string {
  return text.trimStart().slice(0, 60).split('\n', 1)[0] ?? ''
}

/** Lines per piece while code streams in. */
const PIECE_LINES = 64

/** Text that still grows, in pieces that are blocks of their own: only the last one is laid out again. */
function growing(text: string): ReactNode {
  const pieces: ReactNode[] = []
  let from = 0
  for (let at = text.indexOf('\n'), line = 1; at !== -1; at = text.indexOf('\n', at + 1), line += 1) {
    if (line % PIECE_LINES !== 0) continue
    pieces.push(
      <span className={styles.piece} key={from}>
        {showInvisible(text.slice(from, at + 1))}
      </span>,
    )
    from = at + 1
  }
  if (pieces.length === 0) return showInvisible(text)
  pieces.push(
    <span className={styles.piece} key={from}>
      {showInvisible(text.slice(from))}
    </span>,
  )
  return pieces
}
