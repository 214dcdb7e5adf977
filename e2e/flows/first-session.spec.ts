import { callsOf, pairing, resultsOf, textOf } from '#e2e/doubles/mock-providers.ts'
import { DIALECTS } from './models/dialects.ts'
import { expect, test } from './models/flow-test.ts'

// As every person has it.
test.use({ serviceWorkers: 'allow' })

const KEY = 'sk-test-first-session-0123456789-wxyz'
const PAGE = '<!doctype html>\n<title>Hello</title>\n<h1>Hello from the tab</h1>\n'

for (const { preset, path, model, typed, header } of DIALECTS) {
  test(`a new user's first session with ${preset}`, async ({ workbench, mock, watch, page }) => {
    mock.script(
      {
        text: 'I will write the page.',
        calls: [{ name: 'write_file', arguments: { path: 'index.html', content: PAGE } }],
      },
      {
        calls: [
          { name: 'execute', arguments: { command: 'grep -c Hello index.html | tee count.txt && echo checked' } },
        ],
      },
      { text: 'The page is there and was checked.' },
      { text: 'Now I wait.', calls: [{ name: 'execute', arguments: { command: 'echo waiting; sleep 60' } }] },
      {
        text: 'Then once more.',
        calls: [{ name: 'execute', arguments: { command: 'wc -l index.html | tee lines.txt && echo again' } }],
      },
      { text: 'All of it is done.' },
    )
    const keys: (string | undefined)[] = []
    page.on('request', (request) => {
      if (request.url().startsWith(mock.url) && request.method() === 'POST') keys.push(request.headers()[header])
    })

    await workbench.openSettings()
    const label = 'My provider'
    const card = await workbench.enterProvider({ preset, baseUrl: mock.url + path, key: KEY, label })
    await expect(card).toContainText(`${label} answered with`)
    await expect(card).toContainText('Key ••••wxyz')
    await card.getByRole('button', { name: 'Test connection' }).click()
    await expect(card.getByRole('status')).toContainText(`${label} answered with`)
    await workbench.closeSettings()
    if (typed === null) await workbench.choose('Model', model)
    else await workbench.typeModel(typed)

    await workbench.say('Make a small web page.')
    await expect(workbench.approval).toContainText('Write index.html?')
    await expect(workbench.approval).toContainText('<h1>Hello from the tab</h1>')
    await workbench.answer('Allow once')

    await expect(workbench.approval).toContainText('grep -c Hello index.html | tee count.txt && echo checked')
    await workbench.answer('Allow once')
    await expect(workbench.log).toContainText('The page is there and was checked.')
    await workbench.rested()

    await workbench.file('index.html').click()
    await expect(page.getByRole('textbox', { name: 'Text of index.html' })).toContainText('Hello from the tab')
    await workbench.call(/^Done: Run grep/).click()
    await expect(workbench.log).toContainText('2\nchecked')
    await expect(workbench.usage).toContainText('1.2k in context')

    const [first, second, third, ...more] = mock.requests()
    expect(more).toEqual([])
    expect(first?.tools.toSorted()).toEqual([
      'ask_user_question',
      'confirm',
      'current_time',
      'edit_file',
      'execute',
      'fetch_url',
      'glob',
      'grep',
      'ls',
      'read_file',
      'todo_write',
      'ui_open_file',
      'write_file',
    ])
    expect(first?.messages.filter(({ role }) => role === 'user').map(textOf)).toEqual(['Make a small web page.'])
    for (const [request, tool] of [
      [second, 'write_file'],
      [third, 'execute'],
    ] as const) {
      if (request === undefined) throw new Error('A step of the turn did not reach the mock.')
      const calls = callsOf(request)
      expect(calls.map(({ name }) => name)).toEqual([tool])
      expect(resultsOf(request).map(({ id }) => id)).toEqual(calls.map(({ id }) => id))
    }
    expect(resultsOf(mock.lastRequest())[0]?.text).toContain('checked')

    // It only prints and waits, so nobody is asked.
    await workbench.say('Wait a little.')
    await expect(workbench.call(/^Running: Run echo waiting/)).toBeVisible()
    await workbench.stop.click()
    await expect(workbench.call(/^Stopped: Run echo waiting/)).toBeVisible()
    await workbench.log.getByRole('button', { name: 'Go on' }).click()
    await expect(workbench.approval).toContainText('wc -l index.html | tee lines.txt && echo again')
    await workbench.reload()
    await expect(workbench.approval).toContainText('wc -l index.html | tee lines.txt && echo again')
    await workbench.answer('Allow once')
    await expect(workbench.log).toContainText('All of it is done.')
    expect(mock.requests()).toHaveLength(6)
    const { calls, results } = pairing(mock.lastRequest())
    expect(calls).toHaveLength(4)
    expect(results).toEqual(calls)
    expect(resultsOf(mock.lastRequest())[0]?.text).toContain('again')

    expect(new Set(keys)).toEqual(new Set([header === 'authorization' ? `Bearer ${KEY}` : KEY]))
    expect(watch).toEqual({ foreign: [], errors: [] })
  })
}
