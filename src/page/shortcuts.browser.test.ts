import { afterEach, beforeEach, expect, it, vi } from 'vitest'
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
