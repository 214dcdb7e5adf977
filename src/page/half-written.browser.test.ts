import { afterEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type MountedPage, mountPage } from '#e2e/doubles/mount-page.ts'

let mounted: MountedPage
afterEach(() => mounted.stop())

const question = () => page.getByRole('group', { name: 'Question', exact: true })
const lookElsewhere = async () => {
  window.location.hash = '#/'
  await expect.element(question()).not.toBeInTheDocument()
  window.location.hash = '#/s/s1'
  await expect.element(question()).toBeVisible()
}

it('an answer in other words is still there after a look at something else', async () => {
  await page.viewport(1440, 900)
  mounted = mountPage('question')
  const answer = question().getByRole('textbox', { name: 'Your answer' })
  await userEvent.click(question().getByRole('button', { name: 'Something else' }))
  await expect.element(answer).toHaveFocus()
  await userEvent.fill(answer, 'Brest and Roscoff')
  await lookElsewhere()
  await expect.element(answer).toHaveValue('Brest and Roscoff')
  await userEvent.click(question().getByRole('button', { name: 'Back' }))
  await lookElsewhere()
  await expect.element(answer).not.toBeInTheDocument()
  await userEvent.click(question().getByRole('button', { name: 'Something else' }))
  await userEvent.fill(answer, 'All of them')
  await userEvent.keyboard('{Enter}')
  await expect
    .poll(() => mounted.runtime.calls.filter(({ name }) => name === 'question.answer'))
    .toEqual([
      {
        name: 'question.answer',
        input: { sessionId: 's1', questionId: 'q1', answer: { kind: 'text', text: 'All of them' } },
      },
    ])
  await expect.element(question()).not.toBeInTheDocument()
  expect([...mounted.store.drafts.halfWritten.of('s1')]).toEqual([])
})

it('a reason that was begun is still there after a reload, and gone once it was given', async () => {
  await page.viewport(1440, 900)
  const reason = page.getByRole('textbox', { name: 'What should it do instead?' })
  const card = page.getByRole('group', { name: 'Approval', exact: true })
  const give = card.getByRole('button', { name: 'Give a reason' })
  mounted = mountPage('approval')
  await expect.element(give).toHaveAttribute('aria-disabled', 'false')
  await userEvent.click(give)
  await expect.element(reason).toHaveFocus()
  await userEvent.fill(reason, 'Keep the old one.')
  const kept = Object.entries(localStorage)
  mounted.stop()
  mounted = mountPage('approval')
  for (const [name, value] of kept) localStorage.setItem(name, value)
  // It is open again, but nobody is put into the middle of it: no key means what is not there to be pressed.
  await expect.element(reason).toHaveValue('Keep the old one.')
  await expect.element(reason).not.toHaveFocus()
  await expect.element(card).toHaveFocus()
  await userEvent.keyboard('asdr')
  await userEvent.click(card.getByRole('button', { name: 'Back' }))
  await expect.element(reason).not.toBeInTheDocument()
  await expect.element(give).toHaveAttribute('aria-disabled', 'false')
  expect(mounted.runtime.calls.filter(({ name }) => name === 'approval.answer')).toEqual([])
  await userEvent.click(give)
  await expect.element(reason).toHaveFocus()
  await expect.element(reason).toHaveValue('Keep the old one.')
  await userEvent.keyboard('{Enter}')
  await expect
    .poll(() => mounted.runtime.calls.filter(({ name }) => name === 'approval.answer').map(({ input }) => input))
    .toMatchObject([{ approvalId: 'a1', answer: { verdict: 'deny', reason: 'Keep the old one.' } }])
  await expect.poll(() => localStorage.getItem('sallyport.ui.answers.s1')).toBeNull()
})
