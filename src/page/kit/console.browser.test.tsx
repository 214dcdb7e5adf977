import './tokens.css'
import './base.css'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, OF_WHOLE_PAGES } from '#e2e/doubles/expect-accessible.ts'
import { Console } from './console.tsx'

let root: Root | null = null
let place: HTMLElement | null = null
afterEach(() => {
  root?.unmount()
  place?.remove()
})

function show(text: string): (text: string) => void {
  const at = document.createElement('div')
  document.body.append(at)
  const made = createRoot(at)
  place = at
  root = made
  const put = (shown: string) => made.render(<Console label="Output" text={shown} follow />)
  put(text)
  return put
}
const field = () => page.getByRole('textbox', { name: 'Search the output' })
const box = () => place?.querySelector('pre') ?? document.createElement('pre')
const chosen = () => {
  const found = [...box().querySelectorAll('mark')]
  return [found.length, found.findIndex((each) => each.hasAttribute('data-chosen'))]
}
/** True where the chosen match lies within what the box shows. */
const inSight = () => {
  const match = box().querySelector('[data-chosen]')?.getBoundingClientRect()
  const frame = box().getBoundingClientRect()
  return match !== undefined && match.top >= frame.top && match.bottom <= frame.bottom
}

const LOG = Array.from({ length: 300 }, (_, index) => (index % 100 === 50 ? `${index} Error: no` : `${index} fine`))

it('finds in a growing output: counts, goes on and back by keys, brings each into sight, and ends with Escape', async () => {
  const put = show(LOG.join('\n'))
  await userEvent.click(page.getByRole('button', { name: 'Search the output' }))
  await expect.element(field()).toHaveFocus()
  await userEvent.keyboard('error:')
  await expect.element(page.getByText('1 of 3')).toBeVisible()
  expect(box().textContent).toBe(LOG.join('\n'))
  await expect.poll(inSight).toBe(true)
  const steps = []
  for (const key of ['{Enter}', '{Enter}', '{Enter}', '{Shift>}{Enter}{/Shift}']) {
    await userEvent.keyboard(key)
    await expect.poll(inSight).toBe(true)
    steps.push(chosen())
  }
  expect(steps).toEqual([
    [3, 1],
    [3, 2],
    [3, 0],
    [3, 2],
  ])
  // More comes: the match stays chosen and in sight.
  put([...LOG, ...LOG].join('\n'))
  await expect.element(page.getByText('3 of 6')).toBeVisible()
  expect(inSight()).toBe(true)
  await expectAccessible(place ?? document.body, OF_WHOLE_PAGES)
  await userEvent.keyboard('x')
  await expect.element(page.getByText('Nothing found')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(field()).not.toBeInTheDocument()
  expect(chosen()).toEqual([0, -1])
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Search the output')
})
