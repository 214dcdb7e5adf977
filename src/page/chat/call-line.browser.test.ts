import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { type MountedPage, mountPage } from '#e2e/doubles/mount-page.ts'
import { agent, approval, call } from '#e2e/doubles/page-records.ts'

let mounted: MountedPage
afterEach(() => mounted.stop())

const COMMAND = `cat > a.ts <<'EOF'\nconst a = '${'long'.repeat(40)}'\u202E\nEOF\nnode a.ts`

it('says once that a call waits, and keeps a command of many lines and long words within a phone', async () => {
  await page.viewport(390, 844)
  mounted = mountPage('approval')
  await expect.element(page.getByRole('group', { name: 'Approval' })).toBeVisible()
  const waiting = call('s1', 'call-b1', 'execute', `Run ${COMMAND}`, { state: 'asked' })
  delete waiting.status
  mounted.runtime.emit(
    { type: 'settled', sessionId: 's1', id: 'a1' },
    { type: 'call', call: waiting },
    { type: 'message', message: agent('s1', 5, [{ type: 'call', callId: 'call-b1' }]) },
    {
      type: 'approval',
      approval: approval('s1', 'b1', {
        title: `Run \`${COMMAND}\` in /workspace?`,
        effect: { kind: 'command', command: COMMAND, cwd: '/workspace', effects: ['Writes a.ts.'] },
      }),
    },
  )
  const line = page.getByRole('log').getByRole('button', { name: /^Waits for you: Run cat/ })
  await expect.element(line).toHaveTextContent('⟨U+202E⟩')
  const main = page.getByRole('main').element()
  const says = [...main.querySelectorAll('span, p')].filter((each) => each.textContent === 'Waits for you')
  expect(says).toHaveLength(1)
  expect(line.element().getBoundingClientRect().height).toBeLessThan(40)
  const title = page.getByRole('heading', { name: /^Run cat/ }).element()
  expect(title.getBoundingClientRect().height).toBeLessThanOrEqual(40)
  const wide = [
    document.documentElement,
    page.getByRole('log').element(),
    page.getByRole('group', { name: 'Approval' }).element(),
  ]
  expect(wide.filter((each) => each.scrollWidth > each.clientWidth)).toEqual([])
})
