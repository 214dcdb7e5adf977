import { expect, it } from 'vitest'
import { type Entry, findEntries } from './find-entries.ts'

const entry = (label: string): Entry => ({ id: label, kind: 'command', label, hint: '', run: () => {} })

it('puts whole words before letters within, and leaves out what does not hold the letters in order', () => {
  const entries = ['Show or hide sessions', 'New session', 'Settings', 'src/session.ts'].map(entry)
  const labels = (query: string) => findEntries(entries, query).map(({ label }) => label)
  expect(labels('session')).toEqual(['New session', 'src/session.ts', 'Show or hide sessions'])
  expect(labels('ns')).toContain('New session')
  expect(labels('zz')).toEqual([])
  expect(labels(' ')).toHaveLength(4)
})
