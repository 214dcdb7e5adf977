import { afterEach } from 'vitest'

/** The browser's own word that it puts off telling of a size until the next frame; nobody here did anything wrong. */
const LET_THROUGH = 'ResizeObserver loop completed with undelivered notifications.'

/**
 * Fails each test in a browser during which something was said to `console.error`. React says there, and only there,
 * that keys repeat, that an element does not know a property or stands where it must not, that state was set where
 * none may be. A test that has a part break on purpose puts its own function there.
 */
const said: string[] = []
const write = console.error
console.error = (...parts: unknown[]): void => {
  const text = parts.map(String).join(' ')
  if (!text.includes(LET_THROUGH)) said.push(text)
  write(...parts)
}

afterEach(() => {
  const all = said.splice(0)
  if (all.length > 0) throw new Error(`console.error was called ${all.length} times:\n${all.join('\n')}`)
})
