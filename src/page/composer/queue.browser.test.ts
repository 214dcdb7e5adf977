import { afterEach, beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type MountedPage, mountPage } from '#e2e/doubles/mount-page.ts'
import { session } from '#e2e/doubles/page-records.ts'
import type { TurnStatus } from '#contracts/sessions.ts'

let mounted: MountedPage
const queue = () => page.getByRole('region', { name: 'Queued messages' })
const waits = (status: TurnStatus) =>
  mounted.runtime.emit({
    type: 'session',
    session: session('s1', {
      nextSeq: 9,
      turn: { status, turnId: 't1', startedAt: status === 'running' ? 0 : null },
      queue: [
        { id: 'q1', text: 'one', attachments: [] },
        { id: 'q2', text: 'two', attachments: [] },
      ],
    }),
  })

beforeEach(async () => {
  await page.viewport(390, 844)
  mounted = mountPage('conversation')
  await expect.element(page.getByRole('log')).toBeVisible()
})
afterEach(() => mounted.stop())

it.each(['idle', 'interrupted'] as const)(
  'says of a queue at rest (%s) that it waits for the person, who sends it',
  async (status) => {
    mounted.runtime.handlers['queue.send'] = () => ({})
    waits(status)
    await expect.element(queue()).toHaveTextContent('Waits: nothing is sent until you send it')
    await userEvent.click(queue().getByRole('button', { name: 'Send now' }))
    const sent = mounted.runtime.calls.filter(({ name }) => name === 'queue.send')
    expect(sent).toEqual([{ name: 'queue.send', input: { sessionId: 's1' } }])
  },
)

it('says of a queue behind a turn that it goes when the turn ends, and offers nothing else', async () => {
  waits('running')
  await expect.element(queue()).toHaveTextContent('Sent when this turn ends')
  await expect.element(queue().getByRole('button', { name: 'Send now' })).not.toBeInTheDocument()
})

it('the focus stays with the message when Send is clicked', async () => {
  mounted.runtime.handlers['turn.send'] = () => ({ queued: false })
  const message = page.getByRole('textbox', { name: 'Message', exact: true })
  await userEvent.fill(message, 'Go')
  await userEvent.click(page.getByRole('button', { name: 'Send', exact: true }))
  await expect.element(message).toHaveValue('')
  await expect.element(message).toHaveFocus()
})

it('a dialog gives the focus back to the message that it was opened from', async () => {
  const message = page.getByRole('textbox', { name: 'Message', exact: true })
  await userEvent.click(message)
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(message).toHaveFocus()
})
