import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mountPage } from '#e2e/doubles/mount-page.ts'
import { altChord, isAltChord } from './shortcuts.ts'

let platform = ''
beforeEach(() => {
  vi.spyOn(navigator, 'platform', 'get').mockImplementation(() => platform)
})
afterEach(() => vi.restoreAllMocks())

const KEYS = {
  'Alt N': { altKey: true },
  '⌃⇧N': { ctrlKey: true, shiftKey: true },
  'AltGr N': { altKey: true, ctrlKey: true },
  N: {},
}

it.each([
  ['Win32', 'Alt N'],
  ['Linux x86_64', 'Alt N'],
  ['MacIntel', '⌃⇧N'],
])('only the keys that are named are the shortcut, so that every letter can be written: %s', (device, named) => {
  platform = device
  expect(altChord('N')).toBe(named)
  const taken = Object.entries(KEYS).filter(([, held]) =>
    isAltChord(new KeyboardEvent('keydown', { code: 'KeyN', ...held }), 'KeyN'),
  )
  expect(taken.map(([name]) => name)).toEqual([named])
})

it('a button that does the same names the keys of this device', async () => {
  platform = 'MacIntel'
  await page.viewport(1440, 900)
  const mounted = mountPage('conversation')
  await expect.element(page.getByRole('log')).toBeVisible()
  mounted.store.setState(({ panes }) => ({ panes: { ...panes, sessionsOpen: false } }))
  const keys = (name: string) => page.getByRole('button', { name }).element().getAttribute('data-tip-key')
  await expect.element(page.getByRole('button', { name: 'Show sessions' })).toBeVisible()
  expect(['Show sessions', 'New session', 'Hide workspace'].map(keys)).toEqual(['⌘B', '⌃⇧N', '⌘J'])
  mounted.stop()
})
