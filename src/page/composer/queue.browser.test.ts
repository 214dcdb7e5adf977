import { afterEach, beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type MountedPage, mountPage } from '#e2e/doubles/mount-page.ts'
import { note, session, user } from '#e2e/doubles/page-records.ts'
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

const editing = () => page.getByRole('textbox', { name: 'Queued message' })
/** The message `q1` goes as it stands, and the other one waits on. */
const sendFirst = () =>
  mounted.runtime.emit(
    { type: 'message', message: { ...user('s1', 50, 'one'), id: 'q1' } },
    {
      type: 'session',
      session: session('s1', {
        nextSeq: 51,
        turn: { status: 'running', turnId: 't2', startedAt: 0 },
        queue: [{ id: 'q2', text: 'two', attachments: [] }],
      }),
    },
  )

it('a change of a message that is sent meanwhile goes into the message field, and the person is told', async () => {
  waits('running')
  const message = page.getByRole('textbox', { name: 'Message', exact: true })
  await userEvent.fill(message, 'Next.')
  await userEvent.click(queue().getByRole('button', { name: 'Edit' }).first())
  await userEvent.fill(editing(), 'one, and delete nothing')
  sendFirst()
  await expect.element(message).toHaveValue('Next.\n\none, and delete nothing')
  await expect.element(page.getByText(/was sent as it stood/)).toBeVisible()
  await expect.element(editing()).not.toBeInTheDocument()
})

it('a message that was opened to be changed and was not changes nothing when it is sent', async () => {
  waits('running')
  await userEvent.click(queue().getByRole('button', { name: 'Edit' }).first())
  await expect.element(editing()).toHaveValue('one')
  sendFirst()
  await expect.element(editing()).not.toBeInTheDocument()
  await expect.element(page.getByRole('textbox', { name: 'Message', exact: true })).toHaveValue('')
  expect(mounted.store.getState().notices).toEqual([])
})

it('a change that was begun is there again after a look at something else', async () => {
  waits('running')
  await userEvent.click(queue().getByRole('button', { name: 'Edit' }).first())
  await userEvent.fill(editing(), 'one half')
  window.location.hash = '#/'
  await expect.element(queue()).not.toBeInTheDocument()
  window.location.hash = '#/s/s1'
  await expect.element(editing()).toHaveValue('one half')
})

it('nothing that waits, and no stopped turn, can be acted on where another tab writes', async () => {
  mounted.runtime.emit(
    { type: 'access', sessionId: 's1', access: 'read-only' },
    { type: 'message', message: note('s1', 50, 'stopped', 'You stopped it.', true) },
  )
  waits('interrupted')
  await expect.element(queue()).toBeVisible()
  const acts = [
    ...queue().getByRole('button').elements(),
    page.getByRole('button', { name: 'Go on' }).element(),
  ] as HTMLButtonElement[]
  expect(acts.map(({ disabled }) => disabled)).toEqual([true, true, true, true, true, true])
})
