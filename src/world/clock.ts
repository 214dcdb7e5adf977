import type { Clock } from '#contracts/ports/clock.ts'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
// 64 characters, so that six random bits pick one without bias.
const ALPHABET = `${LETTERS}0123456789_-`
const ID_LENGTH = 21

/** A random id: 21 characters of `[A-Za-z0-9_-]`, the first one a letter (about 125 random bits). */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(ID_LENGTH))
  let id = ''
  for (const byte of bytes) {
    // 52 letters do not divide 256: the first character is a little uneven, which costs no safety.
    id += id === '' ? LETTERS.charAt(byte % LETTERS.length) : ALPHABET.charAt(byte & 63)
  }
  return id
}

/** Real time and real randomness. */
export function systemClock(): Clock {
  return {
    now: () => Date.now(),
    ticks: () => performance.now(),
    wait: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) {
          reject(signal.reason)
          return
        }
        const stop = () => {
          clearTimeout(timer)
          reject(signal?.reason)
        }
        const timer = setTimeout(() => {
          signal?.removeEventListener('abort', stop)
          resolve()
        }, ms)
        signal?.addEventListener('abort', stop, { once: true })
      }),
    after: (ms, task) => {
      const timer = setTimeout(task, ms)
      return () => clearTimeout(timer)
    },
    newId: randomId,
  }
}
