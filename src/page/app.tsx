import { type ReactNode, useEffect } from 'react'
import { Apart } from './apart.tsx'
import { Attention } from './attention/attention.tsx'
import { Announcer } from './attention/announcer.tsx'
import { BootFailure } from './boot/boot-failure.tsx'
import { Starting } from './boot/starting.tsx'
import { Tips } from './kit/tips.tsx'
import { Shell } from './layout/shell.tsx'
import { keepFocus } from './keep-focus.ts'
import { lazyView } from './kit/lazy-view.tsx'
import { PartBoundary } from './kit/part-boundary.tsx'
import { Notices } from './notices/notices.tsx'
import { prefetchParts } from './prefetch.ts'
import { SessionPane } from './session-pane.tsx'
import { Sessions } from './sessions/sessions.tsx'
import { useShortcuts } from './shortcuts.ts'
import { usePage, usePageStore } from './store.ts'
import { words } from './words.ts'
import { WorkspaceSlot } from './workspace-slot.tsx'
import styles from './app.module.css'

const Settings = lazyView<{ rules: ReactNode; onClose: () => void }>(
  async () => (await import('./settings/settings.tsx')).Settings,
  { lost: 'dialog' },
)
const Palette = lazyView<{ onClose: () => void }>(async () => (await import('./palette/palette.tsx')).Palette, {
  lost: 'dialog',
})
const TrustDialog = lazyView<{ onClose: () => void }>(
  async () => (await import('./trust/trust-dialog.tsx')).TrustDialog,
  { lost: 'dialog' },
)
const Keys = lazyView<{ onClose: () => void }>(async () => (await import('./palette/keys.tsx')).Keys, {
  lost: 'dialog',
})
/** Loaded apart from the settings round it, which stay on the screen meanwhile. */
const Rules = lazyView<object>(async () => (await import('./rules/rules.tsx')).Rules, { lost: 'line' })

/** The whole page: the start, its failure, or the workbench. */
export function App() {
  const phase = usePage((state) => state.phase)
  if (phase === 'failed') return <BootFailure />
  if (phase === 'starting') return <Starting />
  return <Workbench />
}

function Workbench() {
  useShortcuts()
  useEffect(() => prefetchParts(), [])
  useEffect(() => keepFocus(), [])
  return (
    <>
      <div className={styles.page}>
        <PartBoundary shape="line">
          <Notices of="errors" />
        </PartBoundary>
        <Shell
          sessions={<Held of={<Sessions />} />}
          conversation={<Held of={<SessionPane />} />}
          workspace={<Held of={<WorkspaceSlot />} />}
        />
      </div>
      <Dialogs />
      <Aside of={<Notices of="passing" />} />
      <Aside of={<Announcer />} />
      <Aside of={<Attention />} />
      <Aside of={<Tips />} />
    </>
  )
}

/** A pane that breaks leaves the others at work. */
function Held({ of }: { of: ReactNode }) {
  return <PartBoundary shape="pane">{of}</PartBoundary>
}

/** A part without a place of its own on the page. One that breaks is told of and takes nothing along. */
function Aside({ of }: { of: ReactNode }) {
  const store = usePageStore()
  const { broken, brokenAbout } = words.lost
  return <Apart onBroken={() => store.notice({ level: 'error', text: `${broken} ${brokenAbout}` })}>{of}</Apart>
}

/** The dialogs, each loaded when it is first opened. */
function Dialogs() {
  const store = usePageStore()
  const dialog = usePage((state) => state.dialog)
  const close = () => store.setState({ dialog: null })
  return (
    <>
      {dialog === 'settings' && <Settings rules={<Rules />} onClose={close} />}
      {dialog === 'palette' && <Palette onClose={close} />}
      {dialog === 'keys' && <Keys onClose={close} />}
      {dialog === 'trust' && <TrustDialog onClose={close} />}
    </>
  )
}
