import { afterEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type MountedPage, mountPage } from '#e2e/doubles/mount-page.ts'
import { call } from '#e2e/doubles/page-records.ts'
import { inspect } from '../inspect-target.ts'

let mounted: MountedPage
afterEach(() => mounted.stop())

it('a command that ended with an error code is not said to be done', async () => {
  await page.viewport(1440, 900)
  mounted = mountPage('conversation')
  await expect.element(page.getByRole('log')).toBeVisible()
  const exited = call('s1', 'x1', 'execute', 'Ran npm test', {
    client: {
      kind: 'shell',
      summary: 'exit 1',
      command: 'npm test',
      output: '',
      omittedChars: 0,
      exitCode: 1,
      durationMs: 1,
      cwd: '/',
    },
  })
  const { callId, tool, words, source, state, plannedAt } = exited
  const row = {
    callId,
    parentId: null,
    tool,
    words,
    source,
    state,
    status: 'ok' as const,
    summary: '',
    exitCode: null,
    plannedAt,
    startedAt: null,
    settledAt: null,
  }
  mounted.runtime.handlers['inspect.calls'] = () => ({ rows: [row], beforeSeq: null, tools: [tool] })
  mounted.runtime.emit({ type: 'call', call: exited })
  inspect(mounted.store, 's1', { kind: 'call', callId: null })
  const list = page.getByRole('region', { name: 'Workspace' })
  await expect.element(list).toHaveTextContent(/Ended with exit 1: Ran npm test/)
})

it('each call of the list says in a few words what came of it, as its line in the conversation does', async () => {
  await page.viewport(1440, 900)
  mounted = mountPage('conversation')
  await expect.element(page.getByRole('log')).toBeVisible()
  // The calls of the conversation, as the inspector's list names them.
  const calls = ['c1', 'c4', 'c5', 'c6', 'c7'].flatMap((id) => mounted.store.transcript('s1').calls.get(id) ?? [])
  const rows = calls.map(({ callId, tool, words, source, state, status, client, plannedAt, startedAt, settledAt }) => ({
    callId,
    parentId: null,
    tool,
    words,
    source,
    state,
    status: status ?? null,
    summary: client?.summary ?? '',
    exitCode: client?.kind === 'shell' ? client.exitCode : null,
    plannedAt,
    startedAt: startedAt ?? null,
    settledAt: settledAt ?? null,
  }))
  mounted.runtime.handlers['inspect.calls'] = () => ({ rows, beforeSeq: null, tools: [] })
  inspect(mounted.store, 's1', { kind: 'call', callId: null })
  const list = page.getByRole('list', { name: 'Calls' })
  await expect.element(list).toBeVisible()
  const said = () => [...list.element().querySelectorAll('[class*=result]')].map(({ textContent }) => textContent)
  expect(said()).toEqual(['48 lines', '+4 −2', 'Failed', 'exit 0', 'Denied'])
  // A call that the conversation does not hold any more says the same.
  const older = rows.map((row) => ({ ...row, callId: `older ${row.callId}`, words: `Older: ${row.words}` }))
  const failing = { ...older[3], summary: 'exit 1', exitCode: 1 }
  mounted.runtime.handlers['inspect.calls'] = () => ({
    rows: older.map((row) => (row.callId === failing.callId ? { ...row, ...failing } : row)),
    beforeSeq: null,
    tools: [],
  })
  await userEvent.fill(page.getByRole('searchbox', { name: 'Search calls' }), 'older')
  await expect.poll(said).toEqual(['48 lines', '+4 −2', 'Failed', 'exit 1', 'Denied'])
  await expect.element(list).toHaveTextContent(/Ended with exit 1: Older: Ran npm test/)
})
