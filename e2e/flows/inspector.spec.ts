import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './models/flow-test.ts'
import type { Workbench } from './models/workbench.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const write = (path: string) => ({ name: 'write_file', arguments: { path, content: `in ${path}\n` } })
const detail = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })

/** Opens a call's line in the conversation and goes on to the inspector. */
async function inspect(session: Workbench, words: RegExp): Promise<void> {
  await session.call(words).click()
  await session.log.getByRole('button', { name: 'Inspect', exact: true }).last().click()
}

/** What axe objects to. Which pane a phone shows is the layout's affair: `without` leaves out its rules about the page. */
async function violations(page: Page, without: readonly string[] = []): Promise<string[]> {
  await page.evaluate(AXE)
  return page.evaluate(async (without) => {
    const { axe } = window as unknown as {
      axe: { run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
    }
    const found = await axe.run({ rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])) })
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)
  }, without)
}

test('an approved write says why it ran, what the gate would say now, and what it left behind', async ({
  session,
  mock,
  page,
}) => {
  mock.script({ calls: [write('notes.txt')] }, { text: 'It is written.' })
  await session.say('Write it down.')
  await session.answer('Allow once')
  await expect(session.log).toContainText('It is written.')
  await session.rested()
  await inspect(session, /^Done: Write notes.txt/)

  await expect(page.getByRole('heading', { name: 'Write notes.txt' })).toBeFocused()
  await expect(detail(page, 'Tool')).toContainText('Yes, by the group “files”')
  await expect(detail(page, 'Plan')).toContainText('/workspace/notes.txt')
  const decision = detail(page, 'Decision')
  await expect(decision.getByRole('listitem').last()).toHaveText(/Youlet it runsettled it/)
  await expect(decision).toContainText('By you, at ')
  await expect(detail(page, 'Time')).toContainText('Waited for you')
  await expect(detail(page, 'Model: what the model reads')).toContainText('notes.txt')

  await session.choose('Mode', 'Plan')
  await decision.getByRole('button', { name: 'What would the gate say now?' }).click()
  await expect(decision).toContainText('Different. Then: It asks you. Now: It is blocked.')
  expect(await violations(page)).toEqual([])
})

test('what waits and what could not be planned are told apart, and the tools say why they are seen', async ({
  session,
  mock,
  page,
}) => {
  mock.script(
    {
      calls: [
        { name: 'write_file', arguments: { path: 'x.txt' } },
        { name: 'write_files', arguments: {} },
      ],
    },
    { calls: [write('waits.txt')] },
    { text: 'So be it.' },
  )
  await session.say('Try it.')
  await expect(session.approval).toBeVisible()
  await page.getByRole('tab', { name: 'Inspect' }).click()
  const list = page.getByRole('list', { name: 'Calls of this session' })
  await expect(list.getByRole('button')).toHaveText([
    /Invalid: Write x.txt/,
    /Invalid: .*write_files/,
    /Waits for you: Write waits.txt/,
  ])

  await list.getByRole('button').first().focus()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(detail(page, 'Decision')).toContainText('It waits for you since')
  await session.answer('Deny')
  await expect(detail(page, 'Decision')).toContainText('The user denied it')
  await expect(page.getByRole('heading', { name: 'Write waits.txt' })).toBeVisible()
  await page.getByRole('heading', { name: 'Write waits.txt' }).press('Escape')
  await expect(list.getByRole('button').last()).toBeFocused()

  await list.getByRole('button').first().click()
  await expect(detail(page, 'Plan')).toContainText('Missing: content')
  await expect(detail(page, 'Decision')).toContainText('It never reached the gate')

  await page.getByRole('button', { name: 'Tools', exact: true }).click()
  const tools = page.getByRole('list', { name: 'Registered tools' })
  await expect(tools.getByRole('button', { name: /^write_file\s*2 calls/ })).toBeVisible()
  await tools.getByRole('button', { name: /^list_tools/ }).click()
  await expect(page.getByText('Only what you type calls it; the model is never told of it.')).toBeVisible()

  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(detail(page, 'System prompt')).toContainText('You are Sallyport')
  expect(await violations(page)).toEqual([])
})

test('on a phone the inspector is a pane of its own, and leads back', async ({ session, mock, page }) => {
  mock.script({ calls: [{ name: 'ls', arguments: { path: '.' } }] }, { text: 'Nothing there.' })
  await session.say('Look round.')
  await expect(session.log).toContainText('Nothing there.')
  await page.setViewportSize({ width: 390, height: 844 })
  await inspect(session, /^Done: List/)
  await expect(page.getByRole('heading', { name: /^List/ })).toBeVisible()
  await expect(session.log).toBeHidden()
  await page.getByRole('button', { name: 'All calls' }).click()
  await expect(page.getByRole('list', { name: 'Calls of this session' }).getByRole('button')).toBeFocused()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(await violations(page, ['landmark-one-main', 'page-has-heading-one'])).toEqual([])
})
