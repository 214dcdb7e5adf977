import { expect, test } from './models/flow-test.ts'
import { Workbench } from './models/workbench.ts'

/** A demo streams at a pace that one can read, and one of them waits for a time-out. */
const DEMO_MS = 90_000

/** Each demo: its title, words of its end that only a run without a gap says, and the files it leaves. */
const DEMOS = [
  { title: 'Build a page', end: 'All 15 checks pass.', files: ['app.js', 'check.sh', 'index.html', 'style.css'] },
  { title: 'Permission tour', end: 'The last one was blocked by Plan mode', files: ['notes.md'] },
  { title: 'Failure tour', end: 'No failed call turned into another one', files: ['failures.md', 'settings.json'] },
  { title: 'Data job', end: 'summary.csv holds the figures', files: ['report.md', 'sales.csv', 'summary.csv'] },
]

/** Says yes to all that is asked, doing what a question asks to be done, until `end` is said and the turn is over. */
async function agreeUntil(workbench: Workbench, end: string): Promise<void> {
  const { approval, question } = workbench
  const cards = approval.or(question)
  const over = workbench.log.getByText(end)
  for (;;) {
    await expect(cards.or(over).first()).toBeVisible({ timeout: DEMO_MS })
    if (await over.isVisible()) break
    // Held by its title: other words of a card change while it is being answered, and the next one may come at once.
    const title = await cards.getByRole('heading').first().innerText()
    const card = cards.filter({ has: workbench.page.getByRole('heading', { name: title, exact: true }) })
    if (title.includes('set Mode to Plan')) await workbench.choose('Mode', 'Plan')
    await card
      .getByRole('button', { name: 'Allow once' })
      .or(card.getByRole('button', { name: 'Confirm', exact: true }))
      .or(card.getByRole('group', { name: 'Choose one' }).getByRole('button'))
      .first()
      .click()
    await expect(card).toHaveCount(0)
  }
  await workbench.rested()
}

// Without the service worker, which would serve from its store what the page itself must have fetched by then.
test.use({ serviceWorkers: 'block' })

// A tab for each, side by side: most of a demo's time is its reading pace.
test('each demo runs to its end with the network off after load', async ({ workbench, watch, context }) => {
  test.setTimeout(2 * DEMO_MS)
  const tabs = [workbench]
  while (tabs.length < DEMOS.length) tabs.push(await new Workbench(await context.newPage()).open())
  // The page goes on to fetch what is needed later while nothing else is asked of it.
  await Promise.all(tabs.map((tab) => tab.page.waitForLoadState('networkidle')))
  await context.setOffline(true)
  await Promise.all(
    DEMOS.map(({ title, end, files }, index) =>
      test.step(title, async () => {
        const tab = tabs[index]
        if (tab === undefined) throw new Error('There is no tab for this demo.')
        await tab.demos.getByRole('button', { name: title }).click()
        await expect(tab.page.getByText('You are offline.')).toBeVisible()
        await agreeUntil(tab, end)
        for (const file of files) await expect(tab.file(file)).toBeVisible()
        await expect(tab.files.getByRole('treeitem')).toHaveCount(files.length)
        await expect(tab.page.getByRole('combobox', { name: 'Model' })).toContainText('Scripted demo')
      }),
    ),
  )
  expect(watch).toEqual({ foreign: [], errors: [] })
})
