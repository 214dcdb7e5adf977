/** Somebody who typed this recently is taken to be in the middle of it, also where nothing stands there at the moment. */
const WRITING_MS = 1_000

let typedAt = -Infinity

/** Told of each change that the person makes to the message by hand. */
export function typed(): void {
  typedAt = performance.now()
}

/** Told when a message goes: what was being written is done. */
export function doneTyping(): void {
  typedAt = -Infinity
}

/** True while the person writes the message: something stands there, or was typed within the last second. */
export function isWriting(): boolean {
  const field = document.querySelector<HTMLTextAreaElement>('[data-composer]')
  return (field !== null && field.value !== '') || performance.now() - typedAt < WRITING_MS
}
