import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { TurnDiff } from '#contracts/sessions.ts'
import { TurnChanges } from './turn-changes.tsx'

const FILE = {
  path: '/workspace/b.txt',
  change: 'created',
  binary: false,
  added: 1,
  removed: 0,
  omittedLines: 0,
} as const
const DIFF: TurnDiff = {
  sessionId: 's',
  turnId: 't',
  at: 0,
  files: [{ ...FILE, lines: [{ kind: 'add', before: null, after: 1, text: 'new' }] }],
}

test.each<[string, TurnDiff, summary: string, more: string[]]>([
  ['all', DIFF, '1 file changed', []],
  ['some', { ...DIFF, omitted: 1 }, '1 of 2 changed files', ['1 more file changed. Too many to show here.']],
  ['few', { ...DIFF, omitted: 250 }, '1 of 251 changed files', ['250 more files changed. Too many to show here.']],
])('a turn of whose changed files %s are shown says how many there are', async (_, diff, summary, more) => {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const state = { status: 'ready', diff } as const
  root.render(<TurnChanges state={state} running={false} changedSoFar={0} onOpen={() => {}} onRetry={() => {}} />)
  await expect.element(page.getByText(summary)).toBeVisible()
  const rest = page.getByText(/more files? changed/).elements()
  expect(rest.map(({ textContent }) => textContent)).toEqual(more)
  root.unmount()
  place.remove()
})
