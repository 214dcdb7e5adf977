import { Dialog } from '../kit/dialog.tsx'
import { chord } from '../shortcuts.ts'
import { words } from '../words.ts'
import styles from './keys.module.css'

const { names, groups } = words.keys
const KEYS = [
  {
    group: groups.anywhere,
    keys: [
      [chord('K'), names.palette],
      ['Alt N', names.newSession],
      ['/', names.focusMessage],
      [chord('B'), names.toggleSessions],
      [chord('J'), names.toggleWorkspace],
      [chord(','), names.settings],
      ['?', names.keys],
    ],
  },
  {
    group: groups.message,
    keys: [
      ['Enter', names.send],
      ['⇧ Enter', names.lineBreak],
      ['Esc', names.stop],
    ],
  },
  {
    group: groups.approval,
    keys: [
      ['A', names.allowOnce],
      ['S', names.allowSession],
      ['D', names.deny],
      ['⇧ D', names.denyReason],
    ],
  },
] as const

/** Every key of the page. */
export function Keys({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={words.keys.title} onClose={onClose}>
      <div className={styles.groups}>
        {KEYS.map(({ group, keys }) => (
          <section key={group}>
            <h3 className={styles.group}>{group}</h3>
            <dl>
              {keys.map(([key, name]) => (
                <div key={key} className={styles.key}>
                  <dt>{name}</dt>
                  <dd>
                    <kbd>{key}</kbd>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
