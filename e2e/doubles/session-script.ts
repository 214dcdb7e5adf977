import fc from 'fast-check'
import { WIRE_NAME, type OutcomeStatus } from '#contracts/calls.ts'
import type { JsonObject } from '#contracts/json.ts'
import type { AgentMessage, NoteMessage } from '#contracts/messages.ts'

/** What happens in a session, as plain data that fast-check can shrink; `buildSession` makes the stored records of it. */
export interface SessionScript {
  readonly entries: readonly ScriptEntry[]
  /** What makes the next request: a message of the person's, or the outcomes of the last calls. */
  readonly ending: Extract<ScriptEntry, { kind: 'user' | 'agent' }>
  /** The position of the first message: late in a long session, ids are longer. */
  readonly firstSeq: number
  /** Which of the dialect's models is asked next. */
  readonly model: number
}

export type ScriptEntry =
  | { readonly kind: 'user'; readonly texts: readonly string[]; readonly image: boolean; readonly file: boolean }
  | { readonly kind: 'act'; readonly slash: boolean; readonly call: ScriptCall }
  | { readonly kind: 'note'; readonly note: NoteMessage['note']; readonly text: string; readonly toModel: boolean }
  | {
      readonly kind: 'agent'
      readonly scope: number
      readonly state: AgentMessage['state']
      readonly safe: boolean
      readonly parts: readonly ScriptPart[]
    }

export type ScriptPart =
  | { readonly kind: 'text'; readonly text: string; readonly seal: 'whole' | 'half' | 'none' }
  | { readonly kind: 'reasoning'; readonly seal: 'whole' | 'redacted' | 'half' | 'none' }
  | ScriptCall

export interface ScriptCall {
  readonly kind: 'call'
  readonly name: string
  readonly id: 'none' | 'empty' | 'own' | 'twice'
  readonly raw: string
  readonly plan: 'planned' | 'invalid' | 'unavailable' | 'blocked'
  readonly input: JsonObject
  readonly seal: 'whole' | 'half' | 'none'
  /** Null: none yet. */
  readonly outcome: { readonly status: OutcomeStatus; readonly shows: ScriptOutput } | null
  /** Its record was damaged, and is not there. */
  readonly lost: boolean
}

export type ScriptOutput = 'text' | 'half a pair' | 'several' | 'blank' | 'nothing' | 'text and image' | 'image'

/** Whether a call asked the person, who answered. */
export function isAnswered({ name, outcome, lost }: ScriptCall): boolean {
  return name === 'ask_user_question' && outcome?.status === 'ok' && !lost
}

/**
 * Whether a group may go natively: it was stored as safe, ended well, and has an outcome for each call by a legal name.
 * One of nothing but questions that the person answered is told in words.
 */
export function isWhole({ safe, state, parts }: Extract<ScriptEntry, { kind: 'agent' }>): boolean {
  const calls = parts.filter((part) => part.kind === 'call')
  if (calls.length > 0 && calls.every(isAnswered)) return false
  const ended = calls.every(({ name, outcome, lost }) => WIRE_NAME.test(name) && outcome !== null && !lost)
  return safe && state === 'complete' && ended
}

const texts = fc.constantFrom(
  'words',
  '',
  ' ',
  '\n\t',
  'half \ud83d here',
  '\ude00',
  'whole 😀',
  ' padded ',
  '{"a":1}\u2028',
  '[x]',
)
const outputs = fc.constantFrom<ScriptOutput>(
  'text',
  'text',
  'half a pair',
  'several',
  'blank',
  'nothing',
  'text and image',
  'image',
)
const statuses = fc.constantFrom<OutcomeStatus>(
  'ok',
  'ok',
  'ok',
  'failed',
  'denied',
  'cancelled',
  'unknown',
  'invalid',
  'unavailable',
  'blocked',
)
/** What stands beside a part to be echoed: all of it, what is left where the rest never came, or nothing. */
const seals = fc.constantFrom<'whole' | 'half' | 'none'>('whole', 'whole', 'half', 'none')
const outcome = fc.record({ status: statuses, shows: outputs })

/** True once in about `n` times. */
const seldom = (n: number): fc.Arbitrary<boolean> => fc.nat(n - 1).map((drawn) => drawn === n - 1)

function callWith(
  outcomes: fc.Arbitrary<ScriptCall['outcome']>,
  lost: fc.Arbitrary<boolean>,
): fc.Arbitrary<ScriptCall> {
  return fc.record({
    kind: fc.constant('call'),
    name: fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom('ls', 'read_file', 'execute', 'ask_user_question') },
      { weight: 1, arbitrary: fc.constantFrom('no such tool', '', '1st', 'a.b', 'x'.repeat(65), '__proto__') },
    ),
    id: fc.constantFrom<ScriptCall['id']>('own', 'own', 'none', 'empty', 'twice'),
    raw: fc.constantFrom('{"path":"."}', '', '{"a":', '[1]', 'null', '{"a":"\ud83d"}'),
    plan: fc.constantFrom<ScriptCall['plan']>('planned', 'planned', 'planned', 'invalid', 'unavailable', 'blocked'),
    input: fc.constantFrom<JsonObject>(
      { path: '.' },
      {},
      { 'a\ud83d': ['\ude00', null, { b: '' }] },
      { command: 'ls `a`\n\ud83d' },
      JSON.parse('{"__proto__":{"a":1}}') as JsonObject,
    ),
    seal: seals,
    outcome: outcomes,
    lost,
  })
}

const anyCall = callWith(fc.option(outcome, { freq: 8 }), seldom(20))
const settledCall = callWith(outcome, fc.constant(false))
/** Signed text is stored as it came and never holds half a pair: the assembler sees to that for all that a model says. */
const said = fc.oneof(
  fc.record({ kind: fc.constant('text'), text: texts, seal: fc.constant<'none'>('none') }),
  fc.record({ kind: fc.constant('text'), text: texts.map((text) => text.toWellFormed()), seal: seals }),
  fc.record({
    kind: fc.constant('reasoning'),
    seal: fc.constantFrom<'whole' | 'redacted' | 'half' | 'none'>('whole', 'whole', 'redacted', 'half', 'none'),
  }),
)

const user = fc.record({
  kind: fc.constant('user'),
  texts: fc.array(texts, { maxLength: 3 }),
  image: seldom(4),
  file: seldom(4),
})
/** A step whose calls have all ended, after which the model is asked again. */
const settledStep = fc.record({
  kind: fc.constant('agent'),
  scope: fc.nat(9),
  state: fc.constant<AgentMessage['state']>('complete'),
  safe: seldom(5).map((unsafe) => !unsafe),
  parts: fc
    .tuple(fc.array(said, { maxLength: 3 }), fc.array(settledCall, { minLength: 1, maxLength: 3 }))
    .map(([before, calls]) => [...before, ...calls]),
})

const entry: fc.Arbitrary<ScriptEntry> = fc.oneof(
  { weight: 3, arbitrary: user },
  { weight: 4, arbitrary: settledStep },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('act'), slash: fc.boolean(), call: anyCall }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('note'),
      note: fc.constantFrom<NoteMessage['note']>('stopped', 'interrupted', 'budget', 'failed', 'corrupt', 'cleared'),
      text: texts,
      toModel: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('agent'),
      scope: fc.nat(9),
      state: fc.constantFrom<AgentMessage['state']>(
        'complete',
        'complete',
        'complete',
        'complete',
        'interrupted',
        'failed',
        'streaming',
      ),
      safe: seldom(5).map((unsafe) => !unsafe),
      parts: fc.array(fc.oneof({ weight: 3, arbitrary: said }, { weight: 2, arbitrary: anyCall }), { maxLength: 5 }),
    }),
  },
)
/** Any session from which the model may be asked, damaged ones among them. */
export const sessionScripts: fc.Arbitrary<SessionScript> = fc.record({
  entries: fc.array(entry, { maxLength: 8 }),
  ending: fc.oneof(user, settledStep),
  firstSeq: fc.constantFrom(0, 0, 9_990),
  model: fc.nat(1),
})
