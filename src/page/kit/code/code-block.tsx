import { memo } from 'react'
import { coloured } from './coloured.tsx'
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
        <CopyButton text={text} name="Copy code" />
      </div>
      <pre className={styles.blockBody} tabIndex={0} role="region" aria-label={`${label} code`}>
        <code>{coloured(text, 0, text.length, colouring)}</code>
      </pre>
    </div>
  )
})
