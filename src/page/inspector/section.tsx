import { type ReactNode, useId } from 'react'
import styles from './inspector.module.css'

/** A part of what is inspected, under its heading. */
export function Section({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {note !== undefined && <p className={styles.quiet}>{note}</p>}
      {children}
    </section>
  )
}
