import { type ReactNode, useEffect, useRef } from 'react'
import { showInvisible } from '../kit/show-invisible.ts'
import styles from './inspector.module.css'

/** The name of what is inspected. It takes the focus when it comes, so that reading goes on from here. */
export function Heading({ text, children }: { text: string; children?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <div className={styles.heading}>
      <h2 ref={heading} tabIndex={-1}>
        {showInvisible(text)}
      </h2>
      {children}
    </div>
  )
}
