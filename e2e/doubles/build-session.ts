import { Buffer } from 'node:buffer'
import { stableToolCallId } from '#agent/stable-tool-call-id.ts'
import { CallRecord, type CallSource } from '#contracts/calls.ts'
import type { JsonObject } from '#contracts/json.ts'
import { Message, type EchoScope, type Part } from '#contracts/messages.ts'
import { NO_USAGE } from '#contracts/models.ts'
import type { ModelContent } from '#contracts/views.ts'
import { scopesAround, type Asked } from './scopes-around.ts'
import { failureOf, planOf } from './script-plan.ts'
import {
  isAnswered,
  isWhole,
  type ScriptCall,
  type ScriptEntry,
  type ScriptOutput,
  type ScriptPart,
  type SessionScript,
} from './session-script.ts'

/** A session as it is stored, and what must come of it. */
export interface BuiltSession {
  readonly messages: readonly Message[]
  readonly records: ReadonlyMap<string, CallRecord>
  /** Where the model is asked next. */
  readonly scope: EchoScope
  /** Marks of outcomes and pictures, to how often each must be told. */
  readonly told: ReadonlyMap<string, number>
  /** What that place sent to be echoed, to the text that it seals. */
  readonly echoes: ReadonlyMap<string, string | null>
  /** The ids that it gave to calls. */
  readonly callIds: ReadonlySet<string>
  /** What must not go back: all that any other place sent to be echoed, and all of a group that goes in words. Ids too. */
  readonly withheld: ReadonlySet<string>
}

/** Makes the stored messages and calls of a script, through their schemas, for a session that goes on in `dialect`. */
export function buildSession(script: SessionScript, dialect: Asked): BuiltSession {
  const builder = new SessionBuilder(script, dialect)
  for (const entry of [...script.entries, script.ending]) builder.add(entry)
  return builder
}

class SessionBuilder implements BuiltSession {
  readonly messages: Message[] = []
  readonly records = new Map<string, CallRecord>()
  readonly scope: EchoScope
  readonly told = new Map<string, number>()
  readonly echoes = new Map<string, string | null>()
  readonly callIds = new Set<string>()
  readonly withheld = new Set<string>()
  readonly #scopes: readonly [EchoScope, ...EchoScope[]]
  #seq: number
  #count = 0

  constructor(script: SessionScript, dialect: Asked) {
    this.#seq = script.firstSeq
    this.#scopes = scopesAround(dialect, script.model)
    this.scope = this.#scopes[0]
  }

  add(entry: ScriptEntry): void {
    const seq = this.#seq
    this.#seq += 1
    const stored = { id: `m${seq}`, sessionId: 's', seq, turnId: `t${seq}`, at: seq }
    switch (entry.kind) {
      case 'user': {
        const parts: Part[] = entry.texts.map((text) => ({ type: 'text', text }))
        if (entry.image) parts.push({ type: 'image', name: 'a.png', ...this.#picture() })
        if (entry.file) parts.push({ type: 'file', path: 'docs/half \ud83d.txt', size: 3 })
        this.messages.push(Message.parse({ ...stored, role: 'user', parts }))
        return
      }
      case 'note': {
        if (entry.note === 'cleared') for (const mark of this.told.keys()) this.told.set(mark, 0)
        const { note, text, toModel } = entry
        this.messages.push(Message.parse({ ...stored, role: 'note', note, text, canGoOn: false, toModel }))
        return
      }
      case 'act': {
        const source = entry.slash ? 'slash-command' : 'native-intent'
        const callId = this.#withholding(() => this.#call(entry.call, 0, seq, source, this.scope))
        const parts: Part[] = [
          { type: 'text', text: '!ls' },
          { type: 'call', callId },
        ]
        this.messages.push(Message.parse({ ...stored, role: 'user', parts, act: { source } }))
        return
      }
      case 'agent': {
        const made = isWhole(entry) ? this.#agent(entry, seq) : this.#withholding(() => this.#agent(entry, seq))
        this.messages.push(Message.parse({ ...stored, ...made }))
      }
    }
  }

  /** Makes something of which nothing may be echoed. */
  #withholding<T>(make: () => T): T {
    const before = new Set([...this.echoes.keys(), ...this.callIds])
    const made = make()
    for (const value of [...this.echoes.keys(), ...this.callIds]) {
      if (before.has(value)) continue
      this.withheld.add(value)
      this.echoes.delete(value)
      this.callIds.delete(value)
    }
    return made
  }

  #agent(entry: Extract<ScriptEntry, { kind: 'agent' }>, seq: number) {
    const echoScope = this.#scopes[entry.scope] ?? this.scope
    const parts = entry.parts.map((part, position): Part => {
      if (part.kind === 'call') return { type: 'call', callId: this.#call(part, position, seq, 'provider', echoScope) }
      return this.#prose(part, echoScope)
    })
    // Where reasoning goes back as plain text, it goes back in one piece.
    const thought = parts.map((part) => (part.type === 'reasoning' ? part.text : '')).join('')
    if (echoScope.dialect === 'openai-compatible' && thought !== '') this.#echo(thought, null, echoScope)
    const calls = parts
      .flatMap((part) => (part.type === 'call' ? [this.records.get(part.callId)?.call ?? []] : []))
      .flat()
    return {
      role: 'agent',
      parts,
      state: entry.state,
      metadata: {
        kind: calls.length === 0 ? 'answer' : 'provider-tool-call-turn',
        providerToolCalls: entry.safe ? calls : [],
        refusedCalls: entry.safe ? [] : calls.map((call) => ({ ...call, failure: failureOf('cut') })),
        nativeReplaySafe: entry.safe,
        model: { providerId: echoScope.providerId, modelId: echoScope.modelId },
        echoScope,
        finish: 'stop',
        usage: NO_USAGE,
        durationMs: 0,
      },
    }
  }

  #prose(part: Exclude<ScriptPart, ScriptCall>, scope: EchoScope): Part {
    if (part.kind === 'text') {
      if (part.seal === 'none' || scope.dialect !== 'google') return { type: 'text', text: part.text }
      const thoughtSignature = part.seal === 'half' ? '' : this.#seal(part.text, scope)
      return { type: 'text', text: part.text, echo: { google: { thoughtSignature } } }
    }
    const text = part.seal === 'redacted' ? '' : `thought ${this.#next()} of ${this.#whose(scope)};`
    if (text !== '' && this.#whose(scope) === 'another') this.withheld.add(text)
    const echo = part.seal === 'none' ? undefined : this.#reasoningEcho(part.seal, text, scope)
    return { type: 'reasoning', text, ...(echo === undefined ? {} : { echo }) }
  }

  /** What a provider sends with its reasoning; `half` is what is left of it where the rest never came. */
  #reasoningEcho(seal: 'whole' | 'redacted' | 'half', text: string, scope: EchoScope): JsonObject | undefined {
    switch (scope.dialect) {
      case 'anthropic':
        if (seal === 'half') return { anthropic: { signature: '' } }
        return {
          anthropic:
            seal === 'whole' ? { signature: this.#seal(text, scope) } : { redactedData: this.#seal(null, scope) },
        }
      case 'openai-responses': {
        const itemId = this.#seal(null, scope)
        return { openai: seal === 'half' ? { itemId } : { itemId, reasoningEncryptedContent: this.#seal(null, scope) } }
      }
      case 'google':
        return { google: { thoughtSignature: seal === 'half' ? '' : this.#seal(text, scope) } }
      case 'openrouter': {
        const whole = { type: 'reasoning.text', text, signature: this.#seal(text, scope) }
        const encrypted = { type: 'reasoning.encrypted', data: this.#seal(null, scope) }
        return { openrouter: { reasoning_details: seal === 'redacted' ? [encrypted] : [whole] } }
      }
      default:
        return undefined
    }
  }

  #call(call: ScriptCall, position: number, seq: number, source: CallSource, scope: EchoScope): string {
    const { name, raw } = call
    const id = stableToolCallId({ sessionId: 's', turnId: `t${seq}`, step: seq, position, name, rawArguments: raw })
    const mark = `outcome ${this.#next()};`
    const status = call.outcome?.status
    if (call.lost) return id
    const model = call.outcome === null ? [] : this.#output(call.outcome.shows, mark)
    const told = source !== 'slash-command' && call.outcome !== null
    const byModel = model.some((part) => part.type === 'text' && part.text.includes(mark))
    // Of what a person did himself and was not done, only the reason is told.
    const times = source === 'native-intent' && status !== 'ok' ? 1 : Number(byModel)
    this.told.set(mark, told ? times : 0)
    for (const part of model) {
      const shown = told && !(source === 'native-intent' && status !== 'ok')
      if (part.type === 'image') this.told.set(part.base64, Number(shown))
    }
    const record = CallRecord.parse({
      taskId: 's',
      callId: id,
      turnId: `t${seq}`,
      messageSeq: seq,
      position,
      call: {
        id,
        providerId: this.#providerId(call.id, scope),
        name,
        rawArguments: raw,
        position,
        source,
        ...this.#callEcho(call.seal, scope),
      },
      plan: planOf(call, id, source),
      state: call.outcome === null ? 'started' : 'settled',
      plannedAt: seq,
      ...(call.outcome === null
        ? {}
        : {
            outcome: {
              status,
              ...(status === 'ok' ? {} : { failure: failureOf(mark) }),
              model,
              client: isAnswered(call)
                ? { kind: 'answer', summary: '', question: 'Which?', answer: 'This.' }
                : { kind: 'text', summary: '', text: '' },
              durable: null,
            },
          }),
    })
    this.records.set(id, record)
    return id
  }

  #callEcho(seal: ScriptCall['seal'], scope: EchoScope): { echo?: JsonObject } {
    if (seal === 'none') return {}
    const value = () => (seal === 'half' ? '' : this.#seal(null, scope))
    if (scope.dialect === 'google' || (scope.dialect === 'openai-compatible' && scope.modelId.startsWith('gemini')))
      return { echo: { google: { thoughtSignature: value() } } }
    return scope.dialect === 'openai-responses' ? { echo: { openai: { itemId: value() } } } : {}
  }

  #providerId(kind: ScriptCall['id'], scope: EchoScope): string | null {
    if (kind === 'none') return null
    if (kind === 'empty') return ''
    if (kind === 'twice') return 'call_0'
    // Servers that imitate OpenAI give out ids of all kinds; the vendors keep to their own rules.
    const free = scope.dialect === 'openai-compatible' || scope.dialect === 'openrouter'
    const id = `${free ? 'functions.ls:' : 'their_'}${this.#next()}_${this.#whose(scope)}`
    if (this.#whose(scope) === 'another') this.withheld.add(id)
    else this.callIds.add(id)
    return id
  }

  #output(shows: ScriptOutput, mark: string): ModelContent {
    const text = (said: string): ModelContent[number] => ({ type: 'text', text: said })
    switch (shows) {
      case 'text':
        return [text(mark)]
      case 'half a pair':
        return [text(`${mark} \ud83d`)]
      case 'several':
        return [text(mark), text(' '), text('and more')]
      case 'blank':
        return [text(' \n')]
      case 'nothing':
        return []
      case 'text and image':
        return [text(mark), { type: 'image', ...this.#picture() }]
      case 'image':
        return [{ type: 'image', ...this.#picture() }]
    }
  }

  #picture(): { mediaType: string; base64: string } {
    const base64 = Buffer.from(`picture ${this.#next()};`).toString('base64')
    this.told.set(base64, 1)
    return { mediaType: 'image/png', base64 }
  }

  #seal(sealed: string | null, scope: EchoScope): string {
    const seal = `seal-${this.#next()}-${this.#whose(scope)}`
    this.#echo(seal, sealed, scope)
    return seal
  }

  #echo(value: string, sealed: string | null, scope: EchoScope): void {
    if (this.#whose(scope) === 'here') this.echoes.set(value, sealed)
    else this.withheld.add(value)
  }

  #whose(scope: EchoScope): 'here' | 'another' {
    return scope === this.scope ? 'here' : 'another'
  }

  #next(): number {
    this.#count += 1
    return this.#count + 1_000
  }
}
