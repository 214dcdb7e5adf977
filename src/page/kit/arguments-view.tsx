import { words } from '../words.ts'
import { ScrollBox } from './scroll-box.tsx'
import { showInvisible } from './show-invisible.ts'
import styles from './arguments-view.module.css'

/** Characters of one value that are shown. */
const SHOWN_CHARS = 20_000

/** Arguments by name, texts as texts. What is not a JSON object is shown exactly as it came. */
export function ArgumentsView({ raw }: { raw: string }) {
  const fields = readFields(raw)
  if (fields === null)
    return (
      <ScrollBox as="pre" className={styles.value} name={words.call.arguments}>
        {cut(raw)}
      </ScrollBox>
    )
  if (fields.length === 0) return <p className={styles.none}>{'{ }'}</p>
  return (
    <dl className={styles.fields}>
      {fields.map(([name, value]) => (
        <div key={name}>
          <dt>{showInvisible(name)}</dt>
          <dd>
            <ScrollBox as="pre" className={styles.value} name={showInvisible(name)}>
              {cut(typeof value === 'string' ? value : JSON.stringify(value, null, 2))}
            </ScrollBox>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function readFields(raw: string): [string, unknown][] | null {
  try {
    const value: unknown = JSON.parse(raw)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : null
  } catch {
    return null
  }
}

function cut(text: string): string {
  if (text.length <= SHOWN_CHARS) return showInvisible(text)
  return `${showInvisible(text.slice(0, SHOWN_CHARS))}\n… ${words.text.moreCharacters(text.length - SHOWN_CHARS)}`
}
