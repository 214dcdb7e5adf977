import Ellipsis from 'lucide-react/icons/ellipsis'
import { DropdownMenu } from 'radix-ui'
import { useState } from 'react'
import type { Session } from '#contracts/sessions.ts'
import { Button, IconButton } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { Field } from '../kit/field.tsx'
import menu from '../kit/menu.module.css'
import { useDispatch } from '../runtime.ts'
import { select } from '../selection.ts'
import { usePage } from '../store.ts'
import { words } from '../words.ts'
import styles from './sessions.module.css'

/** What can be done with a session, open from the start: it is loaded by the press that opens it. */
export function SessionMenu({ session, title }: { session: Session; title: string }) {
  const dispatch = useDispatch()
  const selected = usePage((state) => state.selected === session.id)
  const [doing, setDoing] = useState<'rename' | 'remove' | null>(null)
  const close = () => setDoing(null)

  const remove = async () => {
    close()
    const removed = await dispatch('session.delete', { sessionId: session.id })
    if (removed !== null && selected) select(null)
  }
  const rename = async (form: FormData) => {
    const typed = form.get('title')
    const wanted = typeof typed === 'string' ? typed.trim().slice(0, 200) : ''
    close()
    if (wanted !== '' && wanted !== session.title)
      await dispatch('session.update', { sessionId: session.id, title: wanted })
  }

  return (
    <>
      <DropdownMenu.Root defaultOpen>
        <DropdownMenu.Trigger asChild>
          <IconButton className={styles.more ?? ''} name={words.sessions.menu(title)} icon={Ellipsis} />
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content className={menu.menu} align="end" sideOffset={2} collisionPadding={8}>
            <DropdownMenu.Item className={menu.item} onSelect={() => setDoing('rename')}>
              {words.sessions.rename}
            </DropdownMenu.Item>
            <DropdownMenu.Item className={menu.item} data-danger="" onSelect={() => setDoing('remove')}>
              {words.sessions.remove}
            </DropdownMenu.Item>
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      {doing === 'rename' && (
        <Dialog title={words.sessions.rename} onClose={close}>
          <form className={styles.form} action={rename}>
            <Field label={words.sessions.renameLabel} name="title" defaultValue={session.title} maxLength={200} />
            <div className={styles.actions}>
              <Button onClick={close}>{words.actions.cancel}</Button>
              <Button look="primary" type="submit">
                {words.actions.save}
              </Button>
            </div>
          </form>
        </Dialog>
      )}
      {doing === 'remove' && (
        <Dialog title={words.sessions.removeTitle(title)} about={words.sessions.removeEffect} onClose={close}>
          <div className={`${styles.form} ${styles.actions}`}>
            <Button onClick={close}>{words.actions.cancel}</Button>
            <Button look="danger" onClick={() => void remove()}>
              {words.sessions.remove}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  )
}
