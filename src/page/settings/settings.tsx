import { Tabs } from 'radix-ui'
import type { ReactNode } from 'react'
import { Dialog } from '../kit/dialog.tsx'
import { useClipped } from '../kit/use-clipped.ts'
import { usePage, usePageStore } from '../store.ts'
import { useRoom } from '../use-media.ts'
import { words } from '../words.ts'
import { About } from './about.tsx'
import { Appearance } from './appearance.tsx'
import { Damage } from './damage.tsx'
import { Defaults } from './defaults.tsx'
import { Providers } from './providers.tsx'
import { settingsWords } from './settings-words.ts'
import { Spending } from './spending.tsx'
import { Storage } from './storage.tsx'
import { Web } from './web.tsx'
import styles from './settings.module.css'

const SECTIONS = [
  { name: 'providers', view: Providers },
  { name: 'defaults', view: Defaults },
  { name: 'spending', view: Spending },
  { name: 'rules', view: null },
  { name: 'web', view: Web },
  { name: 'appearance', view: Appearance },
  { name: 'storage', view: Storage },
  { name: 'about', view: About },
] as const

/** All settings on one page with an index at its left. Each is saved as it is changed. `rules` is a feature of its own. */
export function Settings({ rules, onClose }: { rules: ReactNode; onClose: () => void }) {
  const store = usePageStore()
  const section = usePage((state) => state.settingsSection)
  const room = useRoom()
  const { ref: index } = useClipped()
  return (
    <Dialog title={words.settings.title} about={settingsWords.saved} size="page" onClose={onClose}>
      <Tabs.Root
        className={styles.tabs}
        orientation={room === 'narrow' ? 'horizontal' : 'vertical'}
        value={section}
        onValueChange={(settingsSection) => store.setState({ settingsSection })}
      >
        <Tabs.List ref={index} className={styles.index} aria-label={words.settings.title}>
          {SECTIONS.map(({ name }) => (
            <Tabs.Trigger key={name} value={name} className={styles.entry}>
              {words.settings.sections[name]}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {SECTIONS.map(({ name, view: View }) => (
          <Section key={name} name={name}>
            {View === null ? rules : <View />}
          </Section>
        ))}
      </Tabs.Root>
    </Dialog>
  )
}

/** One page of the settings. It takes the focus whether or not it scrolls, as panels of tabs do. */
function Section({ name, children }: { name: (typeof SECTIONS)[number]['name']; children: ReactNode }) {
  const { ref } = useClipped()
  return (
    <Tabs.Content ref={ref} value={name} className={styles.section}>
      <h3 className={styles.heading}>{words.settings.sections[name]}</h3>
      <Damage />
      {children}
    </Tabs.Content>
  )
}
