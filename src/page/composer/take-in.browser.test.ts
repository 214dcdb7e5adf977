import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { MESSAGE_MAX_CHARS, PASTE_MAX_CHARS } from '#contracts/limits.ts'
import { type MountedPage, mountPage } from '#e2e/doubles/mount-page.ts'

let mounted: MountedPage
const message = () => page.getByRole('textbox', { name: 'Message', exact: true })
const attached = () => page.getByRole('list', { name: 'Attachments' })

beforeEach(async () => {
  await page.viewport(1440, 900)
})
afterEach(() => mounted.stop())

/** What a browser makes of a drag or drop of `transfer` at `at`: whether the page took it for itself. */
const drag = (type: 'dragover' | 'drop', at: Element, transfer: DataTransfer) =>
  !at.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: transfer }))
const carrying = (...names: string[]) => {
  const transfer = new DataTransfer()
  for (const name of names) transfer.items.add(new File(['x'], name))
  return transfer
}

it('files are attached wherever on the page they are dropped', async () => {
  mounted = mountPage('conversation')
  await expect.element(page.getByRole('log')).toBeVisible()
  const places = [
    document.body,
    page.getByRole('log').element(),
    page.getByRole('navigation', { name: 'Sessions' }).element(),
    message().element(),
  ]
  for (const [index, place] of places.entries()) {
    const transfer = carrying(`${index}.txt`)
    expect(drag('dragover', place, transfer)).toBe(true)
    await expect.element(page.getByText('Drop to attach')).toBeVisible()
    expect(drag('drop', place, transfer)).toBe(true)
    await expect.element(page.getByText('Drop to attach')).not.toBeInTheDocument()
    await expect.element(attached()).toHaveTextContent(`${index}.txt`)
  }
  expect(attached().getByRole('listitem').elements()).toHaveLength(4)
})

it('what is dropped never leads the page away, and is not taken where nothing may be written', async () => {
  mounted = mountPage('read-only')
  await expect.element(message()).toHaveAttribute('readonly')
  const link = new DataTransfer()
  link.setData('text/uri-list', 'https://example.com/')
  const text = new DataTransfer()
  text.setData('text/plain', 'words')
  const taken = (transfer: DataTransfer, at: Element) => [drag('dragover', at, transfer), drag('drop', at, transfer)]
  expect(taken(carrying('a.txt'), document.body)).toEqual([true, true])
  expect(taken(link, document.body)).toEqual([true, true])
  // A field takes an address as text, and text leads nowhere.
  expect(taken(link, message().element())).toEqual([false, false])
  expect(taken(text, document.body)).toEqual([false, false])
  expect(mounted.store.drafts.of('s1')).toMatchObject({ attachments: [], reading: [] })
})

it('cells with a picture of themselves are pasted as text, and a read-only field takes nothing', async () => {
  const pasted = (text: string) => {
    const clipboardData = new DataTransfer()
    if (text !== '') clipboardData.setData('text/plain', text)
    clipboardData.items.add(new File(['x'], 'image.png', { type: 'image/png' }))
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    message().element().dispatchEvent(event)
    return event.defaultPrevented
  }
  mounted = mountPage('conversation')
  await expect.element(message()).toBeVisible()
  expect(pasted('a\tb')).toBe(false)
  expect(pasted('')).toBe(true)
  await expect.element(attached()).toHaveTextContent('image.png')
  expect(attached().getByRole('listitem').elements()).toHaveLength(1)
  mounted.stop()
  mounted = mountPage('read-only')
  await expect.element(message()).toHaveAttribute('readonly')
  expect(pasted('')).toBe(false)
  expect(mounted.store.drafts.of('s1').reading).toEqual([])
})

it('the message is as high as its text when its width changes, and at most a third of the window', async () => {
  mounted = mountPage('conversation')
  await expect.element(message()).toBeVisible()
  await userEvent.fill(message(), 'word '.repeat(60))
  const field = message().element()
  const wide = field.clientHeight
  await page.viewport(390, 844)
  await expect.poll(() => field.clientHeight).toBeGreaterThan(wide)
  await expect.poll(() => field.scrollHeight - field.clientHeight).toBe(0)
  await userEvent.fill(message(), 'line\n'.repeat(200))
  await expect.poll(() => field.clientHeight).toBeGreaterThan(200)
  expect(field.clientHeight).toBeLessThanOrEqual(844 / 3)
})

it('says of a text that is too long to be kept over a reload that it is not', async () => {
  mounted = mountPage('conversation')
  await expect.element(message()).toBeVisible()
  mounted.store.drafts.change('s1', { text: 'x'.repeat(50_001) })
  await expect.element(page.getByText(/A text of more than 50,000 characters is not kept/)).toBeVisible()
  mounted.store.drafts.change('s1', { text: 'short' })
  await expect.element(page.getByText(/is not kept/)).not.toBeInTheDocument()
})

describe('a long pasted text', () => {
  const LINES = Array.from({ length: 1_538 }, (_, line) => `line ${line} of a log`).join('\n')
  const paste = (text: string) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    message().element().dispatchEvent(event)
    return event.defaultPrevented
  }
  const sent = () => mounted.runtime.calls.filter(({ name }) => name === 'turn.send').map(({ input }) => input)
  const putIn = () => attached().getByRole('button', { name: 'Put the text into the message instead' })

  it('goes along as a text file, said with its lines', async () => {
    mounted = mountPage('conversation')
    await userEvent.fill(message(), 'What is wrong here?')
    expect([paste('x'.repeat(PASTE_MAX_CHARS)), paste(LINES)]).toEqual([false, true])
    await expect.element(attached().getByText('Pasted text, 1,538 lines')).toBeVisible()
    await userEvent.click(message())
    await userEvent.keyboard('{Enter}')
    await expect.poll(sent).toHaveLength(1)
    expect(sent()).toEqual([
      {
        sessionId: 's1',
        text: 'What is wrong here?',
        attachments: [{ kind: 'file', name: 'pasted-text.txt', base64: btoa(LINES) }],
      },
    ])
  })

  it('goes into the message where the person wants that, and the message has room for it', async () => {
    mounted = mountPage('conversation')
    await userEvent.fill(message(), 'What is wrong here?')
    paste(LINES)
    await userEvent.click(putIn())
    await expect.element(message()).toHaveValue(`What is wrong here?\n\n${LINES}`)
    await expect.element(message()).toHaveFocus()
    await expect.element(attached()).not.toBeInTheDocument()
    paste('y'.repeat(MESSAGE_MAX_CHARS))
    await expect.element(attached().getByText('Pasted text, 1 line')).toBeVisible()
    expect(putIn().query()).toBeNull()
  })

  it('is left alone where nothing may be written', async () => {
    mounted = mountPage('read-only')
    await expect.element(message()).toHaveAttribute('readonly')
    expect(paste(LINES)).toBe(false)
    expect(mounted.store.drafts.of('s1')).toMatchObject({ attachments: [], reading: [] })
  })
})

it('a picture that cannot be shown has a sign of ours, and files that are out of sight fade', async () => {
  mounted = mountPage('conversation')
  await expect.element(message()).toBeVisible()
  const broken = { kind: 'image', name: 'cut.png', mediaType: 'image/png', base64: btoa('no picture') } as const
  mounted.store.drafts.change('s1', { attachments: [broken] })
  await expect.element(attached().getByRole('img', { name: 'Picture that cannot be shown' })).toBeVisible()
  const many = Array.from({ length: 20 }, (_, at) => ({ kind: 'file', name: `${at}.txt`, base64: '' }) as const)
  mounted.store.drafts.change('s1', { attachments: many })
  const box = page.getByRole('region', { name: 'Attachments' })
  await expect.element(box).toHaveAttribute('data-cut', 'bottom')
  mounted.store.drafts.change('s1', { attachments: many.slice(0, 2) })
  await expect.element(box).not.toBeInTheDocument()
})

it('a ! alone says what to write, and stays', async () => {
  mounted = mountPage('conversation')
  await userEvent.fill(message(), '! ')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('alert').getByText('Write a command behind the !, such as !ls.')).toBeVisible()
  await expect.element(message()).toHaveValue('! ')
  expect(mounted.runtime.calls.filter(({ name }) => name === 'turn.send' || name === 'intent.run')).toEqual([])
})
