import type { Page } from '@playwright/test'
import { expect, test } from './models/flow-test.ts'
import type { Workbench } from './models/workbench.ts'

/** Types into the message, from whatever was there before, and sends it with Enter. */
async function type({ message, page }: Workbench, text: string): Promise<void> {
  await message.fill(text)
  await page.keyboard.press('Escape')
  await message.press('Enter')
}
const own = (workbench: Workbench, text: string) =>
  workbench.log.getByRole('article', { name: 'Your command' }).filter({ hasText: text })
const texts = (content: unknown) => JSON.stringify(content)
/** The place of each of these texts in the conversation, from the top. */
const heights = (page: Page, found: readonly string[]) =>
  page.evaluate(
    (wanted) =>
      wanted.map((text) => {
        const at = [...document.querySelectorAll('[role=log] article, [role=log] button')]
        return at.find((each) => each.textContent?.includes(text))?.getBoundingClientRect().top ?? -1
      }),
    found,
  )

test('a command of the person’s runs past the gate, is told to the model once, and stands there after a reload', async ({
  session: workbench,
  mock,
  page,
}) => {
  mock.script({ text: 'I see it.' }, { text: 'Still there.' })
  await workbench.message.fill('!echo')
  await expect(
    page.getByText('Runs in the workspace’s shell, through the same gate as the agent’s commands.'),
  ).toBeVisible()
  await type(workbench, '!echo hello > note.txt')
  await expect(workbench.approval).toContainText('echo hello > note.txt')
  await workbench.answer('Allow once')
  await expect(workbench.call(/^Done: Run echo hello > note.txt/)).toBeVisible()
  await expect(workbench.file('note.txt')).toBeVisible()
  await type(workbench, '!cat note.txt')
  await expect(workbench.call(/^Done: Run cat note.txt/)).toBeVisible()
  await workbench.rested()
  expect(mock.requests()).toHaveLength(0)

  await workbench.say('What does it say?')
  await expect(workbench.log).toContainText('I see it.')
  await workbench.say('And now?')
  await expect(workbench.log).toContainText('Still there.')
  for (const request of mock.requests()) {
    const sent = texts(request.messages)
    expect(sent.split('I ran `cat note.txt` myself.')).toHaveLength(2)
    expect(sent.split('hello').length).toBeGreaterThan(1)
    expect(sent).not.toContain('tool_use')
  }

  await workbench.reload()
  await expect(own(workbench, '!cat note.txt')).toBeVisible()
  const [first, call, second] = await heights(page, ['!echo hello > note.txt', 'Run echo hello', '!cat note.txt'])
  expect([first, call, second]).toEqual([first, call, second].toSorted((a, b) => (a ?? 0) - (b ?? 0)))
})

test('"rm -rf" of the person’s asks in ask mode like the agent’s, and is still asked about after a reload', async ({
  session: workbench,
  mock,
}) => {
  await type(workbench, '!rm -rf build')
  await expect(workbench.approval).toContainText('Run rm -rf build?')
  await workbench.reload()
  await expect(workbench.approval).toContainText('Run rm -rf build?')
  await workbench.answer('Deny')
  await expect(workbench.call('Denied: Run rm -rf build')).toBeVisible()
  await workbench.rested()
  expect(mock.requests()).toHaveLength(0)
})

test('"open path:line" shows the file; a sentence that begins with "open" goes to the model', async ({
  session: workbench,
  mock,
  page,
}) => {
  mock.script({ text: 'It is open.' })
  await type(workbench, '!printf "one\\ntwo\\n" > a.txt')
  await workbench.answer('Allow once')
  await expect(workbench.file('a.txt')).toBeVisible()
  await type(workbench, 'open a.txt:2')
  await expect(own(workbench, 'open a.txt:2')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'a.txt' }).or(page.locator('.cm-content'))).toContainText('two')
  await type(workbench, 'open the door')
  await expect(workbench.log).toContainText('It is open.')
  expect(mock.requests()).toHaveLength(1)
})

test('slash commands: the menu, a mode, the tools, a clear; none of them is ever sent', async ({
  session: workbench,
  mock,
  page,
}) => {
  mock.script({ text: 'One.' }, { text: 'Two.' })
  await workbench.say('first')
  await expect(workbench.log).toContainText('One.')

  await workbench.message.focus()
  await page.keyboard.type('/mo')
  const menu = page.getByRole('listbox', { name: 'Commands' })
  await expect(menu.getByRole('option')).toHaveCount(2)
  await page.keyboard.press('Enter')
  const modes = page.getByRole('listbox', { name: 'Choices for /mode' })
  await expect(modes.getByRole('option')).toHaveCount(5)
  await page.keyboard.type('plan')
  await page.keyboard.press('Enter')
  await expect(own(workbench, '/mode plan')).toContainText('Mode: ask → plan.')
  await expect(page.getByRole('combobox', { name: 'Mode', exact: true })).toContainText('Plan')
  await type(workbench, '/mode ask')
  await expect(own(workbench, '/mode ask')).toContainText('Mode: plan → ask.')

  await type(workbench, '/tools')
  // What the person typed stands open: its answer is what was asked for.
  await expect(workbench.call(/^Done: List the tools/)).toHaveAttribute('aria-expanded', 'true')
  await expect(workbench.log).toContainText('clear_conversation (read-only-local), not for the model')

  await type(workbench, '/nonsense')
  await expect(page.getByText('There is no command /nonsense.', { exact: false })).toBeVisible()
  await expect(workbench.message).toHaveValue('/nonsense')

  await type(workbench, '/clear')
  await expect(workbench.log).toContainText('Context cleared')
  await workbench.say('second')
  await expect(workbench.log).toContainText('Two.')
  const last = mock.lastRequest()
  expect(texts(last.messages)).not.toContain('first')
  expect(texts(last.messages)).not.toMatch(/\/(?:mode|tools|clear|nonsense)/)
  expect(last.tools).not.toContain('clear_conversation')
  await expect(workbench.log).toContainText('first')
})

test('on a phone the menu fits and a command can be chosen by touch', async ({ session: workbench, page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await workbench.message.fill('/')
  const menu = page.getByRole('listbox', { name: 'Commands' })
  await expect(menu).toBeVisible()
  const box = await menu.boundingBox()
  expect(box !== null && box.x >= 0 && box.x + box.width <= 390 && box.y >= 0).toBe(true)
  await menu.getByRole('option', { name: /^\/clear/ }).click()
  await expect(workbench.message).toHaveValue('/clear')
})
