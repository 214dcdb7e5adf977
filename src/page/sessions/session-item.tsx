import Ellipsis from 'lucide-react/icons/ellipsis'
import { DropdownMenu } from 'radix-ui'
import { useState } from 'react'
import type { Session } from '#contracts/sessions.ts'
import { Button, IconButton } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog.tsx'
import fields from '../kit/field.module.css'
import { ago, exactTime } from '../kit/format.ts'
import menu from '../kit/menu.module.css'
import { useDispatch } from '../runtime.ts'
import { select, sessionAddress } from '../selection.ts'
import { usePage } from '../store.ts'
import { words } from '../words.ts'
import styles from './sessions.module.css'

/** One session of the list: a link to it, and what can be done with it. */
export function SessionItem({ session, selected, now }: { session: Session; selected: boolean; now: number }) {
  const dispatch = useDispatch()
  const [doing, setDoing] = useState<'rename' | 'remove' | null>(null)
  const asks = usePage((state) => {
    for (const each of state.approvals.values()) if (each.sessionId === session.id) return true
    for (const each of state.questions.values()) if (each.sessionId === session.id) return true
    return false
  })
  const status = asks ? 'waiting' : session.turn.status
  const title = session.title === '' ? words.sessions.untitled : session.title

  const remove = async () => {
    setDoing(null)
    const removed = await dispatch('session.delete', { sessionId: session.id })
    if (removed !== null && selected) select(null)
  }
  const rename = async (form: FormData) => {
    const typed = String(form.get('title') ?? '').trim()
    setDoing(null)
    if (typed !== '' && typed !== session.title)
      await dispatch('session.update', { sessionId: session.id, title: typed.slice(0, 200) })
  }

  return (
    <li className={styles.item} data-selected={selected || undefined}>
      <a className={styles.link} href={sessionAddress(session.id)} aria-current={selected ? 'page' : undefined}>
        <i className={styles.status} data-status={status} aria-hidden="true" />
        <span className={styles.title}>{title}</span>
        {status !== 'idle' && <span className="visually-hidden">{words.sessions.status[status]}</span>}
        {session.demoId !== null && <span className={styles.tag}>{words.sessions.scripted}</span>}
        <time
          className={styles.time}
          dateTime={new Date(session.updatedAt).toISOString()}
          title={exactTime(session.updatedAt)}
        >
          {ago(session.updatedAt, now)}
        </time>
      </a>
      <DropdownMenu.Root>
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
        <Dialog title={words.sessions.rename} onClose={() => setDoing(null)}>
          <form className={styles.form} action={rename}>
            <label className={fields.field}>
              <span>{words.sessions.renameLabel}</span>
              <input
                className={fields.input}
                name="title"
                defaultValue={session.title}
                maxLength={200}
                autoComplete="off"
              />
            </label>
            <div className={styles.actions}>
              <Button onClick={() => setDoing(null)}>{words.actions.cancel}</Button>
              <Button look="primary" type="submit">
                {words.actions.save}
              </Button>
            </div>
          </form>
        </Dialog>
      )}
      {doing === 'remove' && (
        <Dialog
          title={words.sessions.removeTitle(title)}
          about={words.sessions.removeEffect}
          onClose={() => setDoing(null)}
        >
          <div className={styles.form}>
            <div className={styles.actions}>
              <Button onClick={() => setDoing(null)}>{words.actions.cancel}</Button>
              <Button look="danger" onClick={() => void remove()}>
                {words.sessions.remove}
              </Button>
            </div>
          </div>
        </Dialog>
      )}
    </li>
  )
}
