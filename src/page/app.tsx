import { lazy, Suspense, useEffect } from 'react'
import { Attention } from './attention/attention.tsx'
import { Announcer } from './attention/announcer.tsx'
import { BootFailure } from './boot/boot-failure.tsx'
import { Starting } from './boot/starting.tsx'
import { Tips } from './kit/tips.tsx'
import { Shell } from './layout/shell.tsx'
import { Notices } from './notices/notices.tsx'
import { SessionPane } from './session-pane.tsx'
import { Sessions } from './sessions/sessions.tsx'
import { useShortcuts } from './shortcuts.ts'
import { usePage, usePageStore } from './store.ts'
import { WorkspaceSlot } from './workspace-slot.tsx'

const Settings = lazy(async () => ({ default: (await import('./settings/settings.tsx')).Settings }))
const Palette = lazy(async () => ({ default: (await import('./palette/palette.tsx')).Palette }))
const Keys = lazy(async () => ({ default: (await import('./palette/keys.tsx')).Keys }))

/** The whole page: the start, its failure, or the workbench. */
export function App() {
  const phase = usePage((state) => state.phase)
  if (phase === 'failed') return <BootFailure />
  if (phase === 'starting') return <Starting />
  return <Workbench />
}

function Workbench() {
  useShortcuts()
  return (
    <>
      <Shell sessions={<Sessions />} conversation={<SessionPane />} workspace={<WorkspaceSlot />} />
      <Dialogs />
      <Notices />
      <Announcer />
      <Attention />
      <Tips />
    </>
  )
}

/** The dialogs, each loaded when it is first opened. */
function Dialogs() {
  const store = usePageStore()
  const dialog = usePage((state) => state.dialog)
  useEffect(() => {
    // Fetched in a quiet moment, so that what is opened first does not wait for the network.
    const timer = window.setTimeout(() => {
      void import('./palette/palette.tsx')
      void import('./settings/settings.tsx')
      void import('./palette/keys.tsx')
      void import('./kit/diff/diff-view.tsx')
      void import('./composer/mention-list.tsx')
    }, 3_000)
    return () => window.clearTimeout(timer)
  }, [])
  const close = () => store.setState({ dialog: null })
  return (
    <Suspense fallback={null}>
      {dialog === 'settings' && <Settings onClose={close} />}
      {dialog === 'palette' && <Palette onClose={close} />}
      {dialog === 'keys' && <Keys onClose={close} />}
    </Suspense>
  )
}
