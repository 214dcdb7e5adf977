import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { CALLS, ROWS } from '#e2e/doubles/inspection-samples.ts'
import { type MountedPage, mountPage } from '#e2e/doubles/mount-page.ts'

let mounted: MountedPage
afterEach(() => mounted.stop())

const heights = () => {
  const { scrollHeight } = document.documentElement
  return [scrollHeight, document.body.scrollHeight]
}

it.each(['conversation', 'details', 'approvals', 'running'])('the page is as high as its window: %s', async (name) => {
  await page.viewport(1440, 400)
  mounted = mountPage(name)
  await expect.element(page.getByRole('textbox', { name: 'Message', exact: true })).toBeVisible()
  await expect.poll(heights).toEqual([400, 400])
})

it.each([
  ['many calls are', null],
  ['one call is', 'c-ok'],
] as const)('the page is as high as its window where %s inspected', async (_, callId) => {
  await page.viewport(1440, 400)
  mounted = mountPage('conversation')
  const calls = new Map(CALLS)
  const many = Array.from({ length: 20 }, (__, at) =>
    ROWS.map((row) => ({ ...row, callId: `${row.callId}-${at}` })),
  ).flat()
  Object.assign(mounted.runtime.handlers, {
    'inspect.calls': () => ({ rows: many, beforeSeq: null, tools: [] }),
    'inspect.call': () => calls.get('c-ok'),
  })
  await expect.element(page.getByRole('log')).toBeVisible()
  mounted.store.setState({ inspecting: { sessionId: 's1', subject: { kind: 'call', callId }, at: 1 } })
  const shown =
    callId === null
      ? page.getByRole('list', { name: 'Calls of this session' })
      : page.getByRole('heading', { name: 'Write src/tides.ts', level: 2 })
  await expect.element(shown).toBeVisible()
  expect(heights()).toEqual([400, 400])
})
