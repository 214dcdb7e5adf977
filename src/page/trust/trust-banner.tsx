import { Button } from '../kit/button.tsx'
import { usePage, usePageStore } from '../store.ts'
import { trustWords as words } from './trust-words.ts'
import styles from './trust.module.css'

/** One line above the files of a workspace that is not trusted; nothing above those of one that is. */
export function TrustBanner({ sessionId }: { sessionId: string }) {
  const store = usePageStore()
  const workspaceId = usePage((state) => state.sessions.get(sessionId)?.workspaceId)
  const untrusted = usePage((state) => workspaceId !== undefined && state.trust.get(workspaceId)?.trusted === false)
  if (!untrusted) return null
  return (
    <div role="status" className={styles.banner}>
      <p>{words.banner}</p>
      <Button small onClick={() => store.setState({ dialog: 'trust' })}>
        {words.bannerLook}
      </Button>
    </div>
  )
}
