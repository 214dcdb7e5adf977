import { z } from './zod.ts'

/**
 * What a page asks of the service worker, where the browser lets only that one show a notification: to show that the
 * session waits, in place of one of the same `tag`, or to take back what this page showed under the tag.
 */
export const NotificationAsked = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('show-waiting'),
    title: z.string(),
    body: z.string(),
    tag: z.string(),
    sessionId: z.string(),
  }),
  z.object({ type: z.literal('hide-waiting'), tag: z.string() }),
])
export type NotificationAsked = z.infer<typeof NotificationAsked>

/** What the service worker says to the page that asked, when its notification was clicked. */
export const NotificationClicked = z.object({ type: z.literal('waiting-clicked'), sessionId: z.string() })
export type NotificationClicked = z.infer<typeof NotificationClicked>
