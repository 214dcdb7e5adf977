import { transferHandlers, type Endpoint } from 'comlink'
import { CancelMessage, SIGNAL_HANDLER, SignalWire } from '#contracts/lane.ts'

const controllers = new Map<number, AbortController>()
const numbers = new WeakMap<AbortSignal, number>()

function stopped(): DOMException {
  return new DOMException('It was stopped.', 'AbortError')
}

function receive(wire: unknown): AbortSignal {
  const { number, aborted } = SignalWire.parse(wire)
  const controller = new AbortController()
  controllers.set(number, controller)
  numbers.set(controller.signal, number)
  if (aborted) controller.abort(stopped())
  return controller.signal
}

/** Lets Comlink turn a numbered signal back into one. Only the sending half is another's: it stays as it is. */
export function installSignalReceiver(): void {
  const other = transferHandlers.get(SIGNAL_HANDLER)
  transferHandlers.set(SIGNAL_HANDLER, {
    canHandle: other?.canHandle ?? ((_value): _value is unknown => false),
    serialize:
      other?.serialize ??
      (() => {
        throw new TypeError('Signals cross from the page to the worker only.')
      }),
    deserialize: receive,
  })
}

/** Aborts the signal that a cancel message names. Returns a function that stops listening. */
export function receiveCancels(endpoint: Endpoint): () => void {
  const listener = (event: Event | MessageEvent<unknown>) => {
    const message = CancelMessage.safeParse('data' in event ? event.data : undefined)
    if (message.success) controllers.get(message.data.cancel)?.abort(stopped())
  }
  endpoint.addEventListener('message', listener)
  return () => endpoint.removeEventListener('message', listener)
}

/** Forgets a signal once its call ended, so that nothing grows with the number of calls. */
export function releaseSignal(signal: AbortSignal): void {
  const number = numbers.get(signal)
  if (number !== undefined) controllers.delete(number)
}

/** How many signals are held: one for each call that runs with one. */
export function heldSignals(): number {
  return controllers.size
}
