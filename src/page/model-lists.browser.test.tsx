import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { CommandOutput } from '#contracts/commands.ts'
import type { Failure } from '#contracts/failure.ts'
import type { ProviderConfig } from '#contracts/models.ts'
import { DEFAULT_SETTINGS } from '#contracts/settings.ts'
import { FakeRuntime } from '#e2e/doubles/fake-runtime.ts'
import { useModelLists } from './model-lists.ts'
import { RuntimeProvider } from './runtime.ts'
import { createPageStore, StoreProvider } from './store.ts'

const PROVIDER: ProviderConfig = {
  id: 'p',
  label: 'P',
  dialect: 'openai-compatible',
  baseUrl: 'http://127.0.0.1:9/v1',
  keyId: null,
  keyHint: '',
  addedAt: 0,
}
const model = (id: string) => ({
  id,
  label: id,
  contextTokens: null,
  maxOutputTokens: null,
  readsImages: null,
  price: null,
})
type Answer = CommandOutput<'provider.models'> | Failure

let root: Root | null = null
let place: HTMLElement | null = null
afterEach(() => {
  vi.restoreAllMocks()
  root?.unmount()
  place?.remove()
})

function List({ name }: { name: string }) {
  const { lists, read } = useModelLists()
  const list = lists.get('p')
  const said =
    list === undefined ? 'none' : list.state === 'reading' ? 'reading' : list.models.map(({ id }) => id).join()
  return (
    <p>
      {name}: {said} <button onClick={read}>{name}</button>
    </p>
  )
}

/** Shows a list for each of `names`, from a provider whose answers are given later. */
function show() {
  const answers: ((answer: Answer) => void)[] = []
  const runtime = new FakeRuntime({ 'provider.models': () => new Promise((resolve) => answers.push(resolve)) })
  const store = createPageStore()
  store.setState({ settings: { ...DEFAULT_SETTINGS, providers: [PROVIDER] } })
  const at = document.createElement('div')
  document.body.append(at)
  const made = createRoot(at)
  place = at
  root = made
  const put = (...names: string[]) =>
    made.render(
      <StoreProvider value={store}>
        <RuntimeProvider value={runtime}>
          {names.map((name) => (
            <List key={name} name={name} />
          ))}
        </RuntimeProvider>
      </StoreProvider>,
    )
  return { put, answers }
}
const press = (name: string) => page.getByRole('button', { name }).click()

it('a list that one part of the page asked for is there for every part, also where the first one has gone', async () => {
  const { put, answers } = show()
  put('one', 'two')
  await press('one')
  await expect.element(page.getByText('two: reading')).toBeVisible()
  await press('two')
  expect(answers).toHaveLength(1)
  put('two')
  await expect.element(page.getByText('one:')).not.toBeInTheDocument()
  answers[0]?.({ models: [model('a')] })
  await expect.element(page.getByText('two: a')).toBeVisible()
})

it('a list is read again when it is wanted later, shown as it was meanwhile and where that fails', async () => {
  const { put, answers } = show()
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
  put('one')
  await press('one')
  answers[0]?.({ models: [model('a')] })
  await expect.element(page.getByText('one: a')).toBeVisible()
  clock.mockReturnValue(59_000)
  await press('one')
  expect(answers).toHaveLength(1)
  clock.mockReturnValue(61_000)
  await press('one')
  expect(answers).toHaveLength(2)
  await expect.element(page.getByText('one: a')).toBeVisible()
  answers[1]?.({ stage: 'model', kind: 'network', message: 'No answer.', retryable: true })
  await expect.element(page.getByText('one: a')).toBeVisible()
  await press('one')
  await expect.poll(() => answers.length).toBe(3)
  answers[2]?.({ models: [model('a'), model('b')] })
  await expect.element(page.getByText('one: a,b')).toBeVisible()
})

it('a list that could not be read is asked for again the next time', async () => {
  const { put, answers } = show()
  put('one')
  await press('one')
  answers[0]?.({ stage: 'model', kind: 'network', message: 'No answer.', retryable: true })
  await expect.element(page.getByText('one: one', { exact: true })).toBeVisible()
  await press('one')
  await expect.element(page.getByText('one: reading')).toBeVisible()
  answers[1]?.({ models: [model('a')] })
  await expect.element(page.getByText('one: a')).toBeVisible()
})
