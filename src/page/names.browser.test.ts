import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { type MountedPage, mountPage } from '#e2e/doubles/mount-page.ts'
import { DIFF, agent, approval, call, session, user } from '#e2e/doubles/page-records.ts'
import { writeKept } from './kept.ts'

let mounted: MountedPage
beforeEach(() => page.viewport(1440, 900))
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  mounted.stop()
})

/** Puts `name` wherever something of a model or of a file is named, in the state that shows them all. */
async function nameAll(name: string) {
  mounted = mountPage('conversation')
  await expect.element(page.getByRole('log')).toBeVisible()
  writeKept('notify', true)
  const { runtime, store } = mounted
  const model = { providerId: 'anthropic', modelId: name }
  const file = { type: 'file' as const, name, path: `/workspace/${name}`, size: 1_200 }
  const parts = ['n1', 'n2', 'n3', 'n4'].map((callId) => ({ type: 'call' as const, callId }))
  const { settings } = store.getState()
  const [provider] = settings.providers
  if (provider === undefined) throw new Error('The state has no provider.')
  const entry = { path: `/workspace/${name}`, kind: 'file' as const, size: 3, modifiedAt: 0 }
  runtime.handlers['workspace.list'] = () => ({ entries: [entry], omitted: 0 })
  runtime.handlers['turn.diff'] = () => ({
    diff: { sessionId: 's1', turnId: 't1', at: 0, files: [{ ...DIFF, path: `/workspace/${name}` }] },
  })
  runtime.emit(
    {
      type: 'session',
      session: session('s1', {
        title: name,
        model,
        nextSeq: 9,
        todos: [{ id: '1', text: name, status: 'in_progress' }],
        queue: [
          { id: 'q1', text: '', attachments: [{ kind: 'file', name, base64: '' }] },
          { id: 'q2', text: name, attachments: [] },
        ],
      }),
    },
    { type: 'settings', settings: { ...settings, providers: [{ ...provider, label: name }], defaultModel: model } },
    {
      type: 'call',
      call: call('s1', 'n1', 'ls', name, {
        client: { kind: 'listing', summary: name, path: name, entries: [entry], omitted: 0 },
      }),
    },
    {
      type: 'call',
      call: call('s1', 'n2', 'grep', name, {
        client: { kind: 'matches', summary: name, matches: [{ path: name, line: 1, text: name }], omitted: 0 },
        rawArguments: JSON.stringify({ [name]: name }),
      }),
    },
    {
      type: 'call',
      call: call('s1', 'n3', name, name, {
        status: 'failed',
        failure: { stage: 'execution', kind: 'no-match', message: name, retryable: false },
      }),
    },
    {
      type: 'call',
      call: call('s1', 'n4', 'execute', name, {
        client: { kind: 'diff', summary: name, diff: { ...DIFF, path: name } },
      }),
    },
    { type: 'message', message: user('s1', 7, `Look at ${'it '.repeat(3)}`, [file]) },
    { type: 'message', message: agent('s1', 8, [...parts, { type: 'text', text: `It is \`${name}\`.` }]) },
    { type: 'workspace', workspaceId: 'ws-s1', changes: [{ path: `/workspace/${name}`, kind: 'created' }] },
    {
      type: 'notice',
      level: 'error',
      text: name,
      failure: { stage: 'storage', kind: 'internal', message: `${name} `, retryable: false },
    },
  )
  store.drafts.change('s1', { attachments: [{ kind: 'file', name, base64: '' }] })
  await expect.element(page.getByRole('log').getByText('Looked at 2 places')).toBeVisible()
  await page.getByText('Looked at 2 places').click()
  for (const line of mounted.root.querySelectorAll<HTMLElement>('[role=log] [aria-expanded=false]')) line.click()
  await page.getByRole('region', { name: 'Tasks' }).getByRole('button').click()
  runtime.emit({
    type: 'approval',
    approval: approval('s1', 'a9', {
      title: `Run ${name}?`,
      effect: { kind: 'command', command: name, cwd: `/workspace/${name}`, effects: [name] },
      reason: name,
      sessionScope: name,
    }),
  })
  await expect.element(page.getByRole('group', { name: 'Approval' })).toBeVisible()
}

/** Opens what opens over the page, one after the other, and lets `look` see each. */
async function lookEverywhere(look: (where: string) => void) {
  const { store } = mounted
  look('the page')
  // The notice lies above the tabs until it is dismissed.
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await page.getByRole('tab', { name: /^Changes/ }).click()
  await expect.element(page.getByRole('button', { name: /^Open .*/ }).first()).toBeVisible()
  look('the changes')
  store.setState({ dialog: 'palette' })
  await expect.element(page.getByRole('option').first()).toBeVisible()
  look('the palette')
  store.setState({ dialog: 'settings' })
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await expect.element(settings.getByRole('article')).toBeVisible()
  look('the settings')
  await settings.getByRole('button', { name: 'Edit', exact: true }).click()
  look('a provider')
  store.setState({ dialog: null })
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect.element(page.getByRole('dialog', { name: /^Delete/ })).toBeVisible()
  look('the question before deleting')
}

/** A fold of the page that reads from right to left, a joiner and a mark of no width. */
const HIDDEN = /[\u202A-\u202E\u2066-\u2069\u200B-\u200F\u2060\uFEFF]/
const SAID = ['aria-label', 'title', 'alt', 'data-tip', 'placeholder']

it('what turns letters round or has no width is written out wherever something is named', async () => {
  const shown: string[] = []
  vi.stubGlobal(
    'Notification',
    class extends EventTarget {
      static permission = 'granted'
      constructor(title: string, { body }: { body: string }) {
        super()
        shown.push(title, body)
      }
      close() {}
    },
  )
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  await nameAll('gpj\u202Eexe\u200B.sh')
  const hidden: string[] = []
  await lookEverywhere((where) => {
    for (const element of document.body.querySelectorAll('*')) {
      // What is typed is kept as it is: a field is not a name.
      if (element.matches('input, textarea, script, style')) continue
      const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)
      const said = [
        ...own.map((node) => node.textContent ?? ''),
        ...SAID.map((name) => element.getAttribute(name) ?? ''),
      ]
      if (said.some((text) => HIDDEN.test(text))) hidden.push(`${where}: ${element.outerHTML.slice(0, 120)}`)
    }
  })
  expect(hidden).toEqual([])
  expect(shown).toEqual(['The agent waits for you', 'Run gpj⟨U+202E⟩exe⟨U+200B⟩.sh?'])
  expect(document.title).toBe('● Waits for you · gpj⟨U+202E⟩exe⟨U+200B⟩.sh · Sallyport')
  expect(document.body.textContent).toContain('⟨U+202E⟩')
})

/** The ground of a line under the pointer reaches this far into the margin. */
const REACH_PX = 8

it.each([320, 390, 1024, 1440, 2560])(
  'a name of 300 characters widens and overflows nothing, at %i pixels',
  async (width) => {
    await page.viewport(width, 900)
    await nameAll('x'.repeat(300))
    if (width < 1_200) mounted.store.setState(({ panes }) => ({ panes: { ...panes, tab: 'chat' } }))
    const wide: string[] = []
    const look = (where: string) => {
      if (document.documentElement.scrollWidth > window.innerWidth) wide.push(`${where}: the page`)
      for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
        if (element.clientWidth === 0 || element.closest('.visually-hidden, svg, input, textarea') !== null) continue
        // What scrolls or ends in dots deals with its content; what is merely cut off does not.
        const { overflowX, textOverflow } = getComputedStyle(element)
        if (overflowX === 'auto' || overflowX === 'scroll' || textOverflow === 'ellipsis') continue
        if (element.scrollWidth > element.clientWidth + REACH_PX)
          wide.push(`${where}: ${element.scrollWidth} in ${element.clientWidth}: ${element.outerHTML.slice(0, 160)}`)
      }
    }
    if (width < 1_200) look('the page')
    else await lookEverywhere(look)
    expect(wide).toEqual([])
  },
)
