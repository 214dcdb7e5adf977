import './tokens.css'
import './base.css'
import { createRoot, type Root } from 'react-dom/client'
import { flushSync } from 'react-dom'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { ArgumentsView } from './arguments-view.tsx'
import { CodeView } from './code/code-view.tsx'
import { Console } from './console.tsx'
import { Markdown } from './markdown/markdown.tsx'

let place: HTMLElement
let root: Root
beforeEach(() => {
  place = document.createElement('div')
  place.style.inlineSize = '300px'
  document.body.append(place)
  root = createRoot(place)
})
afterEach(() => {
  root.unmount()
  place.remove()
})
const show = (text: string, done = true) => flushSync(() => root.render(<Markdown text={text} done={done} />))
const table = (cell: string) => `| Harbour | Height |\n| --- | --- |\n| ${cell} | 6 m |`
const WIDE = 'wide'.repeat(40)

it.each([
  ['table', table(WIDE), 'Table: Harbour, Height'],
  ['code block', `\`\`\`js\nconst a = '${WIDE}'\n\`\`\``, /^JavaScript code: const a/],
])('a wide %s fades where it is cut off, and only then is it a region that Tab reaches', async (_, text, name) => {
  show(text)
  const region = page.getByRole('region', { name })
  await expect.element(region).toHaveAttribute('data-cut', 'right')
  await expect.element(region).toHaveAttribute('tabindex', '0')
  const box = region.element()
  expect(getComputedStyle(box).maskImage).toContain('linear-gradient')
  box.scrollLeft = 60
  await expect.element(region).toHaveAttribute('data-cut', 'left right')
  box.scrollLeft = box.scrollWidth
  await expect.element(region).toHaveAttribute('data-cut', 'left')
  place.style.inlineSize = '4000px'
  await expect.element(region).not.toBeInTheDocument()
  expect([box.hasAttribute('tabindex'), box.hasAttribute('data-cut'), getComputedStyle(box).maskImage]).toEqual([
    false,
    false,
    'none',
  ])
})

const LINES = Array.from({ length: 90 }, (_, line) => `line ${line}`).join('\n')

it.each([
  ['output of a command', <Console key="0" label="Output" text={LINES} />, 'bottom'],
  ['text of a file', <CodeView key="0" text={LINES} path="a.txt" />, 'bottom'],
  ['text of a wide file', <CodeView key="0" text={WIDE} path="a.txt" />, 'right'],
  ['argument', <ArgumentsView key="0" raw={JSON.stringify({ text: LINES })} />, 'bottom'],
  ['argument that is no object', <ArgumentsView key="0" raw={LINES} />, 'bottom'],
])('what is cut off of the %s fades, and Tab reaches it', async (_, view, cut) => {
  place.style.blockSize = '300px'
  flushSync(() => root.render(view))
  const box = () => place.querySelector<HTMLElement>('[data-cut]')
  await expect.poll(() => box()?.dataset['cut']).toBe(cut)
  expect(box()?.tabIndex).toBe(0)
})

it('output that outgrows its box while it comes in fades from then on', async () => {
  const grow = (text: string) => flushSync(() => root.render(<Console label="Output" text={text} />))
  grow('one')
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  expect(place.querySelector('[data-cut]')).toBeNull()
  grow(LINES)
  await expect.poll(() => place.querySelector<HTMLElement>('pre')?.dataset['cut']).toBe('bottom')
})

it('what is narrow enough is no stop for the keyboard', async () => {
  place.style.inlineSize = '600px'
  show(`${table('Brest')}\n\n\`\`\`js\nconst a = 1\n\`\`\``)
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  expect(place.querySelectorAll('[role=region], [data-cut], :is(pre, div)[tabindex]')).toHaveLength(0)
})

it('code that outgrows its block while it streams in fades from then on', async () => {
  show('```js\nconst a = 1', false)
  const block = () => place.querySelector('pre')
  expect(block()?.hasAttribute('data-cut')).toBe(false)
  show(`\`\`\`js\nconst a = '${WIDE}`, false)
  await expect.poll(() => block()?.dataset['cut']).toBe('right')
})
