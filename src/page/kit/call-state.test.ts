import { expect, it } from 'vitest'
import { call } from '#e2e/doubles/page-records.ts'
import { shownState } from './call-state.ts'

const shell = (exitCode: number) =>
  call('s1', 'c1', 'execute', 'Ran a command', {
    client: {
      kind: 'shell',
      summary: `exit ${exitCode}`,
      command: 'a',
      output: '',
      omittedChars: 0,
      exitCode,
      durationMs: 1,
      cwd: '/',
    },
  })

it('a command that ran is done only where it ended with 0', () => {
  expect([shownState(shell(0)), shownState(shell(1))]).toEqual(['ok', 'exited'])
})

it('says how far a call got, and that nobody knows of one without a record', () => {
  expect([shownState({ state: 'asked' }), shownState({ state: 'settled' }), shownState(undefined)]).toEqual([
    'asked',
    'ok',
    'unknown',
  ])
})
