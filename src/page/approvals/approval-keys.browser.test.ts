import { afterEach, beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type MountedPage, mountPage } from '#e2e/doubles/mount-page.ts'

let mounted: MountedPage
const answers = () => mounted.runtime.calls.filter(({ name }) => name === 'approval.answer').map(({ input }) => input)
const card = () => page.getByRole('group', { name: 'Approval', exact: true })

beforeEach(async () => {
  await page.viewport(1440, 900)
})
afterEach(() => mounted.stop())

it.each([
  ['a', 'allow-once'],
  ['s', 'allow-session'],
  ['d', 'deny'],
])('answers with the key %s: %s', async (key, verdict) => {
  mounted = mountPage('approval')
  await expect.element(card()).toBeVisible()
  await userEvent.keyboard(key)
  await expect.element(card()).not.toBeInTheDocument()
  expect(answers()).toEqual([{ sessionId: 's1', approvalId: 'a1', answer: { verdict, planDigest: 'digest-a1' } }])
})

it('takes letters as letters while the person writes', async () => {
  mounted = mountPage('approval')
  await expect.element(card()).toBeVisible()
  const message = page.getByRole('textbox', { name: 'Message', exact: true })
  await userEvent.click(message)
  await userEvent.keyboard('asd')
  await expect.element(message).toHaveValue('asd')
  expect(answers()).toEqual([])
})

it('denies with a reason that goes to the model', async () => {
  mounted = mountPage('approval')
  await expect.element(card()).toBeVisible()
  await userEvent.keyboard('{Shift>}d{/Shift}')
  await userEvent.keyboard('Use a map instead.{Enter}')
  await expect.element(card()).not.toBeInTheDocument()
  expect(answers()).toEqual([
    {
      sessionId: 's1',
      approvalId: 'a1',
      answer: { verdict: 'deny', planDigest: 'digest-a1', reason: 'Use a map instead.' },
    },
  ])
})

it('offers no permission for the session where there is none, by button or key', async () => {
  mounted = mountPage('approvals')
  await expect.element(card()).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Allow for this session' })).not.toBeInTheDocument()
  await userEvent.keyboard('s')
  expect(answers()).toEqual([])
})

it('allows all that wait, each bound to its own plan', async () => {
  mounted = mountPage('approvals')
  await userEvent.click(page.getByRole('button', { name: 'Allow all 3' }))
  await expect.element(card()).not.toBeInTheDocument()
  expect(answers()).toEqual(
    ['a2', 'a1', 'a3'].map((approvalId) => ({
      sessionId: 's1',
      approvalId,
      answer: { verdict: 'allow-once', planDigest: `digest-${approvalId}` },
    })),
  )
})
