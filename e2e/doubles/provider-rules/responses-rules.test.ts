import { checkRules } from './rule-cases.ts'

checkRules('openai-responses', [
  { broken: 'no items', edits: [['input', []]], wire: /at least one item/, talk: /nobody says/ },
  { broken: 'storing', edits: [['store', true]], wire: /kept at the provider/, talk: null },
  { broken: 'the assistant first', edits: [['input.1']], wire: null, talk: /speaks first/ },
  { broken: 'an empty message', edits: [['input.1.content', []]], wire: /a message is empty/, talk: /is empty/ },
  { broken: 'a blank text', edits: [['input.3.content', '']], wire: /is blank/, talk: /says nothing/ },
  { broken: 'a blank output', edits: [['input.7.output', ' ']], wire: /is blank/, talk: /answer to b says/ },
  { broken: 'half a pair', edits: [['input.3.content', '\ude00']], wire: /half a surrogate/, talk: null },
  { broken: 'a call without output', edits: [['input.7']], wire: /b has no output/, talk: /b is not answered/ },
  { broken: 'an output without call', edits: [['input.5']], wire: /b has no call/, talk: /was not called/ },
  {
    broken: 'two outputs',
    edits: [['+input.7', { type: 'function_call_output', call_id: 'b', output: 'x' }]],
    wire: /b has 2 outputs/,
    talk: /b is answered twice/,
  },
  {
    broken: 'an output before its call',
    edits: [['input.7'], ['+input.2', { type: 'function_call_output', call_id: 'b', output: 'x' }]],
    wire: /b stands before its call/,
    talk: /b is answered and was not called/,
  },
  {
    broken: 'one id twice',
    edits: [['input.5.call_id', 'a']],
    wire: /two calls have the id a/,
    talk: /a is called twice/,
  },
  {
    broken: 'a long id',
    edits: [
      ['input.5.call_id', 'b'.repeat(65)],
      ['input.7.call_id', 'b'.repeat(65)],
    ],
    wire: /id of a call is not legal/,
    talk: null,
  },
  { broken: 'an illegal name', edits: [['input.5.name', 'a b']], wire: /name of a tool is not legal/, talk: null },
  { broken: 'broken arguments', edits: [['input.5.arguments', '{"a":']], wire: /no JSON object/, talk: /input of b/ },
  {
    broken: 'reasoning without encrypted content',
    edits: [['input.2.encrypted_content']],
    wire: /without its encrypted content/,
    talk: null,
  },
  { broken: 'foreign reasoning', edits: [['input.2.encrypted_content', 'enc_9']], wire: /not from here/, talk: null },
  {
    broken: 'reasoning that nothing follows',
    edits: [['+input.8', { type: 'reasoning', encrypted_content: 'enc_1', summary: [] }]],
    wire: /without the item that follows/,
    talk: null,
  },
  {
    broken: 'one reasoning twice',
    edits: [['+input.3', { type: 'reasoning', id: 'rs_1', encrypted_content: 'enc_1', summary: [] }]],
    wire: /two items have the id rs_1/,
    talk: null,
  },
  {
    broken: 'a reference',
    edits: [['+input.2', { type: 'item_reference', id: 'rs_0' }]],
    wire: /input\.2/,
    talk: /is empty/,
  },
  {
    broken: 'the assistant last',
    edits: [['+input.9', { role: 'assistant', content: 'So' }]],
    wire: /last item is the assistant/,
    talk: /speaks last/,
  },
])
