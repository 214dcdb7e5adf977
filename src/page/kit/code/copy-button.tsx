import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useEffect, useState } from 'react'
import { words } from '#page/words.ts'
import styles from './code.module.css'

/** How long the button says that it copied. */
const SHOWN_MS = 1_600

/** Copies `text`. Says so where it stands, and to a screen reader; `name` is the button's name before. */
export function CopyButton({ text, name }: { text: string; name: string }) {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle')
  useEffect(() => {
    if (state === 'idle') return
    const timer = setTimeout(() => setState('idle'), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [state])
  const said = state === 'copied' ? words.text.copied : words.text.copyRefused
  return (
    <button
      type="button"
      className={styles.copy}
      aria-label={name}
      title={state === 'idle' ? name : said}
      data-state={state}
      onClick={() => {
        navigator.clipboard.writeText(text).then(
          () => setState('copied'),
          () => setState('refused'),
        )
      }}
    >
      {state === 'copied' ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
      <span className="visually-hidden" role="status">
        {state === 'idle' ? '' : said}
      </span>
    </button>
  )
}
