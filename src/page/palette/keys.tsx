import { SLASH_COMMANDS } from '#tools/slash-commands.ts'
import { Dialog } from '../kit/dialog.tsx'
import { altChord, chord } from '../shortcuts.ts'
import { usePage } from '../store.ts'
import { useOffered } from '../use-offered.ts'
import { words } from '../words.ts'
import styles from './keys.module.css'

const { names, groups } = words.keys
/** Read when they are shown: how a key is written depends on the device. */
const keysOfPage = () =>
  [
    {
      group: groups.anywhere,
      keys: [
        [chord('K'), names.palette],
        [altChord('N'), names.newSession],
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
        ['R', names.allowRule],
        ['D', names.deny],
        ['⇧ D', names.denyReason],
        [altChord('A'), names.toCard],
      ],
    },
  ] as const

/** Every key of the page, and what can be done by typing it into the message. */
export function Keys({ onClose }: { onClose: () => void }) {
  const offered = useOffered(usePage((state) => state.selected))
  const commands = SLASH_COMMANDS.filter(offered).map(
    ({ name }) => [`/${name}`, words.slash.about[name] ?? ''] as const,
  )
  const typed = { group: groups.commands, keys: [...commands, words.slash.intents.shell, words.slash.intents.open] }
  return (
    <Dialog title={words.keys.title} onClose={onClose}>
      <div className={styles.groups}>
        {[...keysOfPage(), typed].map(({ group, keys }) => (
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
