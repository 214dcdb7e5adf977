import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '#e2e/doubles/expect-accessible.ts'
import { session } from '#e2e/doubles/page-records.ts'
import { type MountedPage, mountPage } from '#e2e/doubles/mount-page.ts'

let mounted: MountedPage
const message = () => page.getByRole('textbox', { name: 'Message', exact: true })
const commands = () => page.getByRole('listbox', { name: 'Commands' })
const sent = (...names: string[]) =>
  mounted.runtime.calls.filter((call) => names.includes(call.name)).map(({ name, input }) => [name, input])
const option = () => document.getElementById(message().element().getAttribute('aria-activedescendant') ?? '')
/** The text that describes the message field. */
const describing = () =>
  (message().element().getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')
/** The names that the open menu lists. */
const listed = () =>
  [...commands().element().querySelectorAll('[role=option]')].map(
    (each) => /^\/\w+/.exec(each.firstElementChild?.textContent ?? '')?.[0],
  )

/** Mounts a state and answers what the menu and the commands ask. */
async function mount(state = 'conversation', names = ['mode', 'model', 'tools', 'clear']): Promise<void> {
  mounted = mountPage(state)
  mounted.runtime.handlers['slash.list'] = () => ({ names })
  mounted.runtime.handlers['slash.run'] = () => ({})
  mounted.runtime.handlers['intent.run'] = ({ text }) => ({ taken: text !== 'open the door' })
  await userEvent.click(message())
}

beforeEach(async () => {
  await page.viewport(1440, 900)
})
afterEach(() => mounted.stop())

describe('/ in the message', () => {
  it('lists the commands that can run here, and puts one in by keys alone', async () => {
    await mount()
    await userEvent.keyboard('/')
    await expect.element(commands()).toBeVisible()
    await expect.poll(listed).toEqual(['/help', '/new', '/mode', '/model', '/tools', '/rules', '/clear'])
    await userEvent.keyboard('mo')
    await expect.poll(listed).toEqual(['/mode', '/model'])
    await userEvent.keyboard('{ArrowDown}')
    await expect.poll(() => option()?.textContent).toContain('/model')
    await userEvent.keyboard('{ArrowUp}{Enter}')
    await expect.element(message()).toHaveValue('/mode ')
    const modes = page.getByRole('listbox', { name: 'Choices for /mode' })
    await expect.element(modes).toHaveTextContent('plan')
    await userEvent.keyboard('pl{Tab}')
    await expect.element(message()).toHaveValue('/mode plan')
    await userEvent.keyboard('{Enter}')
    await expect
      .poll(() => sent('slash.run', 'turn.send'))
      .toEqual([['slash.run', { sessionId: 's1', text: '/mode plan' }]])
    await expect.element(message()).toHaveValue('')
  })

  it('offers what only the session knows, once it says so', async () => {
    await mount('conversation', ['mode', 'trust'])
    await userEvent.keyboard('/')
    await expect.poll(listed).toEqual(['/help', '/new', '/mode', '/rules', '/trust'])
  })

  it('a command that is written out runs with Enter, and Escape only closes the menu', async () => {
    await mount()
    await userEvent.keyboard('/cl')
    await expect.element(commands()).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(commands()).not.toBeInTheDocument()
    await userEvent.keyboard('ear{Enter}')
    await expect
      .poll(() => sent('slash.run', 'turn.stop'))
      .toEqual([['slash.run', { sessionId: 's1', text: '/clear' }]])
  })

  it('takes a click, and names the models that the providers list', async () => {
    await mount()
    mounted.runtime.handlers['provider.models'] = () => ({
      models: ['claude-a', 'claude-b'].map((id) => ({
        id,
        label: id.toUpperCase(),
        contextTokens: null,
        maxOutputTokens: null,
        readsImages: null,
        price: null,
      })),
    })
    await userEvent.keyboard('/model')
    await userEvent.click(page.getByRole('option', { name: /^\/model model/ }))
    await expect.element(message()).toHaveValue('/model ')
    expect(document.activeElement).toBe(message().element())
    await userEvent.click(page.getByRole('option', { name: /^claude-b/ }))
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => sent('slash.run')).toEqual([['slash.run', { sessionId: 's1', text: '/model claude-b' }]])
  })

  it('an unknown command is an error with the closest names: it stays where it was written and goes nowhere', async () => {
    await mount()
    await userEvent.keyboard('/clearr{Enter}')
    await expect
      .element(page.getByText('There is no command /clearr. Did you mean /clear?', { exact: false }))
      .toBeVisible()
    await expect.element(message()).toHaveValue('/clearr')
    await userEvent.fill(message(), '/undo')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('This version does not have /undo.', { exact: false })).toBeVisible()
    await expect.element(message()).toHaveValue('/undo')
    expect(sent('slash.run', 'turn.send', 'intent.run')).toEqual([])
  })

  it('what the session refuses comes back to where it was written', async () => {
    await mount()
    mounted.runtime.handlers['slash.run'] = () => ({
      stage: 'command',
      kind: 'locked',
      message: 'A turn is still running, so nothing was done.',
      retryable: false,
    })
    await userEvent.keyboard('/clear{Enter}')
    await expect.element(page.getByText('A turn is still running, so nothing was done.')).toBeVisible()
    await expect.element(message()).toHaveValue('/clear')
    expect(sent('turn.send')).toEqual([])
  })

  it.each([
    ['a name that is none', '/clearr', 'There is no command /clearr. Did you mean /clear?'],
    ['a name with two letters swapped', '/hlep', 'There is no command /hlep. Did you mean /help?'],
    ['what the session refuses', '/mode fast', 'There is no mode fast.'],
  ])('%s is said under what was typed, in no bar, until that is changed', async (_, text, why) => {
    await mount()
    mounted.runtime.handlers['slash.run'] = () => ({
      stage: 'command',
      kind: 'bad-request',
      message: 'There is no mode fast.',
      retryable: false,
    })
    await userEvent.keyboard(`${text}{Enter}`)
    const said = page.getByText(why, { exact: false })
    await expect.element(said).toBeVisible()
    await expect.element(message()).toHaveValue(text)
    await expect.element(message()).toHaveAttribute('aria-invalid', 'true')
    expect(describing()).toContain(why)
    const [typed, below] = [message(), said].map((each) => each.element().getBoundingClientRect())
    expect(below?.top).toBeGreaterThanOrEqual(typed?.bottom ?? Infinity)
    expect(mounted.store.getState().notices).toEqual([])
    await userEvent.fill(message(), `${text}x`)
    await expect.element(said).not.toBeInTheDocument()
    await expect.element(message()).not.toHaveAttribute('aria-invalid')
  })

  it('stays with the draft that it is about while another session is shown', async () => {
    await mount()
    await userEvent.keyboard('/clearr{Enter}')
    const said = page.getByText('There is no command /clearr.', { exact: false })
    await expect.element(said).toBeVisible()
    mounted.store.setState({ selected: null })
    await expect.element(message()).toHaveValue('')
    await expect.element(said).not.toBeInTheDocument()
    mounted.store.setState({ selected: 's1' })
    await expect.element(said).toBeVisible()
  })

  it('a path, or a slash with a space before it, is a message', async () => {
    await mount()
    for (const text of ['/etc/hosts is wrong', ' /clear']) {
      await userEvent.fill(message(), text)
      await expect.element(commands()).not.toBeInTheDocument()
      await userEvent.keyboard('{Enter}')
      await expect.element(message()).toHaveValue('')
    }
    expect(sent('slash.run', 'turn.send')).toEqual(
      ['/etc/hosts is wrong', '/clear'].map((text) => ['turn.send', { sessionId: 's1', text, attachments: [] }]),
    )
  })

  it('/help shows commands and keys, /new begins a session; neither asks the agent', async () => {
    await mount()
    await userEvent.keyboard('/help{Enter}')
    const keys = page.getByRole('dialog', { name: 'Keys' })
    await expect.element(keys).toHaveTextContent('Commands in the message')
    await expect.element(keys).toHaveTextContent('/clear')
    await userEvent.keyboard('{Escape}')
    await expect.element(message()).toHaveValue('')
    await userEvent.click(message())
    await userEvent.keyboard('/new{Enter}')
    await expect.poll(() => sent('session.create')).toHaveLength(1)
    expect(sent('slash.run', 'turn.send')).toEqual([])
  })

  it('/rules opens the page that lists them', async () => {
    await mount()
    await userEvent.keyboard('/rules{Enter}')
    await expect.element(page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
    await expect.element(page.getByRole('tab', { selected: true })).toHaveTextContent(/rules/i)
    expect(sent('slash.run', 'turn.send')).toEqual([])
  })

  it('without a session yet, makes one for a command that needs it, and none for a wrong one', async () => {
    await mount('welcome-ready')
    await userEvent.keyboard('/mood{Enter}')
    await expect.element(page.getByText('There is no command /mood.', { exact: false })).toBeVisible()
    expect(sent('session.create')).toEqual([])
    await userEvent.fill(message(), '/mode plan')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => sent('slash.run')).toEqual([['slash.run', { sessionId: 's9', text: '/mode plan' }]])
  })
})

describe('! and open in the message', () => {
  it('says quietly where a command will run, asks the agent’s thread, and needs no model', async () => {
    await mount('welcome')
    mounted.runtime.handlers['session.create'] = () => ({ session: session('s9', { model: null, nextSeq: 0 }) })
    await userEvent.keyboard('!')
    const hint = () => page.getByText('Runs in the workspace’s shell, through the same gate as the agent’s commands.')
    await expect.element(hint()).not.toBeInTheDocument()
    await userEvent.keyboard('ls')
    await expect.element(hint()).toBeVisible()
    const describedBy = message().element().getAttribute('aria-describedby') ?? ''
    expect(document.getElementById(describedBy)).toBe(hint().element())
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => sent('intent.run', 'turn.send')).toEqual([['intent.run', { sessionId: 's9', text: '!ls' }]])
  })

  it('what is no intent after all goes to the model; with a space before it at once', async () => {
    await mount()
    await userEvent.keyboard('open the door{Enter}')
    await expect.element(message()).toHaveValue('')
    await userEvent.keyboard(' !ls{Enter}')
    await expect
      .poll(() => sent('intent.run', 'turn.send'))
      .toEqual([
        ['intent.run', { sessionId: 's1', text: 'open the door' }],
        ['turn.send', { sessionId: 's1', text: 'open the door', attachments: [] }],
        ['turn.send', { sessionId: 's1', text: '!ls', attachments: [] }],
      ])
  })
})

it.each([
  [1440, 900],
  [390, 844],
])('the menu has no violation and fits at %i × %i', async (width, height) => {
  await page.viewport(width, height)
  await mount()
  await userEvent.keyboard('/')
  await expect.element(commands()).toBeVisible()
  const { left, right, top } = commands().element().getBoundingClientRect()
  expect([left >= 0, right <= width, top >= 0]).toEqual([true, true, true])
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  await expectAccessible()
})
