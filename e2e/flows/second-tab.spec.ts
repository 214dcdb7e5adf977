import { expect, test } from './models/flow-test.ts'
import { Workbench } from './models/workbench.ts'

test('a second tab on one session only reads, and writes once the first is closed', async ({
  session,
  mock,
  page,
  context,
}) => {
  mock.script({ text: 'From the first tab.' }, { text: 'From the second tab.' })
  await session.say('Hello.')
  await expect(session.log).toContainText('From the first tab.')
  await session.rested()

  const second = new Workbench(await context.newPage())
  await second.open(page.url())
  await expect(second.page.getByText('Another tab writes this session.')).toBeVisible()
  await expect(second.log).toContainText('From the first tab.')
  await expect(second.message).not.toBeEditable()
  await expect(second.page.getByRole('combobox', { name: 'Mode', exact: true })).toBeDisabled()

  await page.close()
  await expect(second.message).toBeEditable()
  await expect(second.page.getByText('Another tab writes this session.')).toBeHidden()
  await second.say('Hello again.')
  await expect(second.log).toContainText('From the second tab.')
})
