import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type MountedPage, mountPage } from '#e2e/doubles/mount-page.ts'
import { approval, NOW } from '#e2e/doubles/page-records.ts'
import { doneTyping } from '../last-typed.ts'
import { ARM_AFTER_MS } from './use-armed.ts'

let mounted: MountedPage
const message = () => page.getByRole('textbox', { name: 'Message', exact: true })
const card = () => page.getByRole('group', { name: 'Approval', exact: true })
const question = () => page.getByRole('group', { name: 'Question', exact: true })
const answers = () => mounted.runtime.calls.filter(({ name }) => name === 'approval.answer').map(({ input }) => input)
const asks = (id: string) => mounted.runtime.emit({ type: 'approval', approval: approval('s1', id) })
const asksInWords = () =>
  mounted.runtime.emit({
    type: 'question',
    question: {
      id: 'q1',
      sessionId: 's1',
      turnId: 't1',
      callId: 'call-q1',
      kind: 'question',
      question: 'Which harbour?',
      options: [],
      allowsSeveral: false,
      askedAt: NOW,
    },
  })

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await page.viewport(1440, 900)
  mounted = mountPage('conversation')
  await expect.element(page.getByRole('log')).toBeVisible()
  doneTyping()
})
afterEach(() => {
  mounted.stop()
  vi.useRealTimers()
})

it('comes from the empty message to the card, so that its key answers, and goes back', async () => {
  await userEvent.click(message())
  asks('b1')
  await expect.element(card()).toHaveFocus()
  vi.advanceTimersByTime(ARM_AFTER_MS)
  await expect.element(page.getByRole('button', { name: 'Allow once' })).toHaveAttribute('aria-disabled', 'false')
  mounted.runtime.handlers['approval.answer'] = ({ approvalId }) => {
    mounted.runtime.emit({ type: 'settled', sessionId: 's1', id: approvalId })
    return {}
  }
  await userEvent.keyboard('a')
  await expect.element(card()).not.toBeInTheDocument()
  expect(answers()).toHaveLength(1)
  await expect.element(message()).toHaveFocus()
  await expect.element(message()).toHaveValue('')
})

it('leaves alone who writes, says how to come to the card, and Alt+A goes there and back', async () => {
  await userEvent.click(message())
  await userEvent.keyboard('a sad')
  asks('b1')
  await expect.element(card()).toHaveTextContent(/Letters go to what you write\. .*A goes to this card\./)
  await expect.element(message()).toHaveFocus()
  await userEvent.keyboard(' day')
  await expect.element(message()).toHaveValue('a sad day')
  await userEvent.keyboard('{Alt>}a{/Alt}')
  await expect.element(card()).toHaveFocus()
  await expect.element(card()).not.toHaveTextContent('Letters go to what you write.')
  await userEvent.keyboard('{Alt>}a{/Alt}')
  await expect.element(message()).toHaveFocus()
  expect(answers()).toEqual([])
})

it('leaves alone who has just typed, also where nothing stands there', async () => {
  await userEvent.click(message())
  await userEvent.keyboard('x{Backspace}')
  asks('b1')
  await expect.element(card()).toHaveTextContent('Letters go to what you write.')
  await expect.element(message()).toHaveFocus()
})

it('takes no focus from a dialog', async () => {
  mounted.store.setState({ dialog: 'keys' })
  await expect.element(page.getByRole('dialog')).toBeVisible()
  asks('b1')
  await vi.waitFor(() => expect(document.querySelector('[aria-label="Approval"]')).not.toBeNull())
  expect(page.getByRole('dialog').element().contains(document.activeElement)).toBe(true)
})

it('words that are begun on the card go into the message, and decide nothing', async () => {
  await userEvent.click(message())
  asks('b1')
  await expect.element(card()).toHaveFocus()
  vi.advanceTimersByTime(ARM_AFTER_MS)
  await userEvent.keyboard('hand')
  await expect.element(message()).toHaveValue('hand')
  expect(answers()).toEqual([])
})

it('a question in words takes the focus into its box, unless the person is writing', async () => {
  await userEvent.click(message())
  asksInWords()
  await expect.element(page.getByRole('textbox', { name: 'Your answer' })).toHaveFocus()
  mounted.runtime.emit({ type: 'settled', sessionId: 's1', id: 'q1' })
  await expect.element(question()).not.toBeInTheDocument()
  await expect.element(message()).toHaveFocus()
  await userEvent.keyboard('wait')
  asksInWords()
  await expect.element(question()).toHaveTextContent('Letters go to what you write.')
  await expect.element(message()).toHaveFocus()
})
