import type { HumanAnswer } from '#contracts/approvals.ts'
import type { CapabilityBody, CapabilitySpec } from '#contracts/capability.ts'
import type { CapabilityRun } from '#contracts/capability-run.ts'
import { fail, toFailure, type Failure } from '#contracts/failure.ts'
import type { JsonObject, JsonValue } from '#contracts/json.ts'
import type { Clock } from '#contracts/ports/clock.ts'
import { WORKSPACE_ROOT, type Sandbox } from '#contracts/ports/sandbox.ts'
import type { ClientView, Effect, ModelContent, Todo } from '#contracts/views.ts'
import { BODIES } from '#tools/bodies.ts'
import { createBodyLoader } from '#tools/load-bodies.ts'
import { GROUPS } from '#tools/specs.ts'

/** What a call came to: its three projections, or the failure. `text` is the model projection's text. */
export type TrialOutcome =
  | { ok: true; text: string; model: ModelContent; client: ClientView; durable: JsonValue }
  | { ok: false; failure: Failure }

/** The question that a body asked, without the ids that a run adds. */
type Question = Parameters<CapabilityRun['ask']>[0]

/** One session for tests: real bodies on the parts given, with what they said recorded. No gate stands before them. */
export interface Trial {
  readonly run: CapabilityRun
  readonly output: { stream: 'stdout' | 'stderr' | 'info'; text: string }[]
  readonly questions: Question[]
  /** The task list as it was stored last. */
  todos(): readonly Todo[]
  call(spec: CapabilitySpec, args: JsonObject): Promise<TrialOutcome>
  preview(spec: CapabilitySpec, args: JsonObject): Promise<Effect | null>
}

/** Parts of a trial. Without a sandbox or answer a body that needs one fails as `unavailable`, or meets no one. */
export interface TrialParts {
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly sandbox?: Sandbox
  readonly answer?: HumanAnswer
}

/** Opens a trial session with an empty memory. */
export function openTrial({ clock, signal, sandbox, answer }: TrialParts): Trial {
  const output: Trial['output'] = []
  const questions: Question[] = []
  let todos: readonly Todo[] = []
  const run: CapabilityRun = {
    sessionId: 'session-1',
    turnId: 'turn-1',
    callId: 'call-1',
    signal,
    clock,
    memory: {
      seen: new Map(),
      cwd: WORKSPACE_ROOT,
      env: {},
      async writeTodos(next) {
        todos = next
      },
    },
    get sandbox(): Sandbox {
      if (sandbox) return sandbox
      throw fail('discovery', 'unavailable', 'This run has no sandbox.')
    },
    async ask(question) {
      questions.push(question)
      return answer ?? { kind: 'no-one' }
    },
    output: (stream, text) => void output.push({ stream, text }),
    heartbeat() {},
    async invoke(name) {
      throw fail('discovery', 'unavailable', `A trial calls one tool at a time, so ${name} was not called.`)
    },
  }

  const load = createBodyLoader(BODIES, GROUPS)
  // The widest body type takes `never`; a parsed input of the body's own spec is what it means.
  const parse = (spec: CapabilitySpec, args: JsonObject) => spec.input.parse(args) as never
  return {
    run,
    output,
    questions,
    todos: () => todos,
    async call(spec, args) {
      const body: CapabilityBody = await load(spec)
      const input = parse(spec, args)
      try {
        const durable = await body.run(run, input)
        const model = body.toModel(durable as never, input)
        const text = model.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
        return { ok: true, text, model, client: body.toClient(durable as never, input), durable }
      } catch (error) {
        return { ok: false, failure: toFailure(error, 'execution') }
      }
    },
    async preview(spec, args) {
      const body: CapabilityBody = await load(spec)
      return (await body.preview?.(run, parse(spec, args))) ?? null
    },
  }
}
