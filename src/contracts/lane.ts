import { z } from './zod.ts'

/** The name under which both halves of the commands lane carry an `AbortSignal`. */
export const SIGNAL_HANDLER = 'abort-signal'

/** A signal as it crosses: its number, unique in the sending thread, and whether it was aborted by then. */
export const SignalWire = z.object({ number: z.number().int(), aborted: z.boolean() })
export type SignalWire = z.infer<typeof SignalWire>

/** Sent on the commands lane, after the call that carried the signal: that number is now aborted. */
export const CancelMessage = z.object({ cancel: z.number().int() })
export type CancelMessage = z.infer<typeof CancelMessage>
