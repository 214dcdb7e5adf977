import { AlertDialog } from 'radix-ui'
import { useEffect, useState } from 'react'
import { useOpenDialog } from '../kit/open-dialogs.ts'
import { showInvisible } from '../kit/show-invisible.ts'
import { shownPath } from './paths.ts'
import type { TakenAnswer } from './transfer-files.ts'
import { workspaceWords as words } from './workspace-words.ts'
import styles from './remove-dialog.module.css'

/** An upload whose name is taken, and where its answer goes. */
export interface Taken {
  readonly path: string
  readonly more: number
  answer(answer: TakenAnswer): void
}

/** Asks what becomes of an upload whose name is taken. Leaving it out has the focus first; Escape leaves it out. */
export function TakenDialog({ taken }: { taken: Taken | null }) {
  const [all, setAll] = useState(false)
  useOpenDialog(taken !== null)
  // A question that is taken off the page is answered: nobody waits for ever.
  useEffect(() => () => taken?.answer({ act: 'leave', all: true }), [taken])
  const answer = (act: TakenAnswer['act']) => {
    taken?.answer({ act, all })
    // The next question starts with the box empty.
    setAll(false)
  }
  return (
    <AlertDialog.Root open={taken !== null} onOpenChange={(open) => (open ? undefined : answer('leave'))}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={styles.scrim} />
        <AlertDialog.Content className={styles.dialog}>
          <AlertDialog.Title className={styles.title}>
            {words.takenTitle(showInvisible(shownPath(taken?.path ?? '')))}
          </AlertDialog.Title>
          <AlertDialog.Description className={styles.about}>{words.takenAbout}</AlertDialog.Description>
          {taken !== null && taken.more > 0 && (
            <label className={styles.all}>
              <input type="checkbox" checked={all} onChange={(event) => setAll(event.target.checked)} />
              {words.takenAll(taken.more)}
            </label>
          )}
          <div className={styles.actions}>
            <AlertDialog.Cancel className={styles.cancel}>{words.leave}</AlertDialog.Cancel>
            <AlertDialog.Action className={styles.cancel} onClick={() => answer('keep-both')}>
              {words.keepBoth}
            </AlertDialog.Action>
            <AlertDialog.Action className={styles.remove} onClick={() => answer('replace')}>
              {words.replace}
            </AlertDialog.Action>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
