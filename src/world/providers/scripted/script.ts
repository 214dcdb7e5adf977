import type { OutcomeStatus } from '#contracts/calls.ts'
import type { FailureKind } from '#contracts/failure.ts'
import type { JsonObject } from '#contracts/json.ts'

/** A call as a script makes it. */
export interface ScriptedCall {
  readonly name: string
  readonly arguments: JsonObject
}

/** One answer of the scripted model. Without calls it ends the turn. */
export interface Step {
  readonly think?: string
  readonly text?: string
  readonly calls?: readonly ScriptedCall[]
  /** The output limit strikes after this many characters of the last call's arguments. */
  readonly cutAfter?: number
}

/** What came of one call, as the model is told. */
export interface CallResult {
  readonly name: string
  readonly status: OutcomeStatus
  /** The kind of the failure as the message names it; '' for a result. */
  readonly kind: FailureKind | ''
  /** The whole text of the result, or the failure's message. */
  readonly text: string
}

/**
 * A demo: yields steps and is given the results of each step's calls, in call order. It must depend on
 * nothing but them, because it is played again from its beginning for every request.
 */
export type Script = () => Generator<Step, void, readonly CallResult[]>

/** A part of a script that comes to a value. */
export type Passage<T> = Generator<Step, T, readonly CallResult[]>

/** A call, for short. */
export function call(name: string, args: JsonObject): ScriptedCall {
  return { name, arguments: args }
}

/** Makes a step with exactly one call and returns its result. */
export function* one(step: Omit<Step, 'calls'>, made: ScriptedCall): Passage<CallResult> {
  const [result] = yield { ...step, calls: [made] }
  return result ?? { name: made.name, status: 'unknown', kind: '', text: '' }
}

export function ok(result: CallResult | undefined): boolean {
  return result?.status === 'ok'
}

/** Why a call did nothing, as the middle of a sentence: "you denied it". */
export function whyNot(result: CallResult): string {
  switch (result.status) {
    case 'denied': {
      if (result.kind === 'no-one-to-ask') return 'nobody was there to ask'
      if (result.text.startsWith('A rule denies it: ')) return 'a rule denies it'
      const reason = /The user denied it: (?<reason>[^\n]+?) Do not try to reach/.exec(result.text)?.groups?.['reason']
      return reason === undefined ? 'you denied it' : `you denied it: “${reason}”`
    }
    case 'blocked':
      return 'the mode that is set only allows reading'
    case 'unavailable':
      return 'it is not available here'
    default:
      return `it failed (${result.kind === '' ? result.status : result.kind})`
  }
}

/** The exit code that `execute` reports; null where the command did not end by itself. */
export function exitCode(result: CallResult): number | null {
  const code = ok(result) ? /^exit (?<code>\d+)/.exec(result.text)?.groups?.['code'] : undefined
  return code === undefined ? null : Number(code)
}

/** The lines that a command printed. */
export function outputLines(result: CallResult): string[] {
  return ok(result) ? result.text.split('\n').slice(1) : []
}

/** What a person answered: the labels chosen, own words, or neither. */
export function answerOf(result: CallResult): { kind: 'choice' | 'text'; words: string } | { kind: 'none' } {
  const chosen = /^The user chose: (?<words>[^]+)$/.exec(result.text)?.groups?.['words']
  if (ok(result) && chosen !== undefined) return { kind: 'choice', words: chosen }
  const written = /^The user answered: (?<words>[^]+)$/.exec(result.text)?.groups?.['words']
  if (ok(result) && written !== undefined) return { kind: 'text', words: written }
  return { kind: 'none' }
}

/** Lines as a Markdown code block. */
export function fenced(lines: readonly string[]): string {
  return `\`\`\`\n${lines.join('\n')}\n\`\`\``
}

/** A Markdown table. Cells must not hold line breaks; bars are escaped. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
