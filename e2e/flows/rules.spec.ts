import type { Locator } from '@playwright/test'
import { resultsOf } from '#e2e/doubles/mock-providers.ts'
import { expect, test } from './models/flow-test.ts'
import type { Workbench } from './models/workbench.ts'

const write = (path: string, content = 'text\n') => ({ name: 'write_file', arguments: { path, content } })
const run = (command: string) => ({ name: 'execute', arguments: { command } })

/** The rules page of the settings, opened. */
async function rulesPage(workbench: Workbench): Promise<Locator> {
  await workbench.openSettings()
  await workbench.settings.getByRole('tab', { name: 'Rules' }).click()
  return workbench.settings.getByRole('list', { name: 'Rules' }).getByRole('listitem')
}

test('a rule written by hand blocks without a question, says so to the model, and is gone at once when deleted', async ({
  session,
  mock,
}) => {
  mock.script(
    { calls: [write('secret/a.txt')] },
    { text: 'It is barred.' },
    { calls: [write('secret/b.txt')] },
    { text: 'Now it went.' },
  )
  const items = await rulesPage(session)
  await session.settings.getByRole('button', { name: 'Write a rule' }).click()
  const form = session.settings.getByRole('form', { name: 'New rule' })
  await form.getByRole('radio', { name: 'Deny' }).click()
  await form.getByRole('radio', { name: 'Files by path' }).click()
  await form.getByRole('textbox', { name: 'Path pattern' }).fill('secret/**')
  await expect(form).toContainText('It means Deny every tool for secret/**, in every workspace.')
  await form.getByRole('button', { name: 'Save rule' }).click()
  await expect(items).toHaveCount(1)
  await expect(items).toContainText('Has decided nothing yet')
  await session.closeSettings()

  // Auto would write without asking: the rule alone keeps it from it.
  await session.choose('Mode', 'Auto')
  await session.say('Write the secret.')
  await expect(session.log).toContainText('It is barred.')
  await session.rested()
  await expect(session.call('Denied: Write secret/a.txt')).toBeVisible()
  await expect(session.noFiles).toBeVisible()
  expect(resultsOf(mock.lastRequest()).at(-1)?.text).toMatch(/^denied/)

  await session.reload()
  await expect(await rulesPage(session)).toContainText('Last denied: Write secret/a.txt')
  await session.settings.getByRole('button', { name: /^Delete the rule/ }).click()
  await expect(session.settings.getByText('No rules yet.')).toBeVisible()
  await session.closeSettings()

  await session.say('Try again.')
  await expect(session.log).toContainText('Now it went.')
  await session.rested()
  await expect(session.call('Done: Write secret/b.txt')).toBeVisible()
})

test('an approval becomes the narrow rule that it showed, for this call and the next, and for nothing else', async ({
  session,
  mock,
}) => {
  mock.script(
    { calls: [run('touch a.txt')] },
    { calls: [run('touch a.txt')] },
    { calls: [run('touch a.txt b.txt')] },
    { text: 'Twice of three times.' },
  )
  await session.say('Touch it.')
  await expect(session.approval).toContainText('touch a.txt')
  await session.approval.getByRole('button', { name: 'Always allow…' }).click()
  const rule = session.approval.getByRole('group', { name: 'Always allow…' })
  await expect(rule).toContainText('Allow execute for scripts of nothing but touch a.txt')
  await rule.getByRole('button', { name: 'Allow and make it a rule' }).click()

  await expect(session.approval).toContainText('touch a.txt b.txt')
  await session.answer('Deny')
  await expect(session.log).toContainText('Twice of three times.')
  await session.rested()
  await expect(session.call(/^Done: Run touch a.txt/)).toHaveCount(2)
  const items = await rulesPage(session)
  await expect(items).toHaveCount(1)
  await expect(items).toContainText('From an approval')
  await expect(items).toContainText('Last allowed: Run touch a.txt')
})

test('a rule file that the agent writes denies at once, and allows only once it was taken on', async ({
  session,
  mock,
}) => {
  const file = {
    rules: [
      { verdict: 'allow', tool: 'execute', command: 'touch made.txt' },
      { verdict: 'deny', tool: 'write_file', path: 'dist/**' },
    ],
  }
  mock.script(
    { calls: [write('.sallyport/rules.json', JSON.stringify(file))] },
    { calls: [write('dist/a.js')] },
    { calls: [run('touch made.txt')] },
    { text: 'It was denied.' },
    { calls: [run('touch made.txt')] },
    { text: 'Now it is there.' },
  )
  await session.say('Make rules.')
  await expect(session.approval).toContainText('Write .sallyport/rules.json?')
  await session.answer('Allow once')
  await expect(session.approval).toContainText('touch made.txt')
  await session.answer('Deny')
  await expect(session.log).toContainText('It was denied.')
  await session.rested()
  await expect(session.call('Denied: Write dist/a.js')).toBeVisible()

  await rulesPage(session)
  const { settings } = session
  await expect(settings).toContainText('The agent touched this file in this session: Write .sallyport/rules.json')
  await expect(settings).toContainText('Allow execute for scripts of nothing but touch made.txt')
  await settings.getByRole('button', { name: 'Take this file on' }).click()
  await expect(settings).toContainText('You took this file on as it stands.')
  await session.closeSettings()

  await session.say('Again.')
  await expect(session.log).toContainText('Now it is there.')
  await session.rested()
  await expect(session.call(/^Done: Run touch made.txt/)).toBeVisible()
  await expect(session.file('made.txt')).toBeVisible()
})
