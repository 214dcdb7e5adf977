import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import { expect, test } from './models/flow-test.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface AxeResults {
  readonly violations: readonly {
    readonly id: string
    readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary?: string }[]
  }[]
}

/** What axe finds on the page as it stands, in light and in dark, one line each. `without` names rules that are left out. */
async function violations(page: Page, state: string, without: readonly string[] = []): Promise<string[]> {
  const options = {
    resultTypes: ['violations'],
    rules: Object.fromEntries(without.map((id) => [id, { enabled: false }])),
  }
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.evaluate(AXE)
    const results = (await page.evaluate(`axe.run(document, ${JSON.stringify(options)})`)) as AxeResults
    for (const { id, nodes } of results.violations)
      for (const node of nodes)
        found.push(`${state}, ${colorScheme}: ${id} at ${node.target.join(' ')} (${node.failureSummary ?? ''})`)
  }
  return found
}

test('axe finds nothing on the first run and in each part of the settings', async ({ workbench, page }) => {
  const found = await violations(page, 'first run')
  await workbench.openSettings()
  for (const tab of await workbench.settings.getByRole('tab').all()) {
    await tab.click()
    found.push(...(await violations(page, `settings, ${await tab.innerText()}`)))
  }
  await workbench.settings.getByRole('tab').first().click()
  await workbench.settings.getByRole('button', { name: 'Anthropic', exact: true }).click()
  found.push(...(await violations(page, 'a provider being added')))
  expect(found).toEqual([])
})

test('axe finds nothing in a conversation, its tool lines, a question and a file', async ({ session, mock, page }) => {
  mock.script(
    {
      reasoning: 'I think about it.',
      text: '# A heading\n\nSome **words**, a [link](https://example.com/), `code`:\n\n```js\nconst a = 1\n```\n\n| a | b |\n| - | - |\n| 1 | 2 |',
      calls: [{ name: 'write_file', arguments: { path: 'index.html', content: '<h1>Hello</h1>\n' } }],
    },
    {
      calls: [
        { name: 'execute', arguments: { command: 'ls -l' } },
        { name: 'read_file', arguments: { path: 'nothing.txt' } },
      ],
    },
    {
      calls: [
        { name: 'ask_user_question', arguments: { question: 'Which?', options: [{ label: 'One' }, { label: 'Two' }] } },
      ],
    },
    { text: 'Done with all of it.' },
  )
  await session.say('Show me everything.')
  await expect(session.approval).toContainText('<h1>Hello</h1>')
  const found = await violations(page, 'a question with a diff')
  await session.answer('Allow once')
  await expect(session.question).toContainText('Which?')
  found.push(...(await violations(page, 'a question of the model')))
  await session.question.getByRole('button', { name: 'Two' }).click()
  await expect(session.log).toContainText('Done with all of it.')
  await session.call('Done: Run ls -l').click()
  await session.file('index.html').click()
  await expect(page.getByRole('textbox', { name: 'Text of index.html' })).toContainText('Hello')
  await session.usage.getByRole('button').click()
  found.push(...(await violations(page, 'tool lines, usage and a file')))
  await page.getByRole('tab', { name: /^Changes/ }).click()
  found.push(...(await violations(page, 'the changes of the turn')))
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible()
  found.push(...(await violations(page, 'the palette')))
  expect(found).toEqual([])
})

test('axe finds nothing on a phone', async ({ workbench, page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const found = await violations(page, 'first run on a phone')
  for (const tab of ['Work', 'More']) {
    await page.getByRole('navigation', { name: 'Panes' }).getByRole('button', { name: tab }).click()
    // One pane at a time: the conversation, which is the main part and has the heading, is out of sight here.
    found.push(...(await violations(page, `${tab} on a phone`, ['landmark-one-main', 'page-has-heading-one'])))
  }
  await page.getByRole('navigation', { name: 'Panes' }).getByRole('button', { name: 'Chat' }).click()
  await workbench.demos.getByRole('button', { name: 'Permission tour' }).click()
  await expect(workbench.approval).toBeVisible({ timeout: 30_000 })
  found.push(...(await violations(page, 'a question on a phone')))
  expect(found).toEqual([])
})
