import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import * as fc from 'fast-check'
import type { Token } from 'marked'
import { expect, test, vi } from 'vitest'
import { BlockView } from './block.tsx'
import { lexBlocks } from './bounded-lexer.ts'
import { FrozenBlocks } from './frozen-blocks.ts'

// Seconds on a quiet machine; a busy one takes its time.
vi.setConfig({ testTimeout: 90_000 })

const html = (tokens: readonly Token[]) =>
  renderToStaticMarkup(tokens.map((token, key) => createElement(BlockView, { key, token, open: false })))
const whole = (text: string) => html(lexBlocks(text, Object.create(null)))
const shown = (blocks: FrozenBlocks, text: string) => html(blocks.update(text).map((block) => block.token))

/** Pieces that make Markdown's blocks meet, interrupt and extend one another. */
const piece = fc.constantFrom(
  ...'a¦word ¦ ¦  ¦    ¦\t¦- ¦* ¦1. ¦2. ¦- [ ] ¦- [x] ¦# ¦## ¦> ¦>¦```¦~~~¦`¦---¦===¦***¦**¦*¦_¦~~¦|¦| 1 | 2 |\n'.split(
    '¦',
  ),
  ...'\n¦\n\n¦\n\n\n¦  \n¦\r\n¦\r¦```js\n¦| a | b |\n|---|:-:|\n¦[a]¦[a]: http://x.y\n¦[a]: ¦\n[a]: http://q\n\n¦[b][a]'.split(
    '¦',
  ),
  ...'[c](http://z)¦![i](data:x)¦https://e.f¦<b>¦</b>¦<!--¦-->¦<div>\n¦</div>¦<script>¦\\¦&amp;¦😀¦é¦$&¦1¦2¦.¦)¦+ ¦\u00a0'.split(
    '¦',
  ),
)

test('any pieces give what the whole text gives, at each step', () => {
  fc.assert(
    fc.property(fc.array(fc.array(piece, { minLength: 1, maxLength: 4 }), { maxLength: 30 }), (chunks) => {
      const blocks = new FrozenBlocks()
      let text = ''
      for (const chunk of chunks) {
        text += chunk.join('')
        expect(shown(blocks, text)).toBe(whole(text))
      }
    }),
    { numRuns: 200 },
  )
})

test('character by character gives what the whole text gives', () => {
  const text = [
    '# Title\n\nSome *text* with `code` and [a link][ref].\n',
    '1. one\n\n2. two\n   - nested\n\n3. three\n\npara\n===\n',
    '| a | b |\n|---|---|\n| 1 | 2 |\n\n```ts\nconst a = 1\n```\n\n> quote\n> more\nlazy\n\n',
    '<div>\nraw\n</div>\n\n- [ ] task\n- [x] done\n\n[ref]: https://example.com "t"\n\nend',
  ].join('\n')
  const blocks = new FrozenBlocks()
  for (let end = 1; end <= text.length; end += 1) {
    expect(shown(blocks, text.slice(0, end))).toBe(whole(text.slice(0, end)))
  }
})

test('finished blocks stay the same objects while text is added', () => {
  const blocks = new FrozenBlocks()
  const paragraphs = (count: number) => Array.from({ length: count }, (_, index) => `Paragraph ${index}.\n\n`).join('')
  const before = blocks.update(paragraphs(50))
  const after = blocks.update(paragraphs(60))
  expect(after.length).toBe(60)
  expect(before.every((block, index) => block === after[index])).toBe(true)
})

test('a text that is not a continuation starts anew', () => {
  const blocks = new FrozenBlocks()
  blocks.update('one\n\ntwo\n\nthree\n\nfour')
  expect(shown(blocks, 'other\n\ntext')).toBe(
    '<p class="paragraph">other</p><p class="paragraph">text</p>'.replaceAll('paragraph"', `${classOf()}"`),
  )
})

/** The scoped name that the style sheet gives to a paragraph. */
function classOf(): string {
  return /class="([^"]*)"/.exec(whole('x'))?.[1] ?? ''
}

test('nesting and emphasis without end are bounded and lose no text', () => {
  const quotes = whole(`${'>'.repeat(30_000)}deep`)
  expect(quotes.split('<blockquote').length - 1).toBe(16)
  expect(quotes).toContain('deep')
  const marks = '*a_'.repeat(10_000)
  expect(whole(marks)).toBe(`<p class="${classOf()}">${marks}</p>`)
  expect(whole(`${'- '.repeat(5_000)}end`).split('<ul').length - 1).toBeLessThanOrEqual(17)
})
