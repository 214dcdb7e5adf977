import { expect, it } from 'vitest'
import { agent, note, user } from '#e2e/doubles/page-records.ts'
import type { Message } from '#contracts/messages.ts'
import { Transcript } from '../transcript.ts'
import { endOfTurn } from './end-of-turn.ts'

const DONE = 'The agent finished its turn.'
const own = { ...user('s1', 1, '!ls', [{ type: 'call', callId: 'c' }]), act: { source: 'native-intent' as const } }
const answer = agent('s1', 1, [{ type: 'text', text: 'Done.' }])

it.each<[string, Message[], string]>([
  ['an answer', [answer], DONE],
  ['a stop', [answer, note('s1', 2, 'stopped', 'The user stopped this turn.')], 'Stopped. The user stopped this turn.'],
  ['a failure', [note('s1', 1, 'failed', 'No network.')], 'Failed. No network.'],
  ['a limit', [answer, note('s1', 2, 'budget', 'It took too long.')], 'Limit reached. It took too long.'],
  ['a circle', [answer, note('s1', 2, 'repeating', 'The same call again.')], 'Going in circles. The same call again.'],
  ['a cut answer', [{ ...answer, state: 'interrupted' }], 'This answer was cut off.'],
  ['a failed answer', [{ ...answer, state: 'failed' }], 'This answer failed.'],
  ['an answer after a stop', [note('s1', 1, 'stopped', 'x'), { ...answer, seq: 2 }], DONE],
  ['an answer after a new try', [note('s1', 1, 'retry', 'Again.'), { ...answer, seq: 2 }], DONE],
  ['a new try that is told of last', [answer, note('s1', 2, 'cleared', 'x')], DONE],
  ['a command of the person', [own], 'Your command has ended.'],
  ['a stopped command of the person', [own, note('s1', 2, 'stopped', 'x')], 'Stopped. x'],
])('says how a turn ended: %s', (_, messages, said) => {
  const transcript = new Transcript()
  for (const message of [user('s1', 0, 'Go.'), ...messages]) transcript.apply({ type: 'message', message })
  expect(endOfTurn(transcript)).toBe(said)
})
