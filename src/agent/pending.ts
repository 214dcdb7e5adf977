import type { Approval, ApprovalAnswer, HumanAnswer, HumanQuestion } from '#contracts/approvals.ts'
import type { RuntimeEvent } from '#contracts/events.ts'
import { fail } from '#contracts/failure.ts'
import type { Store } from '#contracts/ports/store.ts'

type Waiting<Answer> = { settle(answer: Answer): void }

/**
 * What waits for a person in one session. Stored before it is shown, so that it waits again after a
 * reload: ids are made from the call's, and asking again under the same id is the same question.
 */
export class Pending {
  readonly #approvals = new Map<string, Approval & Waiting<ApprovalAnswer>>()
  readonly #questions = new Map<string, HumanQuestion & Waiting<HumanAnswer>>()

  constructor(
    private readonly sessionId: string,
    private readonly store: Pick<Store, 'savePending' | 'removePending'>,
    private readonly emit: (event: RuntimeEvent) => void,
    /** Called whenever the number of waiting questions has changed. */
    private readonly changed: () => void,
  ) {}

  get count(): number {
    return this.#approvals.size + this.#questions.size
  }

  /** Shows an approval and waits for its answer; rejects with the signal's reason. */
  async approval(approval: Approval, signal: AbortSignal): Promise<ApprovalAnswer> {
    await this.store.savePending({ approval })
    return this.#wait(this.#approvals, approval, () => this.emit({ type: 'approval', approval }), signal)
  }

  /** Shows a question and waits for its answer; rejects with the signal's reason. */
  async question(question: HumanQuestion, signal: AbortSignal): Promise<HumanAnswer> {
    await this.store.savePending({ question })
    return this.#wait(this.#questions, question, () => this.emit({ type: 'question', question }), signal)
  }

  /** Hands over a person's decision. Throws where nothing waits under this id, or for another plan. */
  answerApproval(id: string, answer: ApprovalAnswer): void {
    const waiting = this.#approvals.get(id)
    if (waiting === undefined) throw fail('command', 'not-found', 'This question is not waiting any more.')
    if (answer.planDigest !== waiting.planDigest)
      throw fail('command', 'invalid', 'The answer is for another call than the one that waits. Look at it again.')
    waiting.settle(answer)
  }

  answerQuestion(id: string, answer: HumanAnswer): void {
    const waiting = this.#questions.get(id)
    if (waiting === undefined) throw fail('command', 'not-found', 'This question is not waiting any more.')
    if (answer.kind === 'choice') checkChoice(waiting, answer.labels)
    const confirms = answer.kind === 'confirmed' || answer.kind === 'declined'
    if (answer.kind === 'no-one' || confirms !== (waiting.kind === 'confirm'))
      throw fail('command', 'invalid', 'That is not an answer to this question.')
    waiting.settle(answer)
  }

  #wait<Question extends { id: string }, Answer>(
    list: Map<string, Question & Waiting<Answer>>,
    question: Question,
    show: () => void,
    signal: AbortSignal,
  ): Promise<Answer> {
    // Stopped while it was being stored: it was never shown, so nobody is told that it is settled.
    if (signal.aborted) return this.store.removePending(this.sessionId, question.id).then(() => throwReason(signal))
    return new Promise<Answer>((resolve, reject) => {
      const end = (): void => {
        signal.removeEventListener('abort', onAbort)
        list.delete(question.id)
        this.emit({ type: 'settled', sessionId: this.sessionId, id: question.id })
        this.changed()
      }
      const removed = (then: () => void): void => {
        end()
        // The answer counts only once the stored question is gone, or a reload would ask it again.
        this.store.removePending(this.sessionId, question.id).then(then, reject)
      }
      const onAbort = (): void => removed(() => reject(signal.reason))
      signal.addEventListener('abort', onAbort, { once: true })
      list.set(question.id, { ...question, settle: (answer) => removed(() => resolve(answer)) })
      show()
      this.changed()
    })
  }
}

function throwReason(signal: AbortSignal): never {
  throw signal.reason
}

function checkChoice(question: HumanQuestion, labels: readonly string[]): void {
  const known = new Set(question.options.map((option) => option.label))
  if (labels.some((label) => !known.has(label)) || (labels.length > 1 && !question.allowsSeveral)) {
    throw fail('command', 'invalid', 'That is not one of the choices.')
  }
}
