import { createRoot } from 'react-dom/client'
import { Sign } from '../kit/sign.tsx'
import { words } from '../words.ts'
import styles from './boot.module.css'

/**
 * True inside of another page. A host that sends our headers keeps the browser from loading us there at all; this is
 * for hosts that send none.
 */
export function isFramed(): boolean {
  return window.top !== window.self
}

/** The screen in the place of the app inside another page: it holds nothing that a stolen click could allow. */
export function Framed({ address }: { address: string }) {
  return (
    <main className={styles.screen}>
      <Sign size={28} />
      <h1 className={styles.title}>{words.boot.framed}</h1>
      <p className={styles.text}>{words.boot.framedWhy}</p>
      <p>
        <a href={address} target="_blank" rel="noopener noreferrer">
          {words.boot.openAlone}
        </a>
      </p>
    </main>
  )
}

/** Puts that screen into `root`. No thread is started, so nothing is stored, opened or asked. */
export function showFramed(root: HTMLElement): void {
  createRoot(root).render(<Framed address={window.location.href} />)
}
