import X from 'lucide-react/icons/x'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { focusMessage } from '../focus-message.ts'
import { words } from '../words.ts'
import { IconButton } from './button.tsx'
import { useOpenDialog } from './open-dialogs.ts'
import { ScrollBox } from './scroll-box.tsx'
import styles from './dialog.module.css'

interface DialogProps {
  title: string
  /** Read out with the title. */
  about?: string
  /** `page` fills most of the window and scrolls by itself; `small` asks one thing; `top` hangs from the top edge without a heading. */
  size?: 'page' | 'small' | 'top'
  onClose: () => void
  children: ReactNode
}

/** Where the focus was before the first of the dialogs that followed one another. */
let before: HTMLElement | null = null

function focusBefore(): HTMLElement | null {
  const { activeElement } = document
  if (activeElement instanceof HTMLElement && activeElement.closest('[role=dialog]') === null) before = activeElement
  return before
}

/** A modal dialog: focus stays in it, Escape closes it, focus returns to where it was. */
export function Dialog({ title, about, size = 'small', onClose, children }: DialogProps) {
  const [back] = useState(focusBefore)
  useOpenDialog()
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={styles.scrim} />
        <Radix.Content
          className={styles.dialog}
          data-size={size}
          onOpenAutoFocus={(event) => {
            // The close button comes first in the order and is never what one came for.
            const content = event.currentTarget instanceof HTMLElement ? event.currentTarget : null
            const field = content?.querySelector<HTMLElement>('input, textarea')
            event.preventDefault()
            ;(size === 'page' ? content : (field ?? content))?.focus()
          }}
          onInteractOutside={(event) => {
            // What is said above a dialog is put away without it, and without what was typed in it.
            const { target } = event.detail.originalEvent
            if (target instanceof Element && target.closest('[data-over-dialog]') !== null) event.preventDefault()
          }}
          onCloseAutoFocus={(event) => {
            // Radix gives it back to a trigger, and these have none. An answer may have put it somewhere already.
            event.preventDefault()
            if (document.activeElement !== document.body) return
            if (back?.isConnected === true && back.checkVisibility()) back.focus({ preventScroll: true })
            else focusMessage()
          }}
          {...(about === undefined ? { 'aria-describedby': undefined } : {})}
        >
          <header className={size === 'top' ? 'visually-hidden' : styles.head}>
            <div>
              <Radix.Title className={styles.title}>{title}</Radix.Title>
              {about !== undefined && <Radix.Description className={styles.about}>{about}</Radix.Description>}
            </div>
            {size !== 'top' && (
              <Radix.Close asChild>
                <IconButton name={words.actions.close} icon={X} />
              </Radix.Close>
            )}
          </header>
          {size === 'small' ? (
            <ScrollBox className={styles.body} name={title}>
              {children}
            </ScrollBox>
          ) : (
            children
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
