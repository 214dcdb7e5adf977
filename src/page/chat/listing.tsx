import FileIcon from 'lucide-react/icons/file'
import Folder from 'lucide-react/icons/folder'
import Link from 'lucide-react/icons/link-2'
import type { ClientView } from '#contracts/views.ts'
import { bytes } from '../kit/format.ts'
import { ScrollBox } from '../kit/scroll-box.tsx'
import { usePageStore } from '../store.ts'
import { words } from '../words.ts'
import { showInvisible } from '../kit/show-invisible.ts'
import styles from './result-view.module.css'

const GLYPHS = { file: FileIcon, directory: Folder, link: Link }

/** The entries of a directory; a file opens in the workspace. */
export function Listing({ view, sessionId }: { view: Extract<ClientView, { kind: 'listing' }>; sessionId: string }) {
  const store = usePageStore()
  return (
    <ScrollBox className={styles.matches} name={showInvisible(view.path)}>
      {view.entries.map((entry) => {
        const Glyph = GLYPHS[entry.kind]
        const name = (
          <>
            <Glyph size={13} aria-hidden="true" />
            <code>{showInvisible(entry.path)}</code>
            {entry.kind === 'file' && <span>{bytes(entry.size)}</span>}
          </>
        )
        return entry.kind === 'file' ? (
          <button key={entry.path} type="button" onClick={() => store.showFile(sessionId, entry.path)}>
            {name}
          </button>
        ) : (
          <div key={entry.path}>{name}</div>
        )
      })}
      {view.omitted > 0 && <p>{words.call.omittedEntries(view.omitted)}</p>}
    </ScrollBox>
  )
}
