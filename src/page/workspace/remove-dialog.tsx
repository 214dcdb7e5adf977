import { AlertDialog } from 'radix-ui'
import { useOpenDialog } from '../kit/open-dialogs.ts'
import { shownPath } from './paths.ts'
import { workspaceWords as words } from './workspace-words.ts'
import { showInvisible } from '../kit/show-invisible.ts'
import styles from './remove-dialog.module.css'

/** What stands to be deleted; `folder` because it takes more with it. */
export type Removal = { readonly path: string; readonly folder: boolean }

/** Asks before a file or folder is deleted. Cancel has the focus first. */
export function RemoveDialog(props: {
  removal: Removal | null
  onCancel: () => void
  onRemove: (path: string) => void
}) {
  const { removal, onCancel, onRemove } = props
  useOpenDialog(removal !== null)
  return (
    <AlertDialog.Root open={removal !== null} onOpenChange={(open) => (open ? undefined : onCancel())}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={styles.scrim} />
        <AlertDialog.Content className={styles.dialog}>
          <AlertDialog.Title className={styles.title}>
            {words.removeTitle(showInvisible(shownPath(removal?.path ?? '')))}
          </AlertDialog.Title>
          <AlertDialog.Description className={styles.about}>
            {removal?.folder === true ? words.removeFolder : words.removeFile}
          </AlertDialog.Description>
          <div className={styles.actions}>
            <AlertDialog.Cancel className={styles.cancel}>{words.cancel}</AlertDialog.Cancel>
            <AlertDialog.Action
              className={styles.remove}
              onClick={() => (removal === null ? undefined : onRemove(removal.path))}
            >
              {words.remove}
            </AlertDialog.Action>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
