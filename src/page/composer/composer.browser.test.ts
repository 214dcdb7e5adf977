import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { MESSAGE_MAX_CHARS } from '#contracts/limits.ts'
import { openedSession, session } from '#e2e/doubles/page-records.ts'
import { type MountedPage, mountPage } from '#e2e/doubles/mount-page.ts'

let mounted: MountedPage
const message = () => page.getByRole('textbox', { name: 'Message', exact: true })
const attached = () => page.getByRole('list', { name: 'Attachments' })
const sent = (name: string) => mounted.runtime.calls.filter((call) => call.name === name).map(({ input }) => input)

/** Pastes files into the message. */
const paste = (...files: File[]) => {
  const clipboardData = new DataTransfer()
  for (const file of files) clipboardData.items.add(file)
  message()
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}

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
  // The open list takes the focus a moment after it is seen; letters before that are nobody's.
  await expect.element(page.getByRole('option', { name: /^Ask/ })).toHaveFocus()
  await userEvent.keyboard('pl')
  await expect.element(page.getByRole('option', { name: /^Plan/ })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
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
  paste(new File(['a,b\n'], 'table.csv', { type: 'text/csv' }), new File([new Uint8Array(20_000_001)], 'huge.bin'))
  await expect.element(page.getByRole('list', { name: 'Attachments' })).toHaveTextContent('table.csv')
  await expect.element(page.getByText('huge.bin is larger than 20 MB', { exact: false })).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: 'Send', exact: true }))
  await expect
    .poll(() => sent('turn.send'))
    .toEqual([{ sessionId: 's1', text: '', attachments: [{ kind: 'file', name: 'table.csv', base64: 'YSxiCg==' }] }])
})

it('says at the message that it is too long until it is changed', async () => {
  mounted = mountPage('conversation')
  await expect.element(message()).toBeVisible()
  mounted.store.drafts.change('s1', { text: 'x'.repeat(MESSAGE_MAX_CHARS + 1) })
  await userEvent.click(message())
  await userEvent.keyboard('{Enter}')
  const said = page.getByText('A message holds at most', { exact: false })
  await expect.element(said).toBeVisible()
  await userEvent.fill(message(), 'Shorter')
  await expect.element(said).not.toBeInTheDocument()
  expect(sent('turn.send')).toEqual([])
})

it('says what is missing where there is no provider yet, and keeps the words', async () => {
  mounted = mountPage('welcome')
  await userEvent.fill(message(), 'Hello')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Choose a model or add a provider before sending.')).toBeVisible()
  await expect.element(message()).toHaveValue('Hello')
  expect(sent('session.create')).toEqual([])
})

it('clears the first message of a new session once, and keeps the focus where one writes', async () => {
  mounted = mountPage('welcome-ready')
  await userEvent.fill(message(), 'Hello')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => window.location.hash).toBe('#/s/s9')
  await expect.poll(() => sent('turn.send')).toEqual([{ sessionId: 's9', text: 'Hello', attachments: [] }])
  await expect.element(message()).toHaveValue('')
  expect(document.activeElement).toBe(message().element())
  window.location.hash = '#/'
  await expect.element(page.getByRole('heading', { name: 'An agent that works in this tab' })).toBeVisible()
  await expect.element(message()).toHaveValue('')
  expect(Object.keys(localStorage).filter((name) => name.includes('draft'))).toEqual([])
})

it('puts the first message and its files back into the new session where sending them failed', async () => {
  mounted = mountPage('welcome-ready')
  mounted.runtime.handlers['session.open'] = ({ sessionId }) =>
    openedSession(session(sessionId, { title: '', nextSeq: 0 }), mounted.runtime.nextEvent)
  mounted.runtime.handlers['turn.send'] = () => ({
    stage: 'storage',
    kind: 'storage-full',
    message: 'The browser has no room left.',
    retryable: true,
  })
  await expect.element(message()).toBeVisible()
  paste(new File(['a,b\n'], 'table.csv', { type: 'text/csv' }))
  await expect.element(attached()).toHaveTextContent('table.csv')
  await userEvent.fill(message(), 'Hello')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('The browser has no room left.')).toBeVisible()
  await expect.poll(() => window.location.hash).toBe('#/s/s9')
  await expect.element(message()).toHaveValue('Hello')
  await expect.element(attached()).toHaveTextContent('table.csv')
})

it('keeps text and files of each session while another one is shown', async () => {
  mounted = mountPage('conversation')
  await expect.element(message()).toBeVisible()
  paste(new File(['a,b\n'], 'table.csv', { type: 'text/csv' }))
  await expect.element(attached()).toHaveTextContent('table.csv')
  await userEvent.fill(message(), 'About the table')
  window.location.hash = '#/s/s2'
  await expect.element(message()).toHaveValue('')
  await expect.element(attached()).not.toBeInTheDocument()
  window.location.hash = '#/s/s1'
  await expect.element(message()).toHaveValue('About the table')
  await expect.element(attached()).toHaveTextContent('table.csv')
})

describe('a file that is still being read', () => {
  const TABLE = { kind: 'file', name: 'table.csv', base64: 'YSxiCg==' }
  let finish = () => {}
  /** Pastes a file whose reading ends only with `finish`. */
  const pasteSlow = async (state: string) => {
    mounted = mountPage(state)
    await expect.element(message()).toBeVisible()
    const read = Object.getOwnPropertyDescriptor(FileReader.prototype, 'readAsDataURL')
      ?.value as FileReader['readAsDataURL']
    vi.spyOn(FileReader.prototype, 'readAsDataURL').mockImplementation(function (this: FileReader, file) {
      finish = () => read.call(this, file)
    })
    paste(new File(['a,b\n'], 'table.csv', { type: 'text/csv' }))
    await expect.element(attached()).toHaveTextContent('Reading table.csv')
  }
  afterEach(() => vi.restoreAllMocks())

  it('is waited for by the first message, which makes its session', async () => {
    await pasteSlow('welcome-ready')
    await userEvent.fill(message(), 'Hello')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('Sent when its files are read')).toBeVisible()
    await expect.element(message()).toHaveValue('Hello')
    expect([...sent('session.create'), ...sent('turn.send')]).toEqual([])
    finish()
    await expect.poll(() => sent('turn.send')).toEqual([{ sessionId: 's9', text: 'Hello', attachments: [TABLE] }])
    await expect.element(message()).toHaveValue('')
    await expect.element(attached()).not.toBeInTheDocument()
  })

  it.each([
    ['Escape', () => userEvent.keyboard('{Escape}')],
    ['the button', () => userEvent.click(page.getByRole('button', { name: 'Do not send' }))],
  ])('is kept, and nothing is sent, where sending is called off with %s', async (_, callOff) => {
    await pasteSlow('conversation')
    await userEvent.fill(message(), 'Hello')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('button', { name: 'Do not send' })).toBeVisible()
    await callOff()
    await expect.element(page.getByRole('button', { name: 'Send', exact: true })).toBeVisible()
    finish()
    await expect.element(page.getByRole('button', { name: 'Remove table.csv' })).toBeVisible()
    await expect.element(attached()).not.toHaveTextContent('Reading')
    await expect.element(message()).toHaveValue('Hello')
    expect([...sent('turn.send'), ...sent('turn.stop')]).toEqual([])
  })

  it('is left out where it is taken back, and the message goes without it', async () => {
    await pasteSlow('conversation')
    await userEvent.fill(message(), 'Hello')
    await userEvent.keyboard('{Enter}')
    await userEvent.click(page.getByRole('button', { name: 'Remove table.csv' }))
    await expect.poll(() => sent('turn.send')).toEqual([{ sessionId: 's1', text: 'Hello', attachments: [] }])
    await expect.element(attached()).not.toBeInTheDocument()
    expect(mounted.store.getState().notices).toEqual([])
  })
})

describe('@ in the message', () => {
  const files = () => page.getByRole('listbox', { name: 'Files to mention' })
  const mountFiles = async (omitted = 0) => {
    mounted = mountPage('conversation')
    mounted.runtime.handlers['workspace.list'] = ({ path }) => ({
      entries:
        path === '/workspace'
          ? [
              { path: '/workspace/README.md', kind: 'file', size: 1, modifiedAt: 0 },
              { path: '/workspace/src', kind: 'directory', size: 0, modifiedAt: 0 },
            ]
          : [
              { path: `${path}/app.ts`, kind: 'file', size: 1, modifiedAt: 0 },
              { path: `${path}/tide table.ts`, kind: 'file', size: 1, modifiedAt: 0 },
            ],
      omitted: path === '/workspace' ? omitted : 0,
    })
    await userEvent.click(message())
  }

  it('says that there are more files than it looks through, also where it finds none, and nothing where it does', async () => {
    const note = () => page.getByText('There are more files than are looked through here.')
    await mountFiles(1_500)
    await userEvent.keyboard('See @')
    await expect.element(files()).toHaveTextContent('README.md')
    await expect.element(note()).toBeVisible()
    await userEvent.keyboard('nothing-of-this-name')
    await expect.element(files()).not.toBeInTheDocument()
    await expect.element(note()).toBeVisible()
    mounted.stop()
    await mountFiles()
    await userEvent.keyboard('See @')
    await expect.element(files()).toHaveTextContent('app.ts')
    await expect.element(note()).not.toBeInTheDocument()
  })

  it('suggests files, and puts the chosen path in at the caret by keys alone', async () => {
    await mountFiles()
    await userEvent.keyboard('See @')
    await expect.element(files()).toHaveTextContent('README.mdapp.tssrctide table.tssrc')
    await userEvent.keyboard('sr')
    await expect.element(files()).not.toHaveTextContent('README.md')
    const option = () => document.getElementById(message().element().getAttribute('aria-activedescendant') ?? '')
    await expect.poll(() => option()?.textContent).toBe('app.tssrc')
    await userEvent.keyboard('{ArrowDown}')
    await expect.poll(() => option()?.textContent).toBe('tide table.tssrc')
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expect.element(message()).toHaveValue('See src/app.ts ')
    await expect.element(files()).not.toBeInTheDocument()
    await userEvent.keyboard('first')
    await expect.element(message()).toHaveValue('See src/app.ts first')
    expect(sent('turn.send')).toEqual([])
  })

  it('takes a click without losing the place, and leaves the keys alone once Escape closed it', async () => {
    await mountFiles()
    await userEvent.keyboard('@tide')
    await userEvent.click(page.getByRole('option', { name: 'tide table.ts' }))
    await expect.element(message()).toHaveValue('`src/tide table.ts` ')
    expect(document.activeElement).toBe(message().element())
    await userEvent.keyboard('@app')
    await expect.element(files()).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(files()).not.toBeInTheDocument()
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => sent('turn.send')).toHaveLength(1)
    expect(sent('turn.stop')).toEqual([])
  })
})
