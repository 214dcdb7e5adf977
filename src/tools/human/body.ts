import { implement, type CapabilityBody } from '#contracts/capability.ts'
import { fail } from '#contracts/failure.ts'
import type { HumanAnswer } from '#contracts/approvals.ts'
import { askUserQuestionSpec, confirmSpec } from './spec.ts'

/** `ask_user_question`: an answer is an answer also where nobody is there, so that no turn ever hangs on it. */
const askUserQuestion = implement(askUserQuestionSpec, {
  async run(run, input) {
    const question = input.question.trim()
    if (question === '') throw fail('parameters', 'schema-violation', 'The question is blank. Ask one whole question.')
    // An option that cannot be read or told from another cannot be chosen.
    const options = input.options
      .map((option) => ({ ...option, label: option.label.trim() }))
      .filter(
        (option, index, all) => option.label !== '' && all.findIndex((other) => other.label === option.label) === index,
      )
    const answer = await run.ask({
      kind: 'question',
      question,
      options,
      allowsSeveral: input.allow_several && options.length > 1,
    })
    return { question, answer: plain(answer) }
  },

  toModel({ answer }) {
    switch (answer.kind) {
      case 'choice':
        return said(`The user chose: ${answer.labels.join('; ')}`)
      case 'text':
        return said(`The user answered: ${answer.text}`)
      case 'confirmed':
        return said('The user answered: yes')
      case 'declined': {
        const reason = answer.reason ? `: ${answer.reason}` : '.'
        return said(
          `The user did not want to answer${reason}\nDo not ask the same again. Go on without it where you can, or end and say what is missing.`,
        )
      }
      case 'no-one':
        return said(
          'No one is there to answer. Go on with your best judgement, and say in your answer what you assumed.',
        )
    }
  },
  toClient: ({ question, answer }) => ({
    kind: 'answer',
    summary: summaryOf(answer),
    question,
    answer: inWords(answer),
  }),
})

/** `confirm`: only a plain yes counts as one. */
const confirm = implement(confirmSpec, {
  async run(run, input) {
    const { action, target, scope, consequence } = input
    if (action.trim() === '')
      throw fail('parameters', 'schema-violation', 'The action is blank. Say what you are about to do.')
    const answer = await run.ask({
      kind: 'confirm',
      question: action.trim(),
      options: [],
      allowsSeveral: false,
      confirm: { target, scope, consequence },
    })
    return { question: action.trim(), answer: plain(answer) }
  },

  toModel({ answer }, { target, scope }) {
    if (answer.kind === 'confirmed') {
      return said(`The user agreed, for exactly this: ${target}, ${scope}. Anything beyond it needs another question.`)
    }
    if (answer.kind === 'no-one')
      return said('No one is there to agree, so this counts as declined. Do not do it. Say that it waits for a person.')
    const words = answer.kind === 'declined' ? answer.reason : inWords(answer)
    return said(
      `The user declined${words ? `: ${words}` : '.'}\nDo not do it, and do not reach the same effect another way.`,
    )
  },
  toClient: ({ question, answer }) => ({
    kind: 'answer',
    summary: answer.kind === 'confirmed' ? 'agreed' : answer.kind === 'no-one' ? 'no one there' : 'declined',
    question,
    answer: inWords(answer),
  }),
})

function said(text: string) {
  return [{ type: 'text' as const, text }]
}

type PlainAnswer = Exclude<HumanAnswer, { kind: 'declined' }> | { kind: 'declined'; reason: string }

/** The answer as plain JSON: a reason that was not given is ''. */
function plain(answer: HumanAnswer): PlainAnswer {
  return answer.kind === 'declined' ? { kind: 'declined', reason: answer.reason ?? '' } : answer
}

function inWords(answer: PlainAnswer): string {
  switch (answer.kind) {
    case 'choice':
      return answer.labels.join('; ')
    case 'text':
      return answer.text
    case 'confirmed':
      return 'Agreed'
    case 'declined':
      return answer.reason ? `Declined: ${answer.reason}` : 'Declined'
    case 'no-one':
      return 'Not answered: no one was there'
  }
}

function summaryOf(answer: PlainAnswer): string {
  if (answer.kind === 'no-one') return 'no one there'
  if (answer.kind === 'declined') return 'not answered'
  return 'answered'
}

/** The bodies of the group `human`. */
export const bodies: readonly CapabilityBody[] = [askUserQuestion, confirm]
