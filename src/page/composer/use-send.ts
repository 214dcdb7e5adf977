import { useCallback } from 'react'
import { MESSAGE_MAX_CHARS, QUEUE_MAX_MESSAGES } from '#contracts/limits.ts'
import type { Session } from '#contracts/sessions.ts'
import { findSlash, readSlash, SLASH_COMMANDS } from '#tools/slash-commands.ts'
import { FRESH } from '../drafts.ts'
import { createSession } from '../new-session.ts'
import { doneTyping } from '../last-typed.ts'
import { isOnPage, usePageCommand } from '../page-command.ts'
import { type Dispatch, useDispatch, useRuntime } from '../runtime.ts'
import { usePageStore } from '../store.ts'
import { words } from '../words.ts'
import { mayBeIntent } from './may-be-intent.ts'

type Written = { text: string; attachments: Session['queue'][number]['attachments'] }

/**
 * Sends the draft of `opened`, or of the fresh one for null, which makes a session first. A slash command goes its
 * own way and never to the model. Files that are still being read are waited for, unless that is called off. What
 * cannot be sent stays, and the draft says why; what fails on its way comes back to where it was written.
 */
export function useSend(opened: Session | null): () => Promise<void> {
  const store = usePageStore()
  const runtime = useRuntime()
  const dispatch = useDispatch()
  const onPage = usePageCommand()
  return useCallback(async () => {
    const { drafts } = store
    const written = opened?.id ?? FRESH
    const refuse = (why: string) => drafts.refuse(written, why)
    if (drafts.of(written).sending || !(await drafts.untilRead(written))) return undefined
    // While files were read the text could be changed, and a turn could begin or end.
    const { text, attachments } = drafts.of(written)
    const session = opened === null ? null : (store.getState().sessions.get(opened.id) ?? opened)
    if (text.trim() === '' && attachments.length === 0) return undefined
    if (text.trimEnd() === '!' && attachments.length === 0) return refuse(words.composer.noCommand)
    if (text.length > MESSAGE_MAX_CHARS) return refuse(words.composer.tooLong(MESSAGE_MAX_CHARS))

    const slash = readSlash(text)
    if (slash !== null) {
      if (attachments.length > 0) return refuse(words.slash.noFiles)
      // What only a session can say is left to it.
      const command = findSlash(slash, NOT_ON_PAGE)
      if (typeof command === 'string') return refuse(command)
      if (command.place === 'page') {
        if (drafts.take(written) === null) return undefined
        drafts.settle(written, true)
        return onPage(command.name)
      }
    }
    const act = slash !== null || (attachments.length === 0 && mayBeIntent(text))
    const running = session !== null && (session.turn.status === 'running' || session.turn.status === 'waiting')
    const waits = session !== null && (running || session.queue.length > 0)
    if (!act && waits && session.queue.length >= QUEUE_MAX_MESSAGES)
      return refuse(words.composer.queueFull(QUEUE_MAX_MESSAGES))
    const noModel =
      session?.demoId == null && (session?.model ?? null) === null && store.getState().settings.providers.length === 0
    if (!act && noModel) return refuse(words.composer.noModel)

    const taken = drafts.take(written)
    if (taken === null) return undefined
    doneTyping()
    let key = written
    let arrived = false
    let refused: string | null = null
    try {
      const to = session ?? (await createSession(store, dispatch))
      if (to === null) return undefined
      if (key !== to.id) {
        drafts.move(key, to.id)
        key = to.id
      }
      const whole = { text: taken.text, attachments: [...taken.attachments] }
      if (slash !== null) {
        const ran = await runtime.call('slash.run', { sessionId: to.id, text: whole.text })
        arrived = ran.ok
        if (!ran.ok && ran.failure.kind !== 'aborted') refused = ran.failure.message
      } else {
        const refuseLate = () => void (refused = words.composer.noModel)
        arrived = await sendMessage(to.id, whole, act, noModel ? refuseLate : null, dispatch)
      }
    } finally {
      drafts.settle(key, arrived)
      if (refused !== null) drafts.refuse(key, refused)
      // While a turn runs it waits out of sight; else the conversation goes to where it stands.
      if (arrived && !running) store.showEnd(key)
    }
    return undefined
  }, [store, runtime, dispatch, onPage, opened])
}

const NOT_ON_PAGE: ReadonlySet<string> = new Set(
  SLASH_COMMANDS.filter(({ place, name }) => place === 'page' && !isOnPage(name)).map(({ name }) => name),
)

/** Sends a message: first as what it may do at once, and where it is no such thing, to the model. */
async function sendMessage(
  sessionId: string,
  { text, attachments }: Written,
  act: boolean,
  refuse: (() => void) | null,
  dispatch: Dispatch,
): Promise<boolean> {
  if (act) {
    const done = await dispatch('intent.run', { sessionId, text })
    if (done === null || done.taken) return done !== null
  }
  if (refuse !== null) {
    refuse()
    return false
  }
  return (await dispatch('turn.send', { sessionId, text: text.trim(), attachments })) !== null
}
