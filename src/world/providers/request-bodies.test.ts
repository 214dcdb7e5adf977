import { describe, expect, it } from 'vitest'
import { CONFIGURED_GUARD } from '#agent/gate/outbound.ts'
import { stableToolCallId } from '#agent/stable-tool-call-id.ts'
import type { JsonObject } from '#contracts/json.ts'
import type { EchoScope } from '#contracts/messages.ts'
import type { Dialect, ProviderConfig } from '#contracts/models.ts'
import type { ModelMessage, ModelRequest } from '#contracts/ports/model.ts'
import { replayFetch, type SeenRequest } from '#e2e/doubles/byte-replayer.ts'
import { madeStream, type MadeStream } from '#e2e/doubles/made-streams.ts'
import { manualClock } from '../manual-clock.ts'
import { createModelPort } from './model-port.ts'
import { toPrompt } from './to-prompt.ts'

type Asked = MadeStream['dialect']

/** What each provider wants back with its reasoning, its text and its first call. */
const ECHO: Readonly<Record<Asked, { reasoning: JsonObject; call?: JsonObject }>> = {
  anthropic: { reasoning: { anthropic: { signature: 'c2ln' } } },
  'openai-responses': {
    reasoning: { openai: { itemId: 'rs_1', reasoningEncryptedContent: 'ZW5j' } },
    call: { openai: { itemId: 'fc_1' } },
  },
  'openai-chat': { reasoning: {} },
  google: { reasoning: { google: { thoughtSignature: 'dGV4dA' } }, call: { google: { thoughtSignature: 'c2ln' } } },
  openrouter: {
    reasoning: { openrouter: { reasoning_details: [{ type: 'reasoning.text', text: 'Hm.', signature: 'c2ln' }] } },
  },
  'openai-compatible': { reasoning: {} },
}

const MODEL: Readonly<Record<Asked, string>> = {
  anthropic: 'claude-sonnet-4-5',
  'openai-responses': 'gpt-5',
  'openai-chat': 'gpt-4.1',
  google: 'gemini-3-pro-preview',
  openrouter: 'anthropic/claude-sonnet-4.5',
  'openai-compatible': 'qwen3',
}

function scopeOf(dialect: Dialect, modelId: string): EchoScope {
  return { providerId: 'p', dialect, modelId, keyHint: 'wxyz' }
}

/** A conversation with everything that is hard to send: images, parallel calls, a failure, blanks, half a pair. */
function conversation(dialect: Asked, echoScope: EchoScope): ModelMessage[] {
  const { reasoning, call } = ECHO[dialect]
  return [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Look \ud83d here.' },
        { type: 'image', mediaType: 'image/png', base64: 'iVBORw0KGgo=' },
        { type: 'text', text: ' \n' },
      ],
    },
    {
      role: 'agent',
      echoScope,
      content: [
        { type: 'reasoning', text: 'Hm.', echo: reasoning },
        { type: 'text', text: '  ' },
        { type: 'text', text: 'I look.' },
        {
          type: 'call',
          callId: 'call_0_0_aa',
          providerId: 'theirs_1',
          name: 'view',
          arguments: { path: '/a\ude00.png' },
          ...(call === undefined ? {} : { echo: call }),
        },
        { type: 'call', callId: 'call_0_1_bb', providerId: 'theirs_2', name: 'ls', arguments: {} },
      ],
    },
    {
      role: 'results',
      results: [
        {
          callId: 'call_0_0_aa',
          providerId: 'theirs_1',
          name: 'view',
          failed: false,
          content: [
            { type: 'text', text: 'A picture:' },
            { type: 'image', mediaType: 'image/png', base64: 'iVBORw0KGgo=' },
          ],
        },
        {
          callId: 'call_0_1_bb',
          providerId: 'theirs_2',
          name: 'ls',
          failed: true,
          content: [{ type: 'text', text: 'Error: no such folder.' }],
        },
      ],
    },
    { role: 'user', content: [{ type: 'text', text: '' }] },
  ]
}

/** What is sent for a request, and its headers. */
async function sent(
  dialect: Asked,
  messages: ModelMessage[],
  more: Partial<ModelRequest> = {},
): Promise<{ path: string; headers: SeenRequest['headers']; body: Record<string, unknown> }> {
  const seen: SeenRequest[] = []
  const config: ProviderConfig = {
    id: 'p',
    dialect,
    label: 'P',
    baseUrl: 'https://p.example/v1/',
    keyId: 'k',
    keyHint: 'wxyz',
    addedAt: 0,
  }
  const port = createModelPort({
    guard: CONFIGURED_GUARD,
    config: () => config,
    openKey: async () => 'secret-wxyz',
    fetch: replayFetch(() => ({ body: madeStream(dialect).body }), seen),
    clock: manualClock(),
  })
  const request: ModelRequest = {
    model: { providerId: 'p', modelId: MODEL[dialect] },
    system: 'Be brief.',
    messages,
    tools: [
      { name: 'ls', description: 'Lists.', inputSchema: { type: 'object', properties: { path: { type: 'string' } } } },
    ],
    sessionId: 'session-1',
    ...more,
  }
  const errors: unknown[] = []
  for await (const delta of port.stream(request, new AbortController().signal))
    if (delta.type === 'error') errors.push(delta.failure)
  expect(errors).toEqual([])
  const [first] = seen
  if (first === undefined) throw new Error('Nothing was sent.')
  return { path: first.path, headers: first.headers, body: JSON.parse(first.body) as Record<string, unknown> }
}

const here = (dialect: Asked) => conversation(dialect, scopeOf(dialect, MODEL[dialect]))
const elsewhere = (dialect: Asked) => conversation(dialect, scopeOf(dialect, 'another-model'))

describe('what is sent, with the echo of the same place', () => {
  it('anthropic', async () => {
    expect(await sent('anthropic', here('anthropic'))).toMatchInlineSnapshot(`
      {
        "body": {
          "max_tokens": 32000,
          "messages": [
            {
              "content": [
                {
                  "text": "Look � here.",
                  "type": "text",
                },
                {
                  "cache_control": {
                    "type": "ephemeral",
                  },
                  "source": {
                    "data": "iVBORw0KGgo=",
                    "media_type": "image/png",
                    "type": "base64",
                  },
                  "type": "image",
                },
              ],
              "role": "user",
            },
            {
              "content": [
                {
                  "signature": "c2ln",
                  "thinking": "Hm.",
                  "type": "thinking",
                },
                {
                  "text": "I look.",
                  "type": "text",
                },
                {
                  "id": "theirs_1",
                  "input": {
                    "path": "/a�.png",
                  },
                  "name": "view",
                  "type": "tool_use",
                },
                {
                  "id": "theirs_2",
                  "input": {},
                  "name": "ls",
                  "type": "tool_use",
                },
              ],
              "role": "assistant",
            },
            {
              "content": [
                {
                  "content": [
                    {
                      "text": "A picture:",
                      "type": "text",
                    },
                    {
                      "source": {
                        "data": "iVBORw0KGgo=",
                        "media_type": "image/png",
                        "type": "base64",
                      },
                      "type": "image",
                    },
                  ],
                  "tool_use_id": "theirs_1",
                  "type": "tool_result",
                },
                {
                  "cache_control": {
                    "type": "ephemeral",
                  },
                  "content": "Error: no such folder.",
                  "is_error": true,
                  "tool_use_id": "theirs_2",
                  "type": "tool_result",
                },
              ],
              "role": "user",
            },
          ],
          "model": "claude-sonnet-4-5",
          "stream": true,
          "system": [
            {
              "cache_control": {
                "type": "ephemeral",
              },
              "text": "Be brief.",
              "type": "text",
            },
          ],
          "tool_choice": {
            "type": "auto",
          },
          "tools": [
            {
              "description": "Lists.",
              "input_schema": {
                "properties": {
                  "path": {
                    "type": "string",
                  },
                },
                "type": "object",
              },
              "name": "ls",
            },
          ],
        },
        "headers": {
          "anthropic-dangerous-direct-browser-access": "true",
          "anthropic-version": "2023-06-01",
          "content-type": "application/json",
          "x-api-key": "secret-wxyz",
        },
        "path": "/v1/messages",
      }
    `)
  })
  it('openai-responses', async () => {
    expect(await sent('openai-responses', here('openai-responses'))).toMatchInlineSnapshot(`
      {
        "body": {
          "include": [
            "reasoning.encrypted_content",
          ],
          "input": [
            {
              "content": "Be brief.",
              "role": "developer",
            },
            {
              "content": [
                {
                  "text": "Look � here.",
                  "type": "input_text",
                },
                {
                  "image_url": "data:image/png;base64,iVBORw0KGgo=",
                  "type": "input_image",
                },
              ],
              "role": "user",
            },
            {
              "encrypted_content": "ZW5j",
              "id": "rs_1",
              "summary": [
                {
                  "text": "Hm.",
                  "type": "summary_text",
                },
              ],
              "type": "reasoning",
            },
            {
              "content": "I look.",
              "role": "assistant",
            },
            {
              "arguments": "{"path":"/a�.png"}",
              "call_id": "theirs_1",
              "name": "view",
              "type": "function_call",
            },
            {
              "arguments": "{}",
              "call_id": "theirs_2",
              "name": "ls",
              "type": "function_call",
            },
            {
              "call_id": "theirs_1",
              "output": [
                {
                  "text": "A picture:",
                  "type": "input_text",
                },
                {
                  "image_url": "data:image/png;base64,iVBORw0KGgo=",
                  "type": "input_image",
                },
              ],
              "type": "function_call_output",
            },
            {
              "call_id": "theirs_2",
              "output": "Error: no such folder.",
              "type": "function_call_output",
            },
          ],
          "model": "gpt-5",
          "prompt_cache_key": "session-1",
          "reasoning": {
            "summary": "auto",
          },
          "store": false,
          "stream": true,
          "tool_choice": "auto",
          "tools": [
            {
              "description": "Lists.",
              "name": "ls",
              "parameters": {
                "properties": {
                  "path": {
                    "type": "string",
                  },
                },
                "type": "object",
              },
              "strict": false,
              "type": "function",
            },
          ],
        },
        "headers": {
          "authorization": "Bearer secret-wxyz",
          "content-type": "application/json",
        },
        "path": "/v1/responses",
      }
    `)
  })
  it('openai-chat', async () => {
    expect(await sent('openai-chat', here('openai-chat'))).toMatchInlineSnapshot(`
      {
        "body": {
          "messages": [
            {
              "content": "Be brief.",
              "role": "system",
            },
            {
              "content": [
                {
                  "text": "Look � here.",
                  "type": "text",
                },
                {
                  "image_url": {
                    "url": "data:image/png;base64,iVBORw0KGgo=",
                  },
                  "type": "image_url",
                },
              ],
              "role": "user",
            },
            {
              "content": "I look.",
              "role": "assistant",
              "tool_calls": [
                {
                  "function": {
                    "arguments": "{"path":"/a�.png"}",
                    "name": "view",
                  },
                  "id": "theirs_1",
                  "type": "function",
                },
                {
                  "function": {
                    "arguments": "{}",
                    "name": "ls",
                  },
                  "id": "theirs_2",
                  "type": "function",
                },
              ],
            },
            {
              "content": "A picture:",
              "role": "tool",
              "tool_call_id": "theirs_1",
            },
            {
              "content": "Error: no such folder.",
              "role": "tool",
              "tool_call_id": "theirs_2",
            },
            {
              "content": [
                {
                  "text": "What view showed:",
                  "type": "text",
                },
                {
                  "image_url": {
                    "url": "data:image/png;base64,iVBORw0KGgo=",
                  },
                  "type": "image_url",
                },
              ],
              "role": "user",
            },
          ],
          "model": "gpt-4.1",
          "prompt_cache_key": "session-1",
          "stream": true,
          "stream_options": {
            "include_usage": true,
          },
          "tool_choice": "auto",
          "tools": [
            {
              "function": {
                "description": "Lists.",
                "name": "ls",
                "parameters": {
                  "properties": {
                    "path": {
                      "type": "string",
                    },
                  },
                  "type": "object",
                },
              },
              "type": "function",
            },
          ],
        },
        "headers": {
          "authorization": "Bearer secret-wxyz",
          "content-type": "application/json",
        },
        "path": "/v1/chat/completions",
      }
    `)
  })
  it('google', async () => {
    expect(await sent('google', here('google'))).toMatchInlineSnapshot(`
      {
        "body": {
          "contents": [
            {
              "parts": [
                {
                  "text": "Look � here.",
                },
                {
                  "inlineData": {
                    "data": "iVBORw0KGgo=",
                    "mimeType": "image/png",
                  },
                },
              ],
              "role": "user",
            },
            {
              "parts": [
                {
                  "text": "Hm.",
                  "thought": true,
                  "thoughtSignature": "dGV4dA",
                },
                {
                  "text": "I look.",
                },
                {
                  "functionCall": {
                    "args": {
                      "path": "/a�.png",
                    },
                    "id": "theirs_1",
                    "name": "view",
                  },
                  "thoughtSignature": "c2ln",
                },
                {
                  "functionCall": {
                    "args": {},
                    "id": "theirs_2",
                    "name": "ls",
                  },
                },
              ],
              "role": "model",
            },
            {
              "parts": [
                {
                  "functionResponse": {
                    "id": "theirs_1",
                    "name": "view",
                    "parts": [
                      {
                        "inlineData": {
                          "data": "iVBORw0KGgo=",
                          "mimeType": "image/png",
                        },
                      },
                    ],
                    "response": {
                      "content": "A picture:",
                      "name": "view",
                    },
                  },
                },
                {
                  "functionResponse": {
                    "id": "theirs_2",
                    "name": "ls",
                    "response": {
                      "error": "Error: no such folder.",
                      "name": "ls",
                    },
                  },
                },
              ],
              "role": "user",
            },
          ],
          "generationConfig": {
            "thinkingConfig": {
              "includeThoughts": true,
            },
          },
          "systemInstruction": {
            "parts": [
              {
                "text": "Be brief.",
              },
            ],
          },
          "toolConfig": {
            "functionCallingConfig": {
              "mode": "AUTO",
            },
          },
          "tools": [
            {
              "functionDeclarations": [
                {
                  "description": "Lists.",
                  "name": "ls",
                  "parametersJsonSchema": {
                    "properties": {
                      "path": {
                        "type": "string",
                      },
                    },
                    "type": "object",
                  },
                },
              ],
            },
          ],
        },
        "headers": {
          "content-type": "application/json",
          "x-goog-api-key": "secret-wxyz",
        },
        "path": "/v1/models/gemini-3-pro-preview:streamGenerateContent?alt=sse",
      }
    `)
  })
  it('openrouter', async () => {
    expect(await sent('openrouter', here('openrouter'))).toMatchInlineSnapshot(`
      {
        "body": {
          "messages": [
            {
              "content": [
                {
                  "cache_control": {
                    "type": "ephemeral",
                  },
                  "text": "Be brief.",
                  "type": "text",
                },
              ],
              "role": "system",
            },
            {
              "content": [
                {
                  "text": "Look � here.",
                  "type": "text",
                },
                {
                  "image_url": {
                    "url": "data:image/png;base64,iVBORw0KGgo=",
                  },
                  "type": "image_url",
                },
              ],
              "role": "user",
            },
            {
              "content": "I look.",
              "reasoning_details": [
                {
                  "signature": "c2ln",
                  "text": "Hm.",
                  "type": "reasoning.text",
                },
              ],
              "role": "assistant",
              "tool_calls": [
                {
                  "function": {
                    "arguments": "{"path":"/a�.png"}",
                    "name": "view",
                  },
                  "id": "theirs_1",
                  "type": "function",
                },
                {
                  "function": {
                    "arguments": "{}",
                    "name": "ls",
                  },
                  "id": "theirs_2",
                  "type": "function",
                },
              ],
            },
            {
              "content": "A picture:",
              "role": "tool",
              "tool_call_id": "theirs_1",
            },
            {
              "content": "Error: no such folder.",
              "role": "tool",
              "tool_call_id": "theirs_2",
            },
            {
              "content": [
                {
                  "text": "What view showed:",
                  "type": "text",
                },
                {
                  "image_url": {
                    "url": "data:image/png;base64,iVBORw0KGgo=",
                  },
                  "type": "image_url",
                },
              ],
              "role": "user",
            },
          ],
          "model": "anthropic/claude-sonnet-4.5",
          "stream": true,
          "stream_options": {
            "include_usage": true,
          },
          "tool_choice": "auto",
          "tools": [
            {
              "function": {
                "description": "Lists.",
                "name": "ls",
                "parameters": {
                  "properties": {
                    "path": {
                      "type": "string",
                    },
                  },
                  "type": "object",
                },
              },
              "type": "function",
            },
          ],
          "usage": {
            "include": true,
          },
        },
        "headers": {
          "authorization": "Bearer secret-wxyz",
          "content-type": "application/json",
        },
        "path": "/v1/chat/completions",
      }
    `)
  })
  it('openai-compatible', async () => {
    expect(await sent('openai-compatible', here('openai-compatible'))).toMatchInlineSnapshot(`
      {
        "body": {
          "messages": [
            {
              "content": "Be brief.",
              "role": "system",
            },
            {
              "content": [
                {
                  "text": "Look � here.",
                  "type": "text",
                },
                {
                  "image_url": {
                    "url": "data:image/png;base64,iVBORw0KGgo=",
                  },
                  "type": "image_url",
                },
              ],
              "role": "user",
            },
            {
              "content": "I look.",
              "reasoning_content": "Hm.",
              "role": "assistant",
              "tool_calls": [
                {
                  "function": {
                    "arguments": "{"path":"/a�.png"}",
                    "name": "view",
                  },
                  "id": "theirs_1",
                  "type": "function",
                },
                {
                  "function": {
                    "arguments": "{}",
                    "name": "ls",
                  },
                  "id": "theirs_2",
                  "type": "function",
                },
              ],
            },
            {
              "content": "A picture:",
              "role": "tool",
              "tool_call_id": "theirs_1",
            },
            {
              "content": "Error: no such folder.",
              "role": "tool",
              "tool_call_id": "theirs_2",
            },
            {
              "content": [
                {
                  "text": "What view showed:",
                  "type": "text",
                },
                {
                  "image_url": {
                    "url": "data:image/png;base64,iVBORw0KGgo=",
                  },
                  "type": "image_url",
                },
              ],
              "role": "user",
            },
          ],
          "model": "qwen3",
          "stream": true,
          "stream_options": {
            "include_usage": true,
          },
          "tool_choice": "auto",
          "tools": [
            {
              "function": {
                "description": "Lists.",
                "name": "ls",
                "parameters": {
                  "properties": {
                    "path": {
                      "type": "string",
                    },
                  },
                  "type": "object",
                },
              },
              "type": "function",
            },
          ],
        },
        "headers": {
          "authorization": "Bearer secret-wxyz",
          "content-type": "application/json",
        },
        "path": "/v1/chat/completions",
      }
    `)
  })
})

describe.each(Object.keys(ECHO) as Asked[])('in the dialect %s', (dialect) => {
  it('sends no echo, no reasoning and no id of another model, key, provider or dialect', async () => {
    const scope = scopeOf(dialect, MODEL[dialect])
    const others = [
      { ...scope, modelId: 'another' },
      { ...scope, keyHint: 'abcd' },
      { ...scope, providerId: 'q' },
      { ...scope, dialect: 'scripted' },
    ]
    for (const other of others) {
      const text = JSON.stringify((await sent(dialect, conversation(dialect, other))).body)
      expect(text).not.toMatch(/c2ln|ZW5j|dGV4dA|rs_1|fc_1|Hm\.|theirs_/)
      expect(text).toContain('call_0_0_aa')
    }
  })

  it('sends no blank text and no half of a surrogate pair', async () => {
    for (const messages of [here(dialect), elsewhere(dialect)]) {
      const { body } = await sent(dialect, messages)
      const text = JSON.stringify(body)
      expect(text).not.toMatch(/\\ud[89a-f]/i)
      expect(text).not.toMatch(/"(text|content)":"\s*"/)
    }
  })

  it('gives each call and its result one id, also where a provider used an id twice', async () => {
    const scope = scopeOf(dialect, MODEL[dialect])
    const group = (callId: string): ModelMessage[] => [
      {
        role: 'agent',
        echoScope: scope,
        content: [{ type: 'call', callId, providerId: 'call_0', name: 'ls', arguments: {} }],
      },
      {
        role: 'results',
        results: [{ callId, providerId: 'call_0', name: 'ls', failed: false, content: [{ type: 'text', text: 'a' }] }],
      },
    ]
    const { body } = await sent(dialect, [
      { role: 'user', content: [{ type: 'text', text: 'Go.' }] },
      ...group('call_0_0_aa'),
      ...group('call_1_0_bb'),
    ])
    const ids = [...JSON.stringify(body).matchAll(/"(?:id|call_id|tool_call_id|tool_use_id)":"(call_[^"]+)"/g)].map(
      (match) => match[1],
    )
    expect(ids).toEqual(['call_0', 'call_0', 'call_1_0_bb', 'call_1_0_bb'])
  })

  it('sends only headers that the vendor admits from a page', async () => {
    const { headers } = await sent(dialect, here(dialect))
    const admitted = [
      'content-type',
      'authorization',
      'x-api-key',
      'x-goog-api-key',
      'anthropic-version',
      'anthropic-dangerous-direct-browser-access',
    ]
    expect(Object.keys(headers).filter((name) => !admitted.includes(name))).toEqual([])
    expect(Object.values(headers).filter((value) => value.includes('secret-wxyz'))).toHaveLength(1)
  })
})

it('asks a model that thinks unseen for a summary of its thinking, and no other model', async () => {
  const thinking = async (modelId: string) => {
    const { body } = await sent('anthropic', here('anthropic'), { model: { providerId: 'p', modelId } })
    return { thinking: body['thinking'], max: body['max_tokens'] }
  }
  expect(await thinking('claude-opus-5-5')).toEqual({
    thinking: { type: 'adaptive', display: 'summarized' },
    max: 32_000,
  })
  expect(await thinking('claude-3-haiku-20240307')).toEqual({ thinking: undefined, max: 4_096 })
})

it('replaces images by a note for a model that reads none', () => {
  const scope = scopeOf('openai-chat', 'blind')
  const request = {
    model: { providerId: 'p', modelId: 'blind' },
    system: ' ',
    messages: here('openai-chat').slice(0, 1),
    tools: [],
    sessionId: 's',
  }
  const traits = { imagesInResults: true, marksFailures: true, keepsReasoning: () => true }
  expect(toPrompt(request, scope, traits, false)).toEqual([
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Look \ufffd here.' },
        { type: 'text', text: '[An image was here. This model reads no images.]' },
      ],
    },
  ])
})

describe('the name of a tool that a model made up', () => {
  /** Every string in `value` that stands under `name`, `tool_name` or the like and belongs to a call or its result. */
  function namesIn(value: unknown): string[] {
    if (Array.isArray(value)) return value.flatMap(namesIn)
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value).flatMap(([key, item]) =>
      key === 'name' && typeof item === 'string' ? [item] : namesIn(item),
    )
  }

  it.each(Object.keys(MODEL) as Asked[])(
    'is sent as a legal one, the same for call and result, in %s',
    async (dialect) => {
      const made = ['functions.read file', 'ls', '', 'x'.repeat(80)]
      const messages = here(dialect).map((message): ModelMessage => {
        if (message.role === 'agent') {
          const calls = made.map((name, index) => ({
            type: 'call' as const,
            callId: `call_${index}`,
            providerId: null,
            name,
            arguments: {},
          }))
          return { ...message, content: calls }
        }
        if (message.role !== 'results') return message
        const results = made.map((name, index) => ({
          callId: `call_${index}`,
          providerId: null,
          name,
          failed: true,
          content: [{ type: 'text' as const, text: 'Error: there is no such tool.' }],
        }))
        return { ...message, results }
      })
      const names = namesIn((await sent(dialect, messages, { tools: [] })).body)
      expect(names.length).toBeGreaterThanOrEqual(made.length)
      expect(names.filter((name) => !/^[a-zA-Z0-9_-]{1,64}$/.test(name))).toEqual([])
      expect(names).toContain('ls')
      expect(new Set(names).size).toBe(made.length)
    },
  )
})

describe('what a provider would refuse', () => {
  const asked: ModelMessage = { role: 'user', content: [{ type: 'text', text: 'Go.' }] }
  const answered = (dialect: Asked, text: string): ModelMessage => ({
    role: 'agent',
    echoScope: scopeOf(dialect, MODEL[dialect]),
    content: [{ type: 'text', text }],
  })
  const called = (callId: string, echoScope: EchoScope, echo?: JsonObject): ModelMessage[] => [
    {
      role: 'agent',
      echoScope,
      content: [
        { type: 'call', callId, providerId: null, name: 'ls', arguments: {}, ...(echo === undefined ? {} : { echo }) },
      ],
    },
    {
      role: 'results',
      results: [{ callId, providerId: null, name: 'ls', failed: false, content: [{ type: 'text', text: 'a' }] }],
    },
  ]

  it.each(Object.keys(MODEL) as Asked[])(
    'an answer that nothing led to, as where a message is damaged, has a word before it in %s',
    async (dialect) => {
      const scope = scopeOf(dialect, MODEL[dialect])
      const told = [answered(dialect, 'One.'), answered(dialect, 'Two.'), ...called('call_0_0_aa', scope), asked]
      const text = JSON.stringify((await sent(dialect, told)).body)
      const order = [
        ...text.matchAll(/What stood here is lost|One\.|Two\.|"(?:tool_use|function_call|tool_calls|functionCall)"/g),
      ]
      expect(order.map(([found]) => found.replace(/"\w+"/, 'call'))).toEqual([
        'What stood here is lost',
        'One.',
        'What stood here is lost',
        'Two.',
        'What stood here is lost',
        'call',
      ])
      const whole = [asked, answered(dialect, 'One.'), asked, ...called('call_0_0_aa', scope), asked]
      expect(JSON.stringify((await sent(dialect, whole)).body)).not.toContain('lost')
    },
  )

  it.each(Object.keys(MODEL) as Asked[])('an id of ours is never too long for anybody in %s', async (dialect) => {
    const long = stableToolCallId({
      sessionId: 's',
      turnId: 't',
      step: 9_990,
      position: 1,
      name: 'ls',
      rawArguments: '',
    })
    const { body } = await sent(dialect, [asked, ...called(long, scopeOf(dialect, 'another-model'))])
    const ids = [...JSON.stringify(body).matchAll(/"(?:id|call_id|tool_call_id|tool_use_id)":"(call_[^"]+)"/g)]
    expect(ids.map(([, id]) => id)).toEqual([long.slice(0, 40), long.slice(0, 40)])
  })

  it.each(Object.keys(MODEL) as Asked[])(
    'what the person answered to a question is told as words in %s',
    async (dialect) => {
      const [call, results] = called('call_0_0_aa', scopeOf(dialect, MODEL[dialect]), ECHO[dialect].call)
      if (call?.role !== 'agent' || results?.role !== 'results') throw new Error('No group.')
      const answered: ModelMessage[] = [
        { ...call, content: [{ type: 'text', text: 'One thing.' }, ...call.content] },
        {
          role: 'results',
          results: results.results.map((result) => ({
            ...result,
            content: [{ type: 'text', text: 'The user chose: red' }],
            question: 'Which colour?',
          })),
        },
      ]
      const { body } = await sent(dialect, [asked, ...answered])
      const told = JSON.stringify(body['messages'] ?? body['input'] ?? body['contents'])
      expect(told).not.toMatch(/call_0_0_aa|tool_use|function_call|functionCall|tool_calls|"tool"/)
      expect([...told.matchAll(/One thing\.\\n\\nWhich colour\?|The user chose: red/g)].map(([text]) => text)).toEqual([
        'One thing.\\n\\nWhich colour?',
        'The user chose: red',
      ])
    },
  )

  it('reasoning that led to nothing is not sent to openai-responses', async () => {
    const dialect = 'openai-responses'
    const cut: ModelMessage = {
      role: 'agent',
      echoScope: scopeOf(dialect, MODEL[dialect]),
      content: [
        { type: 'text', text: 'One.' },
        { type: 'reasoning', text: 'Hm.', echo: ECHO[dialect].reasoning },
        { type: 'text', text: ' ' },
      ],
    }
    const { body } = await sent(dialect, [asked, cut, asked])
    expect(JSON.stringify(body['input'])).not.toContain('rs_1')
    expect(JSON.stringify(body['input'])).toContain('One.')
  })

  it('a signed blank text goes to google as it came, and an empty signature not at all', async () => {
    const scope = scopeOf('google', MODEL.google)
    const signed: ModelMessage = {
      role: 'agent',
      echoScope: scope,
      content: [
        { type: 'text', text: 'One.', echo: { google: { thoughtSignature: '' } } },
        { type: 'text', text: ' \n', echo: { google: { thoughtSignature: 'c2ln' } } },
      ],
    }
    const { body } = await sent('google', [
      asked,
      signed,
      asked,
      ...called('a', scope, { google: { thoughtSignature: '' } }),
    ])
    expect(body['contents']).toMatchObject([
      {},
      { parts: [{ text: 'One.' }, { text: ' \n', thoughtSignature: 'c2ln' }] },
      {},
      { parts: [{ functionCall: { name: 'ls' }, thoughtSignature: 'skip_thought_signature_validator' }] },
      {},
    ])
    expect(JSON.stringify(body)).not.toContain('"thoughtSignature":""')
  })
})
