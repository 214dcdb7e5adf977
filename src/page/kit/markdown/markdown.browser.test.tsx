import { StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { flushSync } from 'react-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Markdown } from './markdown.tsx'

/** Every element that a message may ever consist of; the last ones are the icons of our own buttons. */
const ALLOWED = new Set(
  'DIV P H3 H4 H5 H6 UL OL LI INPUT STRONG EM DEL CODE PRE BR HR A SPAN BUTTON BLOCKQUOTE TABLE THEAD TBODY TR TH TD svg path rect circle'.split(
    ' ',
  ),
)
const ALLOWED_ATTRIBUTES = new Set(
  'class href target rel title type checked disabled readonly start scope role tabindex aria-label aria-hidden data-depth data-align data-state'.split(
    ' ',
  ),
)

const HOSTILE = [
  '<script>globalThis.hit()</script>',
  '<img src=x onerror="globalThis.hit()">',
  '<svg onload="globalThis.hit()"><script>globalThis.hit()</script></svg>',
  '<iframe src="javascript:parent.hit()"></iframe>',
  '<iframe srcdoc="<script>parent.hit()</script>"></iframe>',
  '<object data="https://tracker.invalid/x"></object><embed src="https://tracker.invalid/y">',
  '<form action="https://tracker.invalid/"><input name=a><button>Send</button></form>',
  '<style>@import "https://tracker.invalid/a.css"; * { background: url(https://tracker.invalid/b) }</style>',
  '<link rel="stylesheet" href="https://tracker.invalid/c.css">',
  '<base href="https://tracker.invalid/"><meta http-equiv="refresh" content="0;url=https://tracker.invalid/">',
  '<video autoplay src="https://tracker.invalid/v" poster="https://tracker.invalid/p"></video>',
  '<details open ontoggle="globalThis.hit()">x</details>',
  '<a href="javascript:globalThis.hit()">raw</a>',
  '[a](javascript:globalThis.hit())',
  '[b](JaVaScRiPt:globalThis.hit())',
  '[c](java\tscript:globalThis.hit())',
  '[d](&#106;avascript:globalThis.hit())',
  '[e](javascript&colon;globalThis.hit())',
  '[f](<javascript:globalThis.hit()>)',
  '[g](data:text/html,<script>globalThis.hit()</script>)',
  '[h](vbscript:globalThis.hit())',
  '[i](file:///etc/passwd)',
  '[j](blob:https://tracker.invalid/1)',
  '[k](//tracker.invalid/relative)',
  '[l](/settings?delete=1)',
  '[m]: javascript:globalThis.hit()\n\n[m]',
  '<javascript:globalThis.hit()>',
  '![n](https://tracker.invalid/pixel.png?q=secret)',
  '![o](//tracker.invalid/pixel.png)',
  '![p](javascript:globalThis.hit())',
  '![q](data:image/svg+xml,<svg onload="globalThis.hit()"/>)',
  '![r](data:text/html;base64,PHNjcmlwdD4=)',
  '[![s](https://tracker.invalid/t.png)](javascript:globalThis.hit())',
  '[t](https://x.invalid "\\" onmouseover=\\"globalThis.hit()")',
  '`<img src=x onerror=globalThis.hit()>`\n\n```html"><script>globalThis.hit()</script>\nx\n```',
  '| <img src=x onerror=globalThis.hit()> |\n|---|\n| [u](javascript:globalThis.hit()) |',
  '- [x] <script>globalThis.hit()</script>\n> <img src=x onerror=globalThis.hit()>',
  '# <img src=x onerror=globalThis.hit()> {onclick=globalThis.hit()}',
]

let place: HTMLElement
let root: Root
beforeEach(() => {
  place = document.createElement('div')
  document.body.append(place)
  root = createRoot(place)
})
afterEach(() => {
  root.unmount()
  place.remove()
})
const show = (text: string, done = true) =>
  flushSync(() =>
    root.render(
      <StrictMode>
        <Markdown text={text} done={done} />
      </StrictMode>,
    ),
  )

test('nothing hostile runs, loads, or becomes an element or an attribute outside the list', async () => {
  const hit = vi.fn()
  Object.assign(globalThis, { hit })
  performance.clearResourceTimings()
  for (const text of [...HOSTILE, HOSTILE.join('\n\n')]) {
    show(text)
    for (const element of place.firstElementChild?.querySelectorAll('*') ?? []) {
      expect(ALLOWED, `${element.tagName} from ${text}`).toContain(element.tagName)
      if (element.closest('svg') !== null) continue
      for (const { name, value } of element.attributes) {
        expect(ALLOWED_ATTRIBUTES, `${name} from ${text}`).toContain(name)
        if (name === 'href') expect(value).toMatch(/^(?:https?|mailto):/)
      }
    }
    for (const control of place.querySelectorAll<HTMLElement>('a, button')) {
      control.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }))
    }
  }
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  expect(hit).not.toHaveBeenCalled()
  const foreign = performance.getEntriesByType('resource').filter(({ name }) => new URL(name).host !== location.host)
  expect(foreign).toEqual([])
})

test('no text is lost: what is refused as an element is there to read', () => {
  show('<b onclick="x">raw</b> and [label](javascript:bad) and ![alt](https://h.invalid/i.png)')
  expect(place.textContent).toBe('<b onclick="x">raw</b> and label (javascript:bad) and althttps://h.invalid/i.png')
})

test('a link opens in a new tab that knows nothing of this one, and says where it leads', () => {
  show('[home](https://name:pass@example.com:8443/a?b=1#c)')
  const link = place.querySelector('a')
  expect(
    Object.fromEntries(
      [...(link?.attributes ?? [])].filter(({ name }) => name !== 'class').map(({ name, value }) => [name, value]),
    ),
  ).toEqual({
    href: 'https://name:pass@example.com:8443/a?b=1#c',
    target: '_blank',
    rel: 'noopener noreferrer',
    title: 'example.com:8443\nhttps://name:pass@example.com:8443/a?b=1#c',
  })
})

test('a picture in the text is shown after a click and not before', () => {
  const pixel = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
  show(`![dot](${pixel})`)
  expect(place.querySelector('img')).toBe(null)
  flushSync(() => place.querySelector('button')?.click())
  expect(place.querySelector('img')?.src).toBe(pixel)
})

test('finished blocks keep their elements while text streams in', () => {
  const text = '# Title\n\nFirst.\n\n```js\nconst a = 1\n```\n\nSecond.\n\nThird.\n\n- one\n- two\n- three'
  show('# Title\n\nFirst.\n\n', false)
  const heading = place.querySelector('h3')
  for (let end = 18; end <= text.length; end += 3) show(text.slice(0, end), false)
  show(text, true)
  expect(place.querySelector('h3')).toBe(heading)
  expect([...place.querySelectorAll('li')].map((item) => item.textContent)).toEqual(['one', 'two', 'three'])
})

test('an unfinished fence is code already, and is coloured once it is finished', async () => {
  show('```js\nconst answer = 42', false)
  const code = place.querySelector('pre code')
  expect(code?.innerHTML).toBe('const answer = 42')
  show('```js\nconst answer = 42\n```', true)
  expect(place.querySelector('pre code')).toBe(code)
  await expect
    .poll(() => [...(code?.querySelectorAll('span') ?? [])].map((span) => span.textContent), { timeout: 10_000 })
    .toEqual(['const', '42'])
  expect(code?.textContent).toBe('const answer = 42')
})
