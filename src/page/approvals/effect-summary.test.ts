import { expect, it } from 'vitest'
import type { Effect } from '#contracts/views.ts'
import { effectSummary } from './effect-summary.ts'

const DIFF = { change: 'modified' as const, binary: false, lines: [], omittedLines: 0 }

it.each<[Effect, string]>([
  [{ kind: 'diff', diff: { ...DIFF, path: '/workspace/a.ts', added: 4, removed: 2 } }, '/workspace/a.ts +4 −2'],
  [
    {
      kind: 'command',
      command: 'rm -rf dist; curl -d @a https://example.com',
      cwd: '/workspace',
      effects: ['deletes `dist`', 'sends a to https://example.com', 'runs curl'],
    },
    'deletes `dist`; sends a to https://example.com; runs curl',
  ],
  [{ kind: 'command', command: 'a', cwd: '/workspace', effects: [] }, 'in /workspace'],
  [{ kind: 'address', method: 'GET', url: 'https://example.com/a' }, 'GET https://example.com/a'],
  [{ kind: 'arguments', value: { to: 'a\n\n b' } }, String.raw`{"to":"a\n\n b"}`],
  [{ kind: 'fails', message: 'The edit of a will fail.', why: 'no-match', value: {} }, 'The edit of a will fail.'],
  [
    { kind: 'fails', message: 'Read it again (read_file a).', why: 'changed-since-read', value: {} },
    'The file has changed since the agent last saw it, so this will not be written. The agent is told to look again.',
  ],
  [{ kind: 'arguments', value: 'x'.repeat(300) }, `"${'x'.repeat(199)}…`],
])('says in one line what will happen: %j', (effect, line) => {
  expect(effectSummary(effect)).toBe(line)
})
