import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
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
