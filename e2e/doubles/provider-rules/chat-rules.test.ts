import { expect, it } from 'vitest'
import { checkRules, edited, type Edit } from './rule-cases.ts'
import { SAMPLE_FACTS } from './sample-bodies.ts'
import { brokenWireRules } from './wire-rules.ts'

checkRules('openai-chat', [
  { broken: 'no messages', edits: [['messages', []]], wire: /at least one message/, talk: /nobody says/ },
  { broken: 'the assistant first', edits: [['messages.1']], wire: /not a user’s/, talk: /speaks first/ },
  { broken: 'an empty message', edits: [['messages.1.content', []]], wire: /a message is empty/, talk: /is empty/ },
  { broken: 'a blank text', edits: [['messages.6.content', ' ']], wire: /is blank/, talk: /says nothing/ },
  { broken: 'a blank result', edits: [['messages.4.content', '']], wire: /is blank/, talk: /answer to b says/ },
  {
    broken: 'half a pair',
    edits: [['messages.2.tool_calls.1.function.arguments', '{"a":"\ud83d"}']],
    wire: /half a surrogate/,
    talk: null,
  },
  {
    broken: 'neither content nor calls',
    edits: [['messages.5.content', null]],
    wire: /a message is empty/,
    talk: /is empty/,
  },
  {
    broken: 'an empty list of calls',
    edits: [['messages.5.tool_calls', []]],
    wire: /list of calls is empty/,
    talk: null,
  },
  { broken: 'a call without result', edits: [['messages.4']], wire: /b has no result/, talk: /b is not answered/ },
  {
    broken: 'a result without call',
    edits: [['messages.2.tool_calls.1']],
    wire: /b has no call/,
    talk: /b is answered and was not called/,
  },
  {
    broken: 'two results',
    edits: [['messages.4.tool_call_id', 'a']],
    wire: /second result for a/,
    talk: /a is answered twice/,
  },
  {
    broken: 'a word between the results',
    edits: [['+messages.4', { role: 'user', content: 'Wait.' }]],
    wire: /b has no result/,
    talk: /before the user speaks/,
  },
  {
    broken: 'one id twice',
    edits: [['messages.2.tool_calls.1.id', 'a']],
    wire: /two calls have the id a/,
    talk: /a is called twice/,
  },
  {
    broken: 'a long id',
    edits: [
      ['messages.2.tool_calls.1.id', 'b'.repeat(41)],
      ['messages.4.tool_call_id', 'b'.repeat(41)],
    ],
    wire: /id of a call is not legal/,
    talk: null,
  },
  {
    broken: 'an illegal name',
    edits: [['messages.2.tool_calls.1.function.name', '']],
    wire: /name of a tool is not legal/,
    talk: null,
  },
  {
    broken: 'arguments that are a list',
    edits: [['messages.2.tool_calls.1.function.arguments', '[]']],
    wire: /no JSON object/,
    talk: /input of b/,
  },
  {
    broken: 'arguments cut in the middle',
    edits: [['messages.2.tool_calls.1.function.arguments', '{"a']],
    wire: /no JSON object/,
    talk: /input of b/,
  },
  {
    broken: 'foreign reasoning',
    edits: [['messages.2.reasoning_content', 'Oh.']],
    wire: /reasoning that is not from here/,
    talk: null,
  },
  {
    broken: 'a foreign signature',
    edits: [['messages.2.reasoning_details.0.signature', 'sig_9']],
    wire: /signature that is not from here/,
    talk: null,
  },
  {
    broken: 'changed reasoning',
    edits: [['messages.2.reasoning_details.0.text', 'Hm…']],
    wire: /reasoning was changed/,
    talk: null,
  },
  {
    broken: 'a foreign signature on a call',
    edits: [['messages.2.tool_calls.0.extra_content', { google: { thought_signature: 's' } }]],
    wire: /signature that is not from here/,
    talk: null,
  },
  {
    broken: 'the assistant last',
    edits: [['messages.6']],
    wire: /last message is the assistant/,
    talk: /speaks last/,
  },
])

it('takes the ids that the server gave out itself', () => {
  const ids: readonly Edit[] = [
    ['messages.2.tool_calls.0.id', 'functions.view:0'],
    ['messages.3.tool_call_id', 'functions.view:0'],
  ]
  const body = edited('openai-chat', ids)
  expect(brokenWireRules(body, { ...SAMPLE_FACTS['openai-chat'], callIds: new Set(['functions.view:0']) })).toEqual([])
})
