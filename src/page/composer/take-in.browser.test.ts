import { afterEach, beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
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
  await expect.element(page.getByRole('log')).toBeVisible()
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
  await expect.element(message()).toBeVisible()
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
