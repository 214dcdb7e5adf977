import '../kit/tokens.css'
import '../kit/base.css'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { CommandName } from '#contracts/commands.ts'
import type { InspectedCall } from '#contracts/inspection.ts'
import { expectAccessible } from '#e2e/doubles/expect-accessible.ts'
import { FakeRuntime, type Handlers } from '#e2e/doubles/fake-runtime.ts'
import { CALLS, decision, LONG, ROWS, RUN, slice, TOOL_ROWS, toolOf } from '#e2e/doubles/inspection-samples.ts'
import { call, session } from '#e2e/doubles/page-records.ts'
import type { InspectSubject } from '../page-state.ts'
import { RuntimeProvider } from '../runtime.ts'
import { createPageStore, StoreProvider } from '../store.ts'
import { Inspector } from './inspector.tsx'

let root: Root | null = null
let place: HTMLElement | null = null
afterEach(() => {
  root?.unmount()
  place?.remove()
})

const calls = new Map(CALLS)
const answers: Handlers = {
  'inspect.calls': ({ filter }) => ({
    rows: ROWS.filter((row) => row.words.toLowerCase().includes(filter.text.toLowerCase())),
    beforeSeq: null,
    tools: ['execute', 'read_file', 'write_file'],
  }),
  'inspect.call': ({ callId }) =>
    calls.get(callId) ?? {
      stage: 'command',
      kind: 'not-found',
      message: 'There is no record of this call.',
      retryable: false,
    },
  'inspect.slice': ({ from }) => slice(LONG, from, 20_000),
  'inspect.dryRun': () => ({
    kind: 'decided',
    decision: decision('run', 'mode', 'It changes files in the workspace; edit mode lets that run.'),
    mode: 'edit',
    changed: '',
  }),
  'inspect.tools': () => ({ tools: [...TOOL_ROWS] }),
  'inspect.tool': ({ tool }) => {
    const row = TOOL_ROWS.find(({ name }) => name === tool)
    if (row === undefined) throw new Error(tool)
    return toolOf(row)
  },
  'inspect.run': () => RUN,
}

/** A runtime that also keeps the signal of each command. */
class Watched extends FakeRuntime {
  readonly signals: { name: CommandName; signal: AbortSignal | undefined }[] = []
  override call: FakeRuntime['call'] = (name, input, ...more: unknown[]) => {
    this.signals.push({ name, signal: more[0] as AbortSignal | undefined })
    return FakeRuntime.prototype.call.call(this, name, input) as ReturnType<FakeRuntime['call']> as never
  }
}

function show(subject: InspectSubject = { kind: 'call', callId: null }, handlers = answers) {
  document.documentElement.dataset['theme'] = 'light'
  document.documentElement.lang = 'en'
  const runtime = new Watched(handlers)
  const store = createPageStore()
  store.apply([{ type: 'session', session: session('s') }])
  store.setState({ inspecting: { sessionId: 's', subject, at: 1 } })
  place = document.createElement('main')
  place.style.cssText = `inline-size: 560px; block-size: 700px; background: var(--paper); color: var(--ink)`
  document.body.append(place)
  root = createRoot(place)
  root.render(
    <StoreProvider value={store}>
      <RuntimeProvider value={runtime}>
        <Inspector sessionId="s" />
      </RuntimeProvider>
    </StoreProvider>,
  )
  return { runtime, store }
}
const heading = (name: string) => page.getByRole('heading', { name, level: 2 })
const section = (name: string) => page.getByRole('region', { name, exact: true })
const line = (words: string) => page.getByRole('button', { name: words })
const focused = () => document.activeElement?.textContent
const rungs = () =>
  [...document.querySelectorAll('ol[aria-label="Rungs, in order"]')].map((ladder) =>
    [...ladder.querySelectorAll('li')].map((rung) => [...rung.children].map((each) => each.textContent)),
  )

test('the list is worked by the keyboard alone: arrows, Enter, and Escape back to the line', async () => {
  show()
  await expect.element(line('Done: Write src/tides.ts')).toBeVisible()
  line('Done: Write src/tides.ts').element().focus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
  expect(focused()).toMatch(/^Waits for you: Write src\/wait.ts/)
  await userEvent.keyboard('{Enter}')
  await expect.element(heading('Write src/wait.ts')).toHaveFocus()
  expect(document.querySelector('ul[aria-label="Calls of this session"]')?.checkVisibility()).toBe(false)
  await userEvent.keyboard('{Escape}')
  await expect.element(line('Waits for you: Write src/wait.ts')).toHaveFocus()
  await userEvent.keyboard('{End}')
  expect(focused()).toMatch(/Read package.json/)
  await userEvent.keyboard('{Home}')
  expect(focused()).toMatch(/Write src\/tides.ts/)
})

test('a call that the person allowed shows its rungs, the answer, its spans and its projections', async () => {
  show({ kind: 'call', callId: 'c-ok' })
  await expect.element(heading('Write src/tides.ts')).toBeVisible()
  expect(rungs()).toEqual([
    [
      ['Mode', 'asks you'],
      ['You', 'let it run', 'settled it'],
    ],
  ])
  await page.getByRole('button', { name: 'Show 3 rungs that had nothing to say' }).click()
  expect(rungs()).toEqual([
    [
      ['Rules', 'no deny rules'],
      ['Fast path for local reads', 'not for this class'],
      ['Trust', 'the workspace is trusted'],
      ['Mode', 'asks you'],
      ['You', 'let it run', 'settled it'],
    ],
  ])
  await expect.element(section('Decision')).toHaveTextContent(/By you, at /)
  await expect.element(section('Time')).toHaveTextContent(/Waited for you6\.0 s/)
  await expect.element(section('Time')).toHaveTextContent(/Ran40 ms/)
  await expect.element(section('Result')).toHaveTextContent('44 B, about 12 tokens')
  await expect.element(section('Result')).toHaveTextContent('image/png, 13 B, binary: not shown')
  const names = [...document.querySelectorAll('h3')].map((each) => each.textContent)
  expect(names).toEqual(['Tool', 'Plan', 'Decision', 'Time', 'Result', 'Record'])
})

test('a long text is shown in parts, and the last part ends it', async () => {
  show({ kind: 'call', callId: 'c-ok' })
  const text = page.getByRole('region', { name: 'Model: what the model reads' })
  await expect.element(text).toBeVisible()
  expect(text.element().textContent?.length).toBe(2_000)
  const more = page.getByRole('button', { name: /^Show more/ })
  await more.click()
  await expect.element(more).not.toBeInTheDocument()
  expect(text.element().textContent).toBe(LONG)
})

test('what would be said now stands beside what was said then', async () => {
  const { runtime } = show({ kind: 'call', callId: 'c-blocked' })
  await expect.element(section('Decision')).toHaveTextContent('plan mode only reads')
  await page.getByRole('button', { name: 'What would the gate say now?' }).click()
  await expect.element(section('Decision')).toHaveTextContent('Different. Then: It is blocked. Now: It runs.')
  await expect.element(page.getByRole('heading', { name: 'Then' })).toBeVisible()
  expect(rungs().map((ladder) => ladder.at(-1))).toEqual([
    ['Mode', 'blocks it', 'settled it'],
    ['Mode', 'lets it run', 'settled it'],
  ])
  expect(runtime.calls.at(-1)).toEqual({ name: 'inspect.dryRun', input: { sessionId: 's', callId: 'c-blocked' } })
})

test('a call that waits says so, and is read anew as it goes on', async () => {
  const { store, runtime } = show({ kind: 'call', callId: 'c-asked' })
  await expect.element(page.getByText('Write src/wait.ts?')).toBeVisible()
  await expect.element(section('Decision')).toHaveTextContent(/Not yet\. It waits for you since /)
  await expect.element(section('Time')).toHaveTextContent(/Waits for you/)
  await expect.element(section('Result')).toHaveTextContent('It has not ended')
  const before = calls.get('c-asked')
  const ok = calls.get('c-ok')
  if (before === undefined || ok === undefined) throw new Error('no sample')
  const settled: InspectedCall = { ...ok, row: { ...before.row, state: 'settled', status: 'ok' } }
  calls.set('c-asked', settled)
  store.apply([{ type: 'call', call: call('s', 'c-asked', 'write_file', 'Write src/wait.ts') }])
  await expect.element(section('Decision')).toHaveTextContent(/By you, at /)
  await expect.element(heading('Write src/wait.ts')).toBeVisible()
  calls.set('c-asked', before)
  expect(runtime.calls.filter(({ name }) => name === 'inspect.call')).toHaveLength(2)
})

test('what could not be planned says the stage and what would be valid, and offers no dry run', async () => {
  show({ kind: 'call', callId: 'c-invalid' })
  const plan = section('Plan')
  await expect.element(plan).toHaveTextContent('Its arguments were not usable (parameters, missing-arguments)')
  await expect.element(plan).toHaveTextContent('Known arguments: path, content')
  await expect.element(section('Decision')).toHaveTextContent('It never reached the gate')
  await expect.element(page.getByRole('button', { name: 'What would the gate say now?' })).not.toBeInTheDocument()
})

test('a call that was cut shows what came of it', async () => {
  show({ kind: 'call', callId: 'c-cut' })
  await expect
    .element(page.getByRole('region', { name: 'Arguments as they came' }))
    .toHaveTextContent('{"path":"src/tides.ts","content":"export con')
  await expect.element(section('Plan')).toHaveTextContent('cut-arguments')
})

test('calls inside another lead down and up again', async () => {
  show({ kind: 'call', callId: 'c-inner-parent' })
  await section('Calls inside').getByRole('button').click()
  await expect.element(heading('Read package.json')).toBeVisible()
  await section('Record').getByRole('button', { name: 'c-inner-parent' }).click()
  await expect.element(heading('Run npm test')).toBeVisible()
})

test('the filter is sent as it stands, and a search without a match says so', async () => {
  const { runtime } = show()
  await page.getByRole('combobox', { name: 'How they ended' }).selectOptions('Failed or unknown')
  await page.getByRole('combobox', { name: 'Tool' }).selectOptions('execute')
  await page.getByRole('searchbox', { name: 'Search calls' }).fill('zzz')
  await expect.element(page.getByText('No call matches.', { exact: false })).toBeVisible()
  expect(runtime.calls.at(-1)?.input).toEqual({
    sessionId: 's',
    filter: { text: 'zzz', tool: 'execute', state: 'failed' },
    beforeSeq: null,
  })
})

test('tools are listed with their state in a word, and each says why', async () => {
  show({ kind: 'tool', tool: null })
  await expect.element(line('fetch_url')).toHaveTextContent('Unavailable')
  await page.getByRole('searchbox', { name: 'Search tools' }).fill('yours')
  await expect.element(line('fetch_url')).not.toBeInTheDocument()
  await line('clear_conversation').click()
  await expect.element(heading('clear_conversation')).toHaveFocus()
  await expect.element(page.getByText('Only what you type calls it; the model is never told of it.')).toBeVisible()
  await page.getByRole('button', { name: 'Show its calls' }).click()
  await expect.element(page.getByRole('combobox', { name: 'Tool' })).toHaveValue('clear_conversation')
})

test('the run shows what the model is told', async () => {
  show({ kind: 'run' })
  await expect.element(page.getByRole('region', { name: 'System prompt' })).toHaveTextContent('You are Sallyport')
  await expect.element(page.getByText('12,440 tokens, as the provider counted')).toBeVisible()
  await expect.element(page.getByText('and 2 more')).toBeVisible()
  await page.getByRole('button', { name: 'write_file' }).click()
  await expect.element(heading('write_file')).toBeVisible()
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByRole('button', { name: 'a page of example.com' }).click()
  await expect.element(heading('Write src/tides.ts')).toBeVisible()
})

test('a failure says what happened, and can be tried again', async () => {
  let tries = 0
  const failing: Handlers = {
    ...answers,
    'inspect.run': () => {
      tries += 1
      if (tries > 1) return RUN
      return { stage: 'command', kind: 'read-only', message: 'Another tab is writing this session.', retryable: false }
    },
  }
  show({ kind: 'run' }, failing)
  await expect.element(page.getByRole('alert')).toHaveTextContent('Another tab is writing this session.')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('What the next request tells the model.')).toBeVisible()
})

test('what nobody waits for any more is called off', async () => {
  const { runtime } = show({ kind: 'run' }, { ...answers, 'inspect.run': () => new Promise(() => {}) })
  await expect.element(page.getByRole('status')).toHaveTextContent('Reading')
  root?.unmount()
  root = null
  const asked = runtime.signals.filter(({ name }) => name === 'inspect.run')
  expect(asked.length).toBeGreaterThan(0)
  expect(asked.every(({ signal }) => signal?.aborted === true)).toBe(true)
})

const SUBJECTS: InspectSubject[] = [
  { kind: 'call', callId: null },
  ...['c-ok', 'c-blocked', 'c-denied', 'c-asked', 'c-invalid', 'c-cut', 'c-inner-parent'].map((callId) => ({
    kind: 'call' as const,
    callId,
  })),
  { kind: 'tool', tool: null },
  { kind: 'tool', tool: 'write_file' },
  { kind: 'run' },
]

test.each(SUBJECTS.map((subject) => ({ subject })))(
  'has no violation in either theme, and is nowhere wider than its pane: $subject',
  async ({ subject }) => {
    await page.viewport(1_100, 800)
    show(subject)
    const named = subject.kind === 'call' ? subject.callId : subject.kind === 'tool' ? subject.tool : ''
    const ready =
      named === null
        ? page.getByRole('searchbox')
        : subject.kind === 'run'
          ? page.getByText('In context')
          : page.getByRole('heading', { level: 2 })
    await expect.element(ready).toBeVisible()
    const main = place
    if (main === null) throw new Error('nothing is shown')
    for (const width of [320, 390, 560, 1_000]) {
      main.style.inlineSize = `${width}px`
      const scrolling = [main, ...main.querySelectorAll<HTMLElement>('*:not(pre)')].filter(
        (each) => each === main || ['auto', 'scroll'].includes(getComputedStyle(each).overflowX),
      )
      const wide = scrolling.filter((each) => each.scrollWidth > each.clientWidth)
      expect([width, ...wide.map((each) => each.className)]).toEqual([width])
    }
    for (const theme of ['light', 'dark']) {
      main.style.inlineSize = theme === 'light' ? '390px' : '1000px'
      document.documentElement.dataset['theme'] = theme
      // Colours on their way from one theme to the other belong to neither, and end at once.
      await expectAccessible(main, ['page-has-heading-one'])
    }
  },
)
