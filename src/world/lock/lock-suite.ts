import { describe, expect, test } from 'vitest'
import type { LockPort } from '#contracts/ports/lock.ts'

/** What every lock promises. `tabs` gives ports that compete with each other and with no other test. */
export function lockSuite(name: string, tabs: () => { tab(): LockPort }): void {
  describe(`lock: ${name}`, () => {
    const never = new AbortController().signal

    test('one tab holds a name, another does not, until it is released', async () => {
      const { tab } = tabs()
      const [first, second] = [tab(), tab()]
      expect(await first.acquire('s')).toBe(true)
      expect(await first.acquire('s')).toBe(true)
      expect(await second.acquire('s')).toBe(false)
      expect(await second.acquire('t')).toBe(true)
      first.release('s')
      expect(await second.whenFree('s', never)).toBe(true)
      expect(await first.acquire('s')).toBe(false)
    })

    test('a tab that asks twice at once is not refused by itself', async () => {
      const first = tabs().tab()
      expect(await Promise.all([first.acquire('s'), first.acquire('s')])).toEqual([true, true])
    })

    test('a name that is free is taken at once by waiting for it', async () => {
      expect(await tabs().tab().whenFree('s', never)).toBe(true)
    })

    test('waiting tabs get it in turn', async () => {
      const { tab } = tabs()
      const [first, second, third] = [tab(), tab(), tab()]
      const got: string[] = []
      await first.acquire('s')
      const two = second.whenFree('s', never).then(() => got.push('second'))
      const three = third.whenFree('s', never).then(() => got.push('third'))
      first.release('s')
      await two
      expect(got).toEqual(['second'])
      second.release('s')
      await three
      expect(got).toEqual(['second', 'third'])
    })

    test('waiting ends with its signal, and the place in the queue goes', async () => {
      const { tab } = tabs()
      const [first, second, third] = [tab(), tab(), tab()]
      await first.acquire('s')
      const stop = new AbortController()
      const waiting = second.whenFree('s', stop.signal)
      const patient = third.whenFree('s', never)
      stop.abort()
      await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
      first.release('s')
      expect(await patient).toBe(true)
    })

    test('a signal that is aborted already ends it at once', async () => {
      await expect(tabs().tab().whenFree('s', AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' })
    })

    test('releasing what is not held changes nothing', async () => {
      const { tab } = tabs()
      const [first, second] = [tab(), tab()]
      await first.acquire('s')
      second.release('s')
      expect(await second.acquire('s')).toBe(false)
    })
  })
}
