import { transferHandlers } from 'comlink'
import { SIGNAL_HANDLER, type CancelMessage, type SignalWire } from '#contracts/lane.ts'

const numbers = new WeakMap<AbortSignal, number>()
let lastNumber = 0

function isSignal(value: unknown): value is AbortSignal {
  return value instanceof AbortSignal
}

function send(signal: AbortSignal): [SignalWire, Transferable[]] {
  const number = numbers.get(signal)
  if (number === undefined) throw new TypeError('A signal crosses the lane only through RuntimeClient.call.')
  return [{ number, aborted: signal.aborted }, []]
}

/** Lets Comlink send a signal as its number. Only the receiving half is another's: it stays as it is. */
export function installSignalSender(): void {
  const other = transferHandlers.get(SIGNAL_HANDLER)
  transferHandlers.set(SIGNAL_HANDLER, {
    canHandle: isSignal,
    serialize: (value: unknown) => {
      if (!isSignal(value)) throw new TypeError('Only an AbortSignal is sent this way.')
      return send(value)
    },
    deserialize:
      other?.deserialize ??
      (() => {
        throw new TypeError('Signals cross from the page to the worker only.')
      }),
  })
}

/**
 * Runs one call with a signal of its own number. When `signal` aborts meanwhile, the worker is told by a
 * cancel message; afterwards nothing listens any more. `signal` may serve many calls at once.
 */
export async function withNumberedSignal<T>(
  signal: AbortSignal,
  endpoint: { postMessage(message: CancelMessage): void },
  call: (numbered: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted()
  lastNumber += 1
  const cancel = lastNumber
  const numbered = new AbortController().signal
  numbers.set(numbered, cancel)
  const listener = () => endpoint.postMessage({ cancel })
  signal.addEventListener('abort', listener, { once: true })
  try {
    return await call(numbered)
  } finally {
    signal.removeEventListener('abort', listener)
  }
}
