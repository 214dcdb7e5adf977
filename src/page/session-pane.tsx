import { Approvals } from './approvals/approvals.tsx'
import { Conversation } from './chat/conversation.tsx'
import { SessionHeader } from './chat/session-header.tsx'
import { Composer } from './composer/composer.tsx'
import { Button } from './kit/button.tsx'
import { RunMark } from './lazy-views.tsx'
import { showInvisible } from './kit/show-invisible.ts'
import { Banners } from './notices/banners.tsx'
import { usePage, useSelectedSession } from './store.ts'
import { Todos } from './chat/todos.tsx'
import { UsageMeter } from './usage/usage-meter.tsx'
import { useOpenSession } from './use-open-session.ts'
import { Welcome } from './welcome/welcome.tsx'
import { words } from './words.ts'
import styles from './session-pane.module.css'

/** The middle of the page: one session from its title to its composer, or the welcome. */
export function SessionPane() {
  const session = useSelectedSession()
  const opening = useOpenSession(session?.id ?? null)
  const access = usePage((state) => (session === null ? 'write' : (state.opened.get(session.id)?.access ?? 'write')))
  const untouched = session === null || (session.nextSeq === 0 && session.queue.length === 0)

  return (
    <main className={styles.pane}>
      <SessionHeader session={session}>
        {session !== null && <RunMark key={`watch ${session.id}`} session={session} />}
        {session !== null && <UsageMeter session={session} />}
      </SessionHeader>
      <Banners access={access} />
      <div className={styles.body}>
        {session === null ? (
          <Welcome fresh />
        ) : opening.state === 'failed' ? (
          <div className={styles.failed} role="alert">
            <p>
              <b>{words.conversation.openFailed}</b> {showInvisible(opening.failure.message)}
            </p>
            <Button onClick={opening.retry}>{words.conversation.retry}</Button>
          </div>
        ) : opening.state === 'opening' ? (
          <p className={styles.opening} role="status">
            {words.conversation.loading}
          </p>
        ) : untouched ? (
          <Welcome fresh={false} />
        ) : (
          <Conversation key={session.id} sessionId={session.id} />
        )}
      </div>
      <div className={styles.foot}>
        {session !== null && session.todos.length > 0 && <Todos todos={session.todos} />}
        {session !== null && access === 'write' && <Approvals key={`asks ${session.id}`} sessionId={session.id} />}
        <Composer session={session} readOnly={access === 'read-only'} />
      </div>
    </main>
  )
}
