import { z } from '#contracts/zod.ts'
import { Failure } from '#contracts/failure.ts'

// How the app and a fetch relay talk. One request: `GET /read?url=…` with `Authorization: Bearer <token>` and the page's
// `Origin`. One answer: 200 with one line of JSON (`RelayHead`), a line feed, and the bytes of the body as they came; or
// another status with `RelayRefusal`. The head is in the body and not in headers, which are bounded and not readable
// across origins.

/** Path of the one thing that a relay does. */
export const RELAY_PATH = '/read'
/** Path that answers 204 to whoever may use the relay: for "test". */
export const RELAY_HELLO_PATH = '/hello'
/** Bytes of the head: two addresses of the longest kind, and room for the rest. */
export const RELAY_HEAD_MAX_BYTES = 64_000

/** What the relay says of a page before its bytes. */
export const RelayHead = z.object({
  status: z.number().int(),
  /** Where a redirect leads, as the site wrote it. The relay follows none: whoever asked decides, and asks anew. */
  location: z.string().nullable(),
  contentType: z.string().nullable(),
  contentLength: z.string().nullable(),
})
export type RelayHead = z.infer<typeof RelayHead>

/** Why there is no page. */
export const RelayRefusal = z.object({ failure: Failure })
export type RelayRefusal = z.infer<typeof RelayRefusal>
