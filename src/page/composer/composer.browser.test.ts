import { afterEach, beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type MountedPage, mountPage } from '#e2e/doubles/mount-page.ts'

let mounted: MountedPage
const message = () => page.getByRole('textbox', { name: 'Message', exact: true })
const sent = (name: string) => mounted.runtime.calls.filter((call) => call.name === name).map(({ input }) => input)

beforeEach(async () => {
  await page.viewport(1440, 900)
})
afterEach(() => mounted.stop())

it('sends with Enter, breaks with Shift-Enter, and is empty afterwards', async () => {
  mounted = mountPage('conversation')
  await userEvent.click(message())
  await userEvent.keyboard('one{Shift>}{Enter}{/Shift}two{Enter}')
  await expect.element(message()).toHaveValue('')
  expect(sent('turn.send')).toEqual([{ sessionId: 's1', text: 'one\ntwo', attachments: [] }])
})

it('leaves Enter to an input method that composes', async () => {
  mounted = mountPage('conversation')
  await userEvent.fill(message(), 'にほん')
  message()
    .element()
    .dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true, cancelable: true }))
  await expect.element(message()).toHaveValue('にほん')
  expect(sent('turn.send')).toEqual([])
})

it('keeps what was typed where sending failed', async () => {
  mounted = mountPage('conversation')
  await expect.element(message()).toBeVisible()
  mounted.runtime.handlers['turn.send'] = () => ({
    stage: 'storage',
    kind: 'storage-full',
    message: 'The browser has no room left. Delete a session and send again.',
    retryable: true,
  })
  await userEvent.fill(message(), 'Keep me')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('The browser has no room left.', { exact: false })).toBeVisible()
  await expect.element(message()).toHaveValue('Keep me')
})

it('makes a session for the first message, in the mode that was chosen by keyboard', async () => {
  mounted = mountPage('welcome-ready')
  const mode = page.getByRole('combobox', { name: 'Mode', exact: true })
  await expect.element(mode).toBeVisible()
  mode.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('option', { name: /^Plan/ })).toBeVisible()
  await userEvent.keyboard('pl{Enter}')
  await expect.element(mode).toHaveTextContent('Plan')
  await userEvent.fill(message(), 'Hello')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => sent('turn.send')).toEqual([{ sessionId: 's9', text: 'Hello', attachments: [] }])
  expect(sent('session.create')).toEqual([{ mode: 'plan' }])
})

it('stops with Escape, and shows the queue with its messages to change or remove', async () => {
  mounted = mountPage('running')
  await expect.element(page.getByText('Then write a README for it.')).toBeVisible()
  await userEvent.click(message())
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => sent('turn.stop')).toEqual([{ sessionId: 's1' }])
  await userEvent.click(page.getByRole('button', { name: 'Remove', exact: true }))
  await expect.poll(() => sent('queue.remove')).toEqual([{ sessionId: 's1', id: 'q' }])
})

it('takes pasted files as attachments and leaves out one that is too large, saying so', async () => {
  mounted = mountPage('conversation')
  await expect.element(message()).toBeVisible()
  const data = new DataTransfer()
  data.items.add(new File(['a,b\n'], 'table.csv', { type: 'text/csv' }))
  data.items.add(new File([new Uint8Array(20_000_001)], 'huge.bin'))
  message()
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  await expect.element(page.getByRole('list', { name: 'Attachments' })).toHaveTextContent('table.csv')
  await expect.element(page.getByText('huge.bin is larger than 20 MB', { exact: false })).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: 'Send', exact: true }))
  await expect
    .poll(() => sent('turn.send'))
    .toEqual([{ sessionId: 's1', text: '', attachments: [{ kind: 'file', name: 'table.csv', base64: 'YSxiCg==' }] }])
})

it('says what is missing where there is no provider yet, and keeps the words', async () => {
  mounted = mountPage('welcome')
  await userEvent.fill(message(), 'Hello')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Choose a model or add a provider before sending.')).toBeVisible()
  await expect.element(message()).toHaveValue('Hello')
  expect(sent('session.create')).toEqual([])
})
