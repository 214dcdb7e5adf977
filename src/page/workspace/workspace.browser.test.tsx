import '../kit/tokens.css'
import '../kit/base.css'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { WORKSPACE_FILE_MAX_BYTES } from '#contracts/limits.ts'
import { NO_USAGE } from '#contracts/models.ts'
import type { Session } from '#contracts/sessions.ts'
import type { FileDiff } from '#contracts/views.ts'
import { expectAccessible, OF_WHOLE_PAGES } from '#e2e/doubles/expect-accessible.ts'
import { WorkspaceClient } from '#e2e/doubles/workspace-client.ts'
import { RuntimeProvider, type Dispatch } from '../runtime.ts'
import { createPageStore, StoreProvider } from '../store.ts'
import { uploadFiles } from './transfer-files.ts'
import { Workspace } from './workspace.tsx'

// The editor is fetched on first use; a cold machine takes its time.
const patient = { timeout: 20_000 }
vi.setConfig({ testTimeout: 40_000 })

const SESSION: Session = {
  id: 's',
  title: 'Test',
  createdAt: 0,
  updatedAt: 0,
  mode: 'ask',
  model: null,
  workspaceId: 'w',
  demoId: null,
  todos: [],
  allowances: [],
  usage: NO_USAGE,
  contextTokens: null,
  turn: { status: 'idle', turnId: null, startedAt: null },
  queue: [],
  nextSeq: 0,
}

let root: Root | null = null
let place: HTMLElement | null = null
let forget = (): void => {}
afterEach(() => {
  // Unsaved edits would have the browser ask before the next file of tests.
  forget()
  root?.unmount()
  place?.remove()
})

function show(files: Record<string, string>, width = 900) {
  const client = new WorkspaceClient(files)
  const store = createPageStore()
  store.apply([{ type: 'session', session: SESSION }])
  client.onChanges((changes) => store.apply([{ type: 'workspace', workspaceId: 'w', changes }]))
  forget = () => store.apply([{ type: 'session-deleted', sessionId: 's' }])
  place = document.createElement('div')
  place.style.cssText = `width: ${width}px; height: 600px`
  document.body.append(place)
  root = createRoot(place)
  root.render(
    <StoreProvider value={store}>
      <RuntimeProvider value={client}>
        <Workspace sessionId="s" />
      </RuntimeProvider>
    </StoreProvider>,
  )
  return { client, store }
}
const row = (name: string) => page.getByRole('treeitem', { name, exact: true })
const focused = () => document.activeElement?.getAttribute('aria-label')
const editor = () => page.getByRole('textbox', { name: /^Text of / })
/** What the editor shows, line by line. */
const edited = () => [...document.querySelectorAll('.cm-line')].map((line) => line.textContent)

test('the tree is worked by the keyboard alone', async () => {
  show({ 'src/app.ts': 'let a = 1\n', 'src/body.ts': '', 'notes.md': '', 'zebra.md': '' })
  await expect.element(row('src')).toBeVisible()
  row('src').element().focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(row('app.ts')).toBeVisible()
  await userEvent.keyboard('{ArrowDown}')
  expect(focused()).toBe('app.ts')
  await userEvent.keyboard('{End}')
  expect(focused()).toBe('zebra.md')
  await userEvent.keyboard('b')
  expect(focused()).toBe('body.ts')
  await userEvent.keyboard('{ArrowLeft}')
  expect(focused()).toBe('src')
  await userEvent.keyboard('{ArrowLeft}')
  expect(row('src').element().getAttribute('aria-expanded')).toBe('false')
  await userEvent.keyboard('{End}{ArrowUp}{Enter}')
  expect(row('notes.md').element().getAttribute('aria-selected')).toBe('true')
  expect(document.querySelectorAll('[role=treeitem][tabindex="0"]')).toHaveLength(1)
})

test('a name that turns its letters round is shown as it is', async () => {
  show({ 'photo\u202Egnp.sh': '' })
  await expect.element(row('photo⟨U+202E⟩gnp.sh')).toBeVisible()
  expect(row('photo⟨U+202E⟩gnp.sh').element().textContent).toBe('photo⟨U+202E⟩gnp.sh')
})

test('an edit is saved with Ctrl-S, and line ends stay as they were', async () => {
  const { client } = show({ 'a.txt': 'one\r\ntwo\r\n' })
  await row('a.txt').click()
  await expect.element(editor(), patient).toBeVisible()
  await editor().click()
  await userEvent.keyboard('{Control>}{Home}{/Control}zero{Enter}')
  await expect.element(page.getByText('Unsaved')).toBeVisible()
  await expect.element(row('a.txt, unsaved edits')).toBeVisible()
  await userEvent.keyboard('{Control>}s{/Control}')
  await expect.poll(() => client.text('/workspace/a.txt')).toBe('zero\r\none\r\ntwo\r\n')
  await expect.element(page.getByText('Unsaved')).not.toBeInTheDocument()
})

test('a file that the agent changes is shown anew, without losing what the person typed', async () => {
  const { client } = show({ 'a.txt': 'one\n' })
  await row('a.txt').click()
  await expect.element(editor(), patient).toBeVisible()
  client.put('a.txt', 'two\n')
  await expect.poll(edited).toEqual(['two', ''])
  await editor().click()
  await userEvent.keyboard('{Control>}{Home}{/Control}mine ')
  client.put('a.txt', 'three\n')
  await expect.element(page.getByText('The agent changed this file. Your edits are not saved yet.')).toBeVisible()
  expect(edited()).toEqual(['mine two', ''])
  await userEvent.keyboard('{Control>}s{/Control}')
  await expect.element(page.getByText(/^This file changed since you opened it/)).toBeVisible()
  expect(client.text('/workspace/a.txt')).toBe('three\n')
  await page.getByRole('button', { name: 'Keep mine and overwrite' }).click()
  await expect.poll(() => client.text('/workspace/a.txt')).toBe('mine two\n')
  await expect.element(page.getByRole('button', { name: 'Keep mine and overwrite' })).not.toBeInTheDocument()
})

test('taking the new version lets the edits go', async () => {
  const { client } = show({ 'a.txt': 'one\n' })
  await row('a.txt').click()
  await expect.element(editor(), patient).toBeVisible()
  await editor().click()
  await userEvent.keyboard('mine')
  client.put('a.txt', 'theirs\n')
  await page.getByRole('button', { name: 'Load the new version' }).click()
  await expect.poll(edited).toEqual(['theirs', ''])
  await expect.element(page.getByText('Unsaved')).not.toBeInTheDocument()
})

test('unsaved edits survive looking at another file', async () => {
  show({ 'a.txt': 'one\n', 'b.txt': 'other\n' })
  await row('a.txt').click()
  await expect.element(editor(), patient).toBeVisible()
  await editor().click()
  await userEvent.keyboard('mine ')
  await row('b.txt').click()
  await expect.poll(edited).toEqual(['other', ''])
  await row('a.txt, unsaved edits').click()
  await expect.poll(() => edited().join('\n')).toContain('mine')
})

test('deleting asks first', async () => {
  const { client } = show({ 'a.txt': 'one\n', 'b.txt': '' })
  await row('a.txt').click()
  row('a.txt').element().focus()
  await userEvent.keyboard('{Delete}')
  await page.getByRole('alertdialog', { name: 'Delete a.txt?' }).getByRole('button', { name: 'Cancel' }).click()
  expect(client.text('/workspace/a.txt')).toBe('one\n')
  row('a.txt').element().focus()
  await userEvent.keyboard('{Delete}')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => client.text('/workspace/a.txt')).toBe(null)
  await expect.element(row('a.txt')).not.toBeInTheDocument()
})

test('entries that are not listed are counted in a row that opens and deletes nothing', async () => {
  const files = Object.fromEntries(Array.from({ length: 1_502 }, (_, at) => [`${at}.txt`, '']))
  const { client } = show(files)
  client.listMax = 2
  const rest = row('1,500 more entries not shown')
  await expect.element(row('0.txt')).toBeVisible()
  row('0.txt').element().focus()
  await userEvent.keyboard('{End}')
  expect(focused()).toBe('1,500 more entries not shown')
  const before = client.calls.length
  await userEvent.keyboard('{Enter}{Delete}')
  await rest.click()
  await rest.click({ button: 'right' })
  const menu = page.getByRole('menu')
  await expect.element(menu).toBeVisible()
  expect(
    menu
      .getByRole('menuitem')
      .elements()
      .map((item) => item.textContent),
  ).toEqual(['Upload files here'])
  expect(client.calls.length).toBe(before)
  expect(page.getByRole('alertdialog').query()).toBeNull()
})

test('a narrow pane shows tree and file as two steps', async () => {
  show({ 'a.txt': 'one\n' }, 390)
  await row('a.txt').click()
  await expect.element(page.getByRole('tree', { name: 'Files' })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Back to files' }).click()
  await expect.element(row('a.txt')).toBeVisible()
  await expect.poll(focused).toBe('a.txt')
})

test('the last turn’s changes are listed with their lines, and read again when a turn ends', async () => {
  const { client, store } = show({ 'a.txt': 'one\n' })
  await page.getByRole('tab', { name: /^Changes/ }).click()
  await expect.element(page.getByText(/^No changes in the last turn/)).toBeVisible()
  const turn = (status: 'running' | 'idle') => ({ status, turnId: 't1', startedAt: null })
  store.apply([{ type: 'session', session: { ...SESSION, turn: turn('running') } }])
  client.put('b.txt', 'new\n')
  await expect.element(page.getByText(/1 file changed so far/)).toBeVisible()
  client.diff = {
    sessionId: 's',
    turnId: 't1',
    at: 0,
    files: [
      {
        path: '/workspace/b.txt',
        change: 'created',
        binary: false,
        added: 1,
        removed: 0,
        lines: [{ kind: 'add', before: null, after: 1, text: 'new' }],
        omittedLines: 0,
      },
    ],
  }
  store.apply([{ type: 'session', session: { ...SESSION, turn: turn('idle') } }])
  await expect.element(page.getByRole('table', { name: 'Changes of /workspace/b.txt' })).toBeVisible()
  await page.getByRole('button', { name: 'Open b.txt' }).click()
  expect(row('b.txt, changed in this turn').element().getAttribute('aria-selected')).toBe('true')
})

test('a turn that changed more files than are listed counts them all, and what was seen to change stays marked', async () => {
  const { client, store } = show({ 'a.txt': 'one\n' })
  await expect.element(row('a.txt')).toBeVisible()
  const turn = (status: 'running' | 'idle') => ({ status, turnId: 't1', startedAt: null })
  store.apply([{ type: 'session', session: { ...SESSION, turn: turn('running') } }])
  for (const name of ['b.txt', 'gone.txt', 'z.txt']) client.put(name, 'new\n')
  await expect.element(row('z.txt, changed in this turn')).toBeVisible()
  const file: Omit<FileDiff, 'path' | 'change'> = { binary: false, added: 1, removed: 0, lines: [], omittedLines: 0 }
  client.diff = {
    sessionId: 's',
    turnId: 't1',
    at: 0,
    files: [
      { ...file, path: '/workspace/b.txt', change: 'created' },
      { ...file, path: '/workspace/gone.txt', change: 'unchanged' },
    ],
    omitted: 1_200,
  }
  store.apply([{ type: 'session', session: { ...SESSION, turn: turn('idle') } }])
  await expect.element(page.getByRole('tab', { name: 'Changes 1,201' })).toBeVisible()
  const names = page.getByRole('treeitem').elements()
  expect(names.map((each) => each.getAttribute('title'))).toEqual([
    'a.txt',
    'b.txt, changed in this turn',
    'gone.txt',
    'z.txt, changed in this turn',
  ])
})

/** Hands files to the pane's upload field, as the file chooser would. */
function choose(files: Record<string, string>): void {
  const input = place?.querySelector<HTMLInputElement>('input[type="file"]')
  if (!input) throw new Error('There is no field to upload with.')
  const carrier = new DataTransfer()
  for (const [name, text] of Object.entries(files)) carrier.items.add(new File([text], name))
  input.files = carrier.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}
const question = (name: string) => page.getByRole('alertdialog', { name: `Replace ${name}?` })
const uploads = (client: WorkspaceClient) => client.calls.filter(({ name }) => name === 'workspace.upload').length

test('an upload whose name is taken asks first: left out by Escape, replaced, or kept beside the other', async () => {
  const { client } = show({ 'a.txt': 'mine' })
  await expect.element(row('a.txt')).toBeVisible()
  for (const [leave, after] of [
    [() => userEvent.keyboard('{Escape}'), 'mine'],
    [() => page.getByRole('button', { name: 'Leave out' }).click(), 'mine'],
    [() => page.getByRole('button', { name: 'Replace' }).click(), 'theirs'],
    [() => page.getByRole('button', { name: 'Keep both' }).click(), 'theirs'],
  ] as const) {
    choose({ 'a.txt': 'theirs' })
    await expect.element(question('a.txt')).toBeVisible()
    expect(document.activeElement?.textContent).toBe('Leave out')
    await leave()
    await expect.element(question('a.txt')).not.toBeInTheDocument()
    await expect.poll(() => client.text('/workspace/a.txt')).toBe(after)
  }
  await expect.element(row('a-2.txt')).toBeVisible()
  expect(client.text('/workspace/a-2.txt')).toBe('theirs')
})

test('one answer can serve every further file, and files whose names are free are asked about never', async () => {
  const { client } = show({ 'a.txt': '1', 'b.txt': '2', 'c.txt': '3' })
  await expect.element(row('a.txt')).toBeVisible()
  choose({ 'a.txt': 'x', 'new.txt': 'x', 'b.txt': 'x', 'c.txt': 'x' })
  await page.getByRole('checkbox', { name: 'Do the same for the next 3 files' }).click()
  await expectAccessible(document.body, OF_WHOLE_PAGES)
  await page.getByRole('button', { name: 'Replace' }).click()
  await expect.poll(() => uploads(client)).toBe(7)
  expect(['a', 'b', 'c', 'new'].map((name) => client.text(`/workspace/${name}.txt`))).toEqual(['x', 'x', 'x', 'x'])
})

test('two uploads at once ask one question after the other', async () => {
  const { client } = show({ 'a.txt': '1', 'b.txt': '2' })
  await expect.element(row('a.txt')).toBeVisible()
  choose({ 'a.txt': 'x' })
  choose({ 'b.txt': 'x' })
  await expect.element(question('a.txt')).toBeVisible()
  await page.getByRole('button', { name: 'Replace' }).click()
  await expect.element(question('b.txt')).toBeVisible()
  await page.getByRole('button', { name: 'Replace' }).click()
  await expect.poll(() => [client.text('/workspace/a.txt'), client.text('/workspace/b.txt')]).toEqual(['x', 'x'])
})

test('uploads go where the pane says: into the folder that was opened last, else into the workspace itself', async () => {
  const { client } = show({ 'src/app.ts': '', 'src/deep/x.ts': '', 'notes.md': '' })
  await expect.element(row('src')).toBeVisible()
  const says = (folder: string) => {
    const said = folder === 'the workspace' ? '/workspace' : `Uploads go to ${folder}`
    return expect.element(page.getByText(said, { exact: true })).toBeVisible()
  }
  const upload = async (name: string, folder: string) => {
    await says(folder)
    // The file chooser itself is the browser's.
    place?.querySelector('input')?.addEventListener('click', (event) => event.preventDefault(), { once: true })
    await page.getByRole('button', { name: `Upload files into ${folder}`, exact: true }).click()
    choose({ [name]: folder })
  }
  // Passing through the tree chooses nothing.
  row('src').element().focus()
  await upload('1.txt', 'the workspace')
  await expect.poll(() => client.text('/workspace/1.txt')).toBe('the workspace')

  await row('src').click()
  await row('deep').click()
  await upload('2.txt', 'src/deep')
  await expect.poll(() => client.text('/workspace/src/deep/2.txt')).toBe('src/deep')
  await page.getByRole('button', { name: 'Upload into the workspace itself instead' }).click()
  await upload('3.txt', 'the workspace')
  await expect.poll(() => client.text('/workspace/3.txt')).toBe('the workspace')

  await row('deep').click()
  await says('src/deep')
  await row('src').click()
  await says('src')
  await row('notes.md').click()
  await upload('4.txt', 'the workspace')
  await expect.poll(() => client.text('/workspace/4.txt')).toBe('the workspace')
})

test('a file that is larger than the workspace takes is not even read', async () => {
  const { client } = show({ 'a.txt': '1' })
  await expect.element(row('a.txt')).toBeVisible()
  const tell: string[] = []
  let read = false
  const large = new Proxy(new File(['x'], 'large.bin'), {
    get: (target, name) => {
      if (name === 'size') return WORKSPACE_FILE_MAX_BYTES + 1
      if (name === 'name') return 'large.bin'
      read = true
      return Reflect.get(target, name)
    },
  })
  const dispatch: Dispatch = async (name, input) => {
    const result = await client.call(name, input)
    return result.ok ? result.value : null
  }
  const target = { sessionId: 's', directory: '/workspace' }
  await uploadFiles(
    [large],
    target,
    dispatch,
    (_, text) => tell.push(text),
    async () => ({ act: 'replace', all: true }),
  )
  expect({ read, tell, uploads: uploads(client) }).toEqual({
    read: false,
    tell: ['large.bin is larger than 50 MB and was left out.'],
    uploads: 0,
  })
})

test('axe finds nothing in tree, editor and changes', async () => {
  const { store } = show({ 'src/a.ts': 'let a = 1\n', 'b.txt': '' })
  await expect.element(row('src')).toBeVisible()
  store.showFile('s', 'src/a.ts', 1)
  await expect.element(editor(), patient).toBeVisible()
  await expectAccessible(place ?? document.body, OF_WHOLE_PAGES)
})
