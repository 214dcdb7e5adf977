import Image from 'lucide-react/icons/image'
import { words } from '#page/words.ts'
import { CopyButton } from '../../kit/code/copy-button.tsx'
import { showInProse } from '../show-in-prose.ts'
import { useRevealed } from '../revealed.ts'
import { showInvisible } from '../show-invisible.ts'
import { inlineImage } from './addresses.ts'
import styles from './markdown.module.css'

/** What is shown of a long address: enough to know it, not enough to flood the message. */
const SHOWN_CHARS = 120

/**
 * A picture in a message, which never loads by itself: a request would tell its server that, and what, was
 * read. One that is wholly in the text is shown after a click; of others the address can be copied.
 */
export function ImageBox({ address, alt }: { address: string; alt: string }) {
  const [revealed, reveal] = useRevealed('images')
  const pixels = inlineImage(address)
  if (pixels !== null && revealed.has(address)) return <img className={styles.image} src={pixels} alt={alt} />
  const name = alt === '' ? words.text.image : showInProse(alt)
  return (
    <span className={styles.imageBox}>
      <Image size={16} aria-hidden />
      <span className={styles.imageName}>{name}</span>
      {pixels === null ? (
        <>
          <span className={styles.address}>{showInvisible(shorten(address))}</span>
          <CopyButton text={address} name={words.text.copyAddress} />
        </>
      ) : (
        <button type="button" className={styles.imageShow} onClick={() => reveal(address)}>
          {words.text.showImage}
        </button>
      )}
    </span>
  )
}

function shorten(address: string): string {
  return address.length <= SHOWN_CHARS ? address : `${address.slice(0, SHOWN_CHARS)}…`
}
