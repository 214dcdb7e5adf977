import { expect, it } from 'vitest'
import { brokenConversation } from './conversation-rules.ts'
import { checkRules, edited } from './rule-cases.ts'
import { SAMPLE_FACTS } from './sample-bodies.ts'
import { brokenWireRules } from './wire-rules.ts'

checkRules('google', [
  { broken: 'no contents', edits: [['contents', []]], wire: /contents are not specified/, talk: /nobody says/ },
  { broken: 'the model first', edits: [['contents.0']], wire: /first turn is not a user’s/, talk: /speaks first/ },
  { broken: 'a content without parts', edits: [['contents.3.parts', []]], wire: /has no parts/, talk: /is empty/ },
  { broken: 'an empty part', edits: [['contents.3.parts.0.text', '']], wire: /is blank/, talk: /says nothing/ },
  {
    broken: 'a part of two fields',
    edits: [['contents.3.parts.0.inlineData', { mimeType: 'image/png', data: 'AAAA' }]],
    wire: /contents\.3\.parts\.0/,
    talk: null,
  },
  { broken: 'half a pair', edits: [['contents.3.parts.0.text', '\ud83d']], wire: /half a surrogate/, talk: null },
  {
    broken: 'fewer responses than calls',
    edits: [['contents.2.parts.1']],
    wire: /2 calls have 1 responses/,
    talk: /b is not answered/,
  },
  { broken: 'no responses', edits: [['contents.2']], wire: /2 calls have 0 responses/, talk: /a is not answered/ },
  {
    broken: 'a response without call',
    edits: [['contents.1.parts.3']],
    wire: /1 calls have 2 responses/,
    talk: /b is answered and was not called/,
  },
  {
    broken: 'responses that are late',
    edits: [['+contents.2', { role: 'user', parts: [{ text: 'Wait.' }] }]],
    wire: /responses without calls right before/,
    talk: /before the user speaks/,
  },
  {
    broken: 'responses under another name',
    edits: [['contents.2.parts.1.functionResponse.name', 'view']],
    wire: /not those of the calls/,
    talk: /under another name/,
  },
  {
    broken: 'calls after a turn of the model',
    edits: [['+contents.1', { role: 'model', parts: [{ text: 'So.' }] }]],
    wire: /do not follow a user’s turn/,
    talk: null,
  },
  {
    broken: 'calls of the user',
    edits: [['contents.1.role', 'user']],
    wire: /user’s turn holds calls/,
    talk: /the user calls/,
  },
  {
    broken: 'responses of the model',
    edits: [['contents.2.role', 'model']],
    wire: /model’s turn holds responses/,
    talk: /the model answers/,
  },
  {
    broken: 'one id twice',
    edits: [['contents.1.parts.3.functionCall.id', 'a']],
    wire: /two calls have the id a/,
    talk: /a is called twice/,
  },
  {
    broken: 'an illegal name',
    edits: [
      ['contents.1.parts.3.functionCall.name', '1st'],
      ['contents.2.parts.1.functionResponse.name', '1st'],
    ],
    wire: /contents\.1\.parts\.3/,
    talk: null,
  },
  {
    broken: 'arguments that are a text',
    edits: [['contents.1.parts.3.functionCall.args', '{}']],
    wire: /contents\.1\.parts\.3/,
    talk: /input of b/,
  },
  {
    broken: 'an unsigned first call',
    edits: [['contents.1.parts.2.thoughtSignature']],
    wire: /first call of a step is not signed/,
    talk: null,
  },
  {
    broken: 'a foreign signature',
    edits: [['contents.1.parts.2.thoughtSignature', 'sig_9']],
    wire: /not from here/,
    talk: null,
  },
  {
    broken: 'a stand-in for a signature on a text',
    edits: [['contents.1.parts.1.thoughtSignature', 'skip_thought_signature_validator']],
    wire: /not from here/,
    talk: null,
  },
  {
    broken: 'a changed thought',
    edits: [['contents.1.parts.0.text', 'Hm…']],
    wire: /signed text was changed/,
    talk: null,
  },
  {
    broken: 'the model last',
    edits: [['contents.3.role', 'model']],
    wire: /last turn is the model’s/,
    talk: /speaks last/,
  },
])

it('takes an empty text that carries a signature', () => {
  const signed = edited('google', [['+contents.1.parts.2', { text: '', thoughtSignature: 'sig_2' }]])
  expect(brokenWireRules(signed, SAMPLE_FACTS.google)).toEqual([])
  expect(brokenConversation(signed, 'google')).toEqual([])
})
