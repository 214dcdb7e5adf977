import type { JsonValue } from '#contracts/json.ts'
import type { RequestFacts, WireFormat } from './request-facts.ts'

const PICTURE = 'iVBORw0KGgo='

/** What the provider of a sample knows: `sig_1` sealed "Hm.", the others seal nothing. */
export const SAMPLE_FACTS: Readonly<Record<WireFormat, RequestFacts>> = {
  anthropic: { format: 'anthropic', echoes: new Map([['sig_1', 'Hm.']]) },
  'openai-responses': { format: 'openai-responses', echoes: new Map([['enc_1', null]]) },
  'openai-chat': {
    format: 'openai-chat',
    echoes: new Map([
      ['sig_1', 'Hm.'],
      ['Aha.', null],
    ]),
  },
  google: {
    format: 'google',
    echoes: new Map([
      ['sig_1', 'Hm.'],
      ['sig_2', null],
    ]),
    demandsSignatures: true,
  },
}

/**
 * One conversation in each wire format, of which nothing is wrong: a picture, thinking, two calls at once, one of them
 * with a picture in its result and one failed, and a last word of the user.
 */
export const SAMPLE_BODIES: Readonly<Record<WireFormat, JsonValue>> = {
  anthropic: {
    model: 'm',
    system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Look.' },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PICTURE } },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Hm.', signature: 'sig_1' },
          { type: 'text', text: 'I look.' },
          { type: 'tool_use', id: 'a', name: 'view', input: { path: '/a.png' } },
          { type: 'tool_use', id: 'b', name: 'ls', input: {} },
        ],
      },
      {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: 'a',
            content: [
              { type: 'text', text: 'A picture:' },
              { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PICTURE } },
            ],
          },
          { type: 'tool_result', tool_use_id: 'b', content: 'Error: none.', is_error: true },
          { type: 'text', text: 'Go on.' },
        ],
      },
    ],
    tools: [{ name: 'ls', input_schema: { type: 'object' } }],
  },
  'openai-responses': {
    model: 'm',
    store: false,
    input: [
      { role: 'developer', content: 'Be brief.' },
      {
        role: 'user',
        content: [
          { type: 'input_text', text: 'Look.' },
          { type: 'input_image', image_url: `data:image/png;base64,${PICTURE}` },
        ],
      },
      { type: 'reasoning', id: 'rs_1', encrypted_content: 'enc_1', summary: [{ type: 'summary_text', text: 'Hm.' }] },
      { role: 'assistant', content: 'I look.' },
      { type: 'function_call', call_id: 'a', name: 'view', arguments: '{"path":"/a.png"}' },
      { type: 'function_call', call_id: 'b', name: 'ls', arguments: '{}' },
      {
        type: 'function_call_output',
        call_id: 'a',
        output: [
          { type: 'input_text', text: 'A picture:' },
          { type: 'input_image', image_url: `data:image/png;base64,${PICTURE}` },
        ],
      },
      { type: 'function_call_output', call_id: 'b', output: 'Error: none.' },
      { role: 'user', content: [{ type: 'input_text', text: 'Go on.' }] },
    ],
    tools: [{ type: 'function', name: 'ls', parameters: { type: 'object' } }],
  },
  'openai-chat': {
    model: 'm',
    messages: [
      { role: 'system', content: 'Be brief.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Look.' },
          { type: 'image_url', image_url: { url: `data:image/png;base64,${PICTURE}` } },
        ],
      },
      {
        role: 'assistant',
        content: null,
        reasoning_content: 'Aha.',
        reasoning_details: [{ type: 'reasoning.text', text: 'Hm.', signature: 'sig_1' }],
        tool_calls: [
          { id: 'a', type: 'function', function: { name: 'view', arguments: '{"path":"/a.png"}' } },
          { id: 'b', type: 'function', function: { name: 'ls', arguments: '{}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'a', content: 'A picture:' },
      { role: 'tool', tool_call_id: 'b', content: 'Error: none.' },
      { role: 'assistant', content: 'I looked.' },
      { role: 'user', content: 'Go on.' },
    ],
    tools: [{ type: 'function', function: { name: 'ls', parameters: { type: 'object' } } }],
  },
  google: {
    systemInstruction: { parts: [{ text: 'Be brief.' }] },
    contents: [
      { role: 'user', parts: [{ text: 'Look.' }, { inlineData: { mimeType: 'image/png', data: PICTURE } }] },
      {
        role: 'model',
        parts: [
          { text: 'Hm.', thought: true, thoughtSignature: 'sig_1' },
          { text: 'I look.' },
          { functionCall: { id: 'a', name: 'view', args: { path: '/a.png' } }, thoughtSignature: 'sig_2' },
          { functionCall: { id: 'b', name: 'ls', args: {} } },
        ],
      },
      {
        role: 'user',
        parts: [
          {
            functionResponse: {
              id: 'a',
              name: 'view',
              response: { name: 'view', content: 'A picture:' },
              parts: [{ inlineData: { mimeType: 'image/png', data: PICTURE } }],
            },
          },
          { functionResponse: { id: 'b', name: 'ls', response: { name: 'ls', error: 'Error: none.' } } },
        ],
      },
      { role: 'user', parts: [{ text: 'Go on.' }] },
    ],
    tools: [{ functionDeclarations: [{ name: 'ls', parametersJsonSchema: { type: 'object' } }] }],
  },
}
