import '../kit/tokens.css'
import '../kit/base.css'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { NO_USAGE } from '#contracts/models.ts'
import type { Session } from '#contracts/sessions.ts'
import { WorkspaceClient } from '#e2e/doubles/workspace-client.ts'
import { RuntimeProvider } from '../runtime.ts'
import { createPageStore, StoreProvider } from '../store.ts'
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
  const made = createRoot(place)
  root = made
  /** Shows the workspace, or something else in its place. */
  const turnTo = (shown: boolean) =>
    made.render(
      <StoreProvider value={store}>
        <RuntimeProvider value={client}>
          <button type="button" onClick={() => store.showFile('s', 'a.txt', 3)}>
            a.txt:3
          </button>
          {shown && <Workspace sessionId="s" />}
        </RuntimeProvider>
      </StoreProvider>,
    )
  turnTo(true)
  return { client, store, turnTo }
}
const row = (name: string) => page.getByRole('treeitem', { name, exact: true })
const editor = () => page.getByRole('textbox', { name: /^Text of / })
/** What the editor shows, line by line. */
const edited = () => [...document.querySelectorAll('.cm-line')].map((line) => line.textContent)

/** True where the browser would ask before the page is left. */
const asksToLeave = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('leaving the page is asked about while unsaved edits are held anywhere, also of a session that is not shown', async () => {
  const { store, turnTo } = show({ 'a.txt': 'one\n', 'b.txt': '' })
  await row('a.txt').click()
  await expect.element(editor(), patient).toBeVisible()
  expect(asksToLeave()).toBe(false)
  await editor().click()
  await userEvent.keyboard('mine')
  expect(asksToLeave()).toBe(true)
  await row('b.txt').click()
  turnTo(false)
  await expect.element(page.getByRole('tree')).not.toBeInTheDocument()
  expect(asksToLeave()).toBe(true)
  turnTo(true)
  await row('a.txt, unsaved edits').click()
  await expect.element(editor(), patient).toBeVisible()
  await editor().click()
  await userEvent.keyboard('{Control>}s{/Control}')
  await expect.element(page.getByText('Unsaved')).not.toBeInTheDocument()
  expect(asksToLeave()).toBe(false)
  await userEvent.keyboard('more')
  expect(asksToLeave()).toBe(true)
  store.apply([{ type: 'session-deleted', sessionId: 's' }])
  expect(asksToLeave()).toBe(false)
})

test('closing a file with unsaved edits asks: nothing is lost by Cancel, and the edits are saved or given up', async () => {
  const { client } = show({ 'a.txt': 'one\n' })
  const close = () => page.getByRole('button', { name: 'Close' }).click()
  const asked = page.getByRole('alertdialog', { name: 'Close a.txt with unsaved edits?' })
  const answer = (name: string) => asked.getByRole('button', { name }).click()
  const edit = async () => {
    await row('a.txt').click()
    await expect.element(editor(), patient).toBeVisible()
    await editor().click()
    await userEvent.keyboard('{Control>}{Home}{/Control}mine ')
    await close()
    await expect.element(asked).toBeVisible()
    expect(document.activeElement?.textContent).toBe('Cancel')
  }
  await edit()
  await answer('Cancel')
  expect(edited()).toEqual(['mine one', ''])
  await close()
  await answer('Save')
  await expect.element(editor()).not.toBeInTheDocument()
  expect(client.text('/workspace/a.txt')).toBe('mine one\n')
  await edit()
  await answer('Discard')
  await expect.element(editor()).not.toBeInTheDocument()
  expect(client.text('/workspace/a.txt')).toBe('mine one\n')
  // Without edits there is nothing to ask.
  await row('a.txt').click()
  await expect.poll(edited).toEqual(['mine one', ''])
  await close()
  await expect.element(editor()).not.toBeInTheDocument()
})

test('a file that cannot be saved when it is closed stays open, with its edits', async () => {
  const { client } = show({ 'a.txt': 'one\n' })
  await row('a.txt').click()
  await expect.element(editor(), patient).toBeVisible()
  await editor().click()
  await userEvent.keyboard('{Control>}{Home}{/Control}mine ')
  client.put('a.txt', 'theirs\n')
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText(/^This file changed since you opened it/)).toBeVisible()
  expect(edited()).toEqual(['mine one', ''])
})

test('the editor has the focus when a line is asked for, and not whenever the workspace is shown again', async () => {
  const { turnTo } = show({ 'a.txt': 'one\ntwo\nthree\n' })
  const asks = page.getByRole('button', { name: 'a.txt:3' })
  const inEditor = () => document.activeElement?.closest('.cm-editor') != null
  await row('a.txt').click()
  await expect.element(editor(), patient).toBeVisible()
  await asks.click()
  await expect.poll(inEditor).toBe(true)
  expect(document.querySelector('.cm-activeLine')?.textContent).toBe('three')
  turnTo(false)
  await expect.element(editor()).not.toBeInTheDocument()
  turnTo(true)
  await expect.element(editor(), patient).toBeVisible()
  expect(inEditor()).toBe(false)
  await asks.click()
  await expect.poll(inEditor).toBe(true)
})
