/**
 * What the page itself remembers, in localStorage as JSON and in clear: its appearance (pane widths), and the words of
 * messages and answers that are not sent yet. All else of the person's work is the agent thread's to store. Blocked
 * storage means forgetting.
 */
const PREFIX = 'sallyport.ui.'

/** The JSON kept under `name`, unchecked; undefined where there is none or it cannot be read. */
export function readKept(name: string): unknown {
  try {
    const text = globalThis.localStorage?.getItem(PREFIX + name)
    return text === null || text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Keeps `value` under `name`; undefined removes it. */
export function writeKept(name: string, value: unknown): void {
  try {
    if (value === undefined) globalThis.localStorage?.removeItem(PREFIX + name)
    else globalThis.localStorage?.setItem(PREFIX + name, JSON.stringify(value))
  } catch {
    // Full or blocked: the page works without its memory.
  }
}
