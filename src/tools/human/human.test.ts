import { expect, test } from 'vitest'
import type { HumanAnswer } from '#contracts/approvals.ts'
import { manualClock } from '#world/manual-clock.ts'
import { openTrial } from '#e2e/doubles/trial-run.ts'
import { askUserQuestionSpec, confirmSpec } from './spec.ts'

const trialWith = (answer?: HumanAnswer) =>
  openTrial({ clock: manualClock(), signal: new AbortController().signal, ...(answer ? { answer } : {}) })
const confirmation = {
  action: 'Delete the reports',
  target: 'reports/',
  scope: '12 files',
  consequence: 'They are gone for good.',
}

test('a question with options reaches the person as it was asked', async () => {
  const trial = trialWith({ kind: 'choice', labels: ['Red', 'Blue'] })
  const options = [{ label: 'Red', description: 'Warm' }, { label: 'Blue' }]
  expect(await trial.call(askUserQuestionSpec, { question: 'Which colours?', options, allow_several: true })).toEqual({
    ok: true,
    text: 'The user chose: Red; Blue',
    model: [{ type: 'text', text: 'The user chose: Red; Blue' }],
    client: { kind: 'answer', summary: 'answered', question: 'Which colours?', answer: 'Red; Blue' },
    durable: { question: 'Which colours?', answer: { kind: 'choice', labels: ['Red', 'Blue'] } },
  })
  expect(trial.questions).toEqual([{ kind: 'question', question: 'Which colours?', options, allowsSeveral: true }])
})

test.each([{}, { options: [] }, { options: [{ label: '  ' }] }])(
  'no usable option means free text: %j',
  async (options) => {
    const trial = trialWith({ kind: 'text', text: 'Call it Anna.' })
    expect(
      await trial.call(askUserQuestionSpec, { question: 'What name?', allow_several: true, ...options }),
    ).toMatchObject({
      ok: true,
      text: 'The user answered: Call it Anna.',
    })
    expect(trial.questions).toEqual([{ kind: 'question', question: 'What name?', options: [], allowsSeveral: false }])
  },
)

test('options with the same label are one option', async () => {
  const trial = trialWith({ kind: 'choice', labels: ['Yes'] })
  await trial.call(askUserQuestionSpec, {
    question: 'Sure?',
    options: [{ label: 'Yes' }, { label: ' Yes ' }, { label: 'No' }],
  })
  expect(trial.questions[0]?.options).toEqual([{ label: 'Yes' }, { label: 'No' }])
})

test('a question that nobody can answer has an answer all the same', async () => {
  expect(await trialWith().call(askUserQuestionSpec, { question: 'Which?' })).toMatchObject({
    ok: true,
    text: 'No one is there to answer. Go on with your best judgement, and say in your answer what you assumed.',
    client: { kind: 'answer', summary: 'no one there', answer: 'Not answered: no one was there' },
  })
})

test('a declined question is not to be asked again', async () => {
  const outcome = await trialWith({ kind: 'declined', reason: 'Later.' }).call(askUserQuestionSpec, {
    question: 'Which?',
  })
  expect(outcome).toMatchObject({ ok: true, client: { summary: 'not answered', answer: 'Declined: Later.' } })
  expect(outcome.ok ? outcome.text : '').toMatch(
    /^The user did not want to answer: Later\.\nDo not ask the same again\./,
  )
})

test('a blank question is not asked', async () => {
  const trial = trialWith({ kind: 'confirmed' })
  expect(await trial.call(askUserQuestionSpec, { question: '  ' })).toMatchObject({
    failure: { stage: 'parameters', kind: 'schema-violation' },
  })
  expect(await trial.call(confirmSpec, { ...confirmation, action: ' ' })).toMatchObject({
    failure: { stage: 'parameters', kind: 'schema-violation' },
  })
  expect(trial.questions).toEqual([])
})

test('a confirmation names target, scope and consequence, and holds for exactly that', async () => {
  const trial = trialWith({ kind: 'confirmed' })
  expect(await trial.call(confirmSpec, confirmation)).toMatchObject({
    ok: true,
    text: 'The user agreed, for exactly this: reports/, 12 files. Anything beyond it needs another question.',
    client: { kind: 'answer', summary: 'agreed', question: 'Delete the reports', answer: 'Agreed' },
  })
  expect(trial.questions).toEqual([
    {
      kind: 'confirm',
      question: 'Delete the reports',
      options: [],
      allowsSeveral: false,
      confirm: { target: 'reports/', scope: '12 files', consequence: 'They are gone for good.' },
    },
  ])
})

test.each<[string, HumanAnswer | undefined, RegExp]>([
  [
    'declined',
    { kind: 'declined' },
    /^The user declined\.\nDo not do it, and do not reach the same effect another way\.$/,
  ],
  [
    'declined with a reason',
    { kind: 'declined', reason: 'Keep them.' },
    /^The user declined: Keep them\.\nDo not do it/,
  ],
  ['answered with other words than yes', { kind: 'text', text: 'maybe' }, /^The user declined: maybe\nDo not do it/],
  [
    'not answered, for want of a person',
    undefined,
    /^No one is there to agree, so this counts as declined\. Do not do it\./,
  ],
])('only a plain yes confirms: %s', async (_, answer, text) => {
  const outcome = await trialWith(answer).call(confirmSpec, confirmation)
  expect(outcome.ok ? outcome.text : '').toMatch(text)
})
