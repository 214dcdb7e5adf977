import { AlertDialog } from 'radix-ui'
import { useOpenDialog } from '../kit/open-dialogs.ts'
import { showInvisible } from '../kit/show-invisible.ts'
import { shownPath } from './paths.ts'
import { workspaceWords as words } from './workspace-words.ts'
import styles from './remove-dialog.module.css'

/** Asks what becomes of unsaved edits before their file is closed. Cancel has the focus first. */
export function CloseDialog(props: {
  /** The file that stands to be closed; null for none. */
  path: string | null
  /** The session is written elsewhere, so nothing can be saved. */
  readOnly: boolean
  onCancel: () => void
  onSave: (path: string) => void
  onDiscard: (path: string) => void
}) {
  const { path, readOnly, onCancel, onSave, onDiscard } = props
  useOpenDialog(path !== null)
  return (
    <AlertDialog.Root open={path !== null} onOpenChange={(open) => (open ? undefined : onCancel())}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={styles.scrim} />
        <AlertDialog.Content className={styles.dialog}>
          <AlertDialog.Title className={styles.title}>
            {words.closeTitle(showInvisible(shownPath(path ?? '')))}
          </AlertDialog.Title>
          <AlertDialog.Description className={styles.about}>
            {readOnly ? words.closeReadOnly : words.closeAbout}
          </AlertDialog.Description>
          <div className={styles.actions}>
            <AlertDialog.Cancel className={styles.cancel}>{words.cancel}</AlertDialog.Cancel>
            <AlertDialog.Action className={styles.remove} onClick={() => (path === null ? undefined : onDiscard(path))}>
              {words.discard}
            </AlertDialog.Action>
            {!readOnly && (
              <AlertDialog.Action className={styles.cancel} onClick={() => (path === null ? undefined : onSave(path))}>
                {words.save}
              </AlertDialog.Action>
            )}
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
