import { afterEach, beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, OF_WHOLE_PAGES } from '#e2e/doubles/expect-accessible.ts'
import { type MountedPage, mountPage } from '#e2e/doubles/mount-page.ts'

let mounted: MountedPage
beforeEach(() => page.viewport(1440, 900))
afterEach(() => mounted.stop())

const settings = () => page.getByRole('dialog', { name: 'Settings' })
const items = () => settings().getByRole('list', { name: 'Rules' }).getByRole('listitem')
const inputs = (name: string) => mounted.runtime.calls.filter((each) => each.name === name).map(({ input }) => input)

async function open(state: string): Promise<void> {
  mounted = mountPage(state)
  await expect.element(settings().getByRole('heading', { name: 'Rules', exact: true })).toBeVisible()
}

it('lists each rule with what it says, where it came from and what it last decided', async () => {
  await open('rules')
  await expect
    .element(items().nth(1))
    .toHaveTextContent(
      /^AllowAllow edit_file for src\/\*, in every workspaceFrom an approval · made .+Last allowed: Edit src\/tides.ts, .+Delete$/,
    )
  await expect.element(items().nth(2)).toHaveTextContent(/^DenyDeny execute for scripts with git push …/)
  await expect.element(items().nth(3)).toHaveTextContent(/Written by you .+Has decided nothing yet/)
})

it('leads to the session in which a rule last decided', async () => {
  await open('rules')
  await items().nth(1).getByRole('link', { name: 'Edit src/tides.ts' }).click()
  await expect.element(settings()).not.toBeInTheDocument()
  expect(window.location.hash).toBe('#/s/s1')
})

it('deletes a rule at once, and one that cannot be read', async () => {
  await open('rules')
  await expect.element(items().nth(0)).toHaveTextContent('This rule cannot be read.')
  await items().nth(0).getByRole('button', { name: 'Delete' }).click()
  await items().nth(1).getByRole('button').click()
  await expect.element(settings().getByText('Allow edit_file')).not.toBeInTheDocument()
  expect(inputs('rules.delete')).toEqual([{ ruleId: 'bad' }, { ruleId: 'r1' }])
})

it('reads the rules again when they change elsewhere', async () => {
  await open('rules-empty')
  await expect.element(settings().getByText('No rules yet.')).toBeVisible()
  await mounted.runtime.call('rules.add', {
    draft: { verdict: 'deny', tool: '*', kind: 'any', text: '', workspaceId: null },
  })
  await expect.element(items().nth(0)).toHaveTextContent('Deny everything')
})

it('says what a rule will mean and what it would have matched while it is written, and saves it', async () => {
  await open('rules-empty')
  await settings().getByRole('button', { name: 'Write a rule' }).click()
  const form = settings().getByRole('form', { name: 'New rule' })
  await form.getByRole('radio', { name: 'Deny' }).click()
  await form.getByRole('combobox', { name: 'Tool' }).click()
  await page.getByRole('option', { name: 'execute' }).click()
  await form.getByRole('radio', { name: 'Commands' }).click()
  await form.getByRole('textbox', { name: 'Commands, one a line' }).fill('rm …')
  await expect.element(form.getByText('scripts with')).toHaveTextContent('It means Deny execute for scripts with rm …')
  await expect
    .element(form.getByText('Would have matched'))
    .toHaveTextContent('Would have matched 14 of the last 120 calls:')
  await form.getByRole('button', { name: 'Save rule' }).click()
  await expect.element(form).not.toBeInTheDocument()
  const draft = { verdict: 'deny', tool: 'execute', kind: 'command', text: 'rm …', workspaceId: null }
  expect(inputs('rules.add')).toEqual([{ draft }])
  expect(inputs('rules.preview').at(-1)).toEqual({ draft })
})

it('shows a mistake at its field, and saves nothing meanwhile', async () => {
  await open('rules-empty')
  await settings().getByRole('button', { name: 'Write a rule' }).click()
  const form = settings().getByRole('form', { name: 'New rule' })
  await form.getByRole('radio', { name: 'Files by path' }).click()
  const field = form.getByRole('textbox', { name: 'Path pattern' })
  await field.fill('[')
  await expect.element(field).toHaveAccessibleDescription(/A \[ in the path pattern has no \]\.$/)
  await expect.element(field).toHaveAttribute('aria-invalid', 'true')
  await expect.element(form.getByRole('button', { name: 'Save rule' })).toBeDisabled()
  await userEvent.click(form.getByRole('button', { name: 'Cancel' }))
  expect(inputs('rules.add')).toEqual([])
})

it('says what a rule that allows never covers, and where it holds once', async () => {
  await open('rules-file')
  const file = settings().getByRole('listitem')
  await expect
    .element(file.nth(0))
    .toHaveTextContent(
      /^AllowAllow write_file for docs\/\*\*From .sallyport\/rules.jsonNever covers calls that delete files.Has decided nothing yet$/,
    )
  await expect.element(settings().getByText('You have made no rule of your own yet.')).toBeVisible()
  expect(settings().getByText('No rules yet').query()).toBeNull()
})

it('leads to the call by which the agent touched the rule file', async () => {
  await open('rules-file')
  await expect
    .element(settings().getByText('The agent touched this file in this session: Write .sallyport/rules.json'))
    .toBeVisible()
  await settings().getByRole('button', { name: 'Show the call' }).click()
  await expect.element(settings()).not.toBeInTheDocument()
})

it('takes on a rule file as it was shown', async () => {
  await open('rules-file')
  await expect.element(settings().getByText('do not count yet')).toBeVisible()
  await settings().getByRole('button', { name: 'Take this file on' }).click()
  await expect.element(settings().getByText('You took this file on')).toBeVisible()
  expect(inputs('rules.acceptFile')).toEqual([{ sessionId: 's1', digest: 'd1' }])
})

it.each(['light', 'dark'] as const)('has no axe violation and fits 390 px, %s', async (theme) => {
  await page.viewport(390, 844)
  mounted = mountPage('rules', theme)
  await expect.element(items().nth(3)).toBeVisible()
  await settings().getByRole('button', { name: 'Write a rule' }).click()
  await settings().getByRole('radio', { name: 'Commands' }).click()
  await expect.element(settings().getByText('Would have matched')).toBeVisible()
  await expectAccessible(settings().element(), OF_WHOLE_PAGES)
  for (const wide of settings().element().querySelectorAll('[role=tabpanel]:not([hidden])'))
    expect(wide.scrollWidth).toBeLessThanOrEqual(wide.clientWidth)
})
