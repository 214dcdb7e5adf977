import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readable } from './readable.ts'

const URL_OF_PAGE = 'https://example.com/docs/page'
const page = (body: string, head = '') => `<!doctype html><html><head>${head}</head><body>${body}</body></html>`
const text = (body: string) => readable(page(body), URL_OF_PAGE).text

describe('a page as Markdown', () => {
  test.each<[string, string, string]>([
    [
      'paragraphs and emphasis',
      '<p>One <b>two</b> <em> three </em>four.</p><p>Five</p>',
      'One **two** *three* four.\n\nFive',
    ],
    ['headings', '<h1>A <i>b</i></h1><h3>C</h3>', '# A *b*\n\n### C'],
    ['links, whole', '<a href="../x?a=1#b">link</a> <a href="#top">top</a>', '[link](https://example.com/x?a=1#b) top'],
    ['no link that is code', '<a href="javascript:alert(1)">a</a> <a href="data:text/html,x">b</a>', 'a b'],
    ['brackets in an address', '<a href="/C_(x)">c</a>', '[c](https://example.com/C_%28x%29)'],
    ['lists in lists', '<ul><li>a<ol><li>b</li><li>c</li></ol></li><li>d</li></ul>', '- a\n  1. b\n  2. c\n- d'],
    ['code, as it is', '<pre><code>if (a &lt; b) {\n  c\n}\n</code></pre>', '```\nif (a < b) {\n  c\n}\n```'],
    ['code with fences in it', '<pre>```\nx\n```</pre>', '````\n```\nx\n```\n````'],
    [
      'a table',
      '<table><tr><th>a</th><th>b</th></tr><tr><td>1|2</td><td>3</td></tr></table>',
      '| a | b |\n| --- | --- |\n| 1\\|2 | 3 |',
    ],
    ['a table that lays out', '<table><tr><td><h2>x</h2></td><td><ul><li>y</li></ul></td></tr></table>', '## x\n\n- y'],
    ['a quotation', '<blockquote><p>a</p><p>b</p></blockquote>', '> a\n>\n> b'],
    ['line breaks and images', 'a<br>b <img alt="a pic" src="https://track.example.com/x.png">', 'a\nb [image: a pic]'],
    ['text outside of any paragraph', 'a<div>b</div>c', 'a\n\nb\n\nc'],
    ['nothing', '', ''],
  ])('%s', (_, body, expected) => {
    expect(text(body)).toBe(expected)
  })

  test('what a reader would not see is left out', () => {
    const hidden = [
      '<script>x</script>',
      '<style>x</style>',
      '<template>x</template>',
      '<noscript>x</noscript>',
      '<!-- x -->',
      '<p hidden>x</p>',
      '<p aria-hidden="true">x</p>',
      '<p style="display: none">x</p>',
      '<p style="color:red;visibility:hidden">x</p>',
      '<p style="font-size:0">x</p>',
      '<p style="opacity: 0;">x</p>',
      '<button>x</button>',
      '<textarea>x</textarea>',
    ]
    expect(hidden.map((each) => text(`<p>a</p>${each}<p style="opacity:0.5">b</p>`))).toEqual(
      hidden.map(() => 'a\n\nb'),
    )
  })

  test('a base of the page makes its links whole', () => {
    expect(
      readable(page('<p><a href="b">x</a></p>', '<base href="https://other.example.org/a/">'), URL_OF_PAGE).text,
    ).toBe('[x](https://other.example.org/a/b)')
  })

  test('a page without html, head or body elements is a page', () => {
    expect(readable('<!doctype html><title>T</title><p>One<p>Two', URL_OF_PAGE)).toEqual({
      title: 'T',
      text: 'One\n\nTwo',
      form: 'page',
    })
  })
})

test('the article of a page is found among its menus', () => {
  const words = 'It was a bright cold day in April, and the clocks were striking, one after the other, as they do. '
  const body = `<nav><ul>${'<li><a href="/m">Menu entry</a></li>'.repeat(20)}</ul></nav><div class="content"><h1>Head</h1>${`<p>${words.repeat(4)}</p>`.repeat(6)}</div><footer>Imprint</footer>`
  const read = readable(page(body, '<title>The title | The site</title>'), URL_OF_PAGE)
  expect([read.form, read.title, read.text.includes('Menu entry'), read.text.split('bright cold day').length]).toEqual([
    'article',
    'The title | The site',
    false,
    25,
  ])
})

describe('a page that means harm', () => {
  const MANY = 30_000
  test.each<[string, string]>([
    ['nested without end', '<div>'.repeat(MANY)],
    ['nested as deep as is laid out', `${'<div>'.repeat(9_000)}x`],
    ['quotations around a long text', `${'<blockquote>'.repeat(190)}<pre>${'a\n'.repeat(200_000)}`],
    ['lists in lists', '<ul><li>'.repeat(95) + 'text'],
    ['tables in tables', '<table><tr><td>'.repeat(60) + 'x'],
    ['nothing but space', `<pre>${'\n'.repeat(500_000)}x</pre><p>${' '.repeat(400_000)}x`],
    ['a style without end', `<p style="display : ${' '.repeat(500_000)}x">x</p>`],
    ['tags that never end', '<html '.repeat(15_000)],
    ['nothing but tag signs', '<'.repeat(900_000)],
    ['nothing but escapes', '&amp;&#x41;&#99999999;&'.repeat(40_000)],
    ['scripts that never end', '<script>'.repeat(MANY)],
    ['comments that never end', '<!--'.repeat(MANY)],
    ['a thousand links', '<a href="/x?y=1">l</a>'.repeat(9_000)],
  ])('%s is read within its bounds', (_, html) => {
    const before = process.cpuUsage()
    const read = readable(html, URL_OF_PAGE)
    // The thread's own time, so that a busy machine does not count; generous, since what this guards against took a minute.
    expect(process.cpuUsage(before).user / 1_000_000).toBeLessThan(10)
    expect(['page', 'bare', 'article']).toContain(read.form)
  })

  test('a page that is too much is still its text', () => {
    const read = readable(
      page(`<p>a&amp;b</p>${'<i>c</i>'.repeat(MANY)}<script>no</script>`, '<title>T &lt;1&gt;</title>'),
      URL_OF_PAGE,
    )
    expect([read.form, read.title, read.text.slice(0, 20), read.text.length]).toEqual([
      'bare',
      'T <1>',
      `T <1>\na&b\ncccccccccc`,
      10 + MANY,
    ])
  })

  test('random markup never throws', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '</',
      '<p',
      '<table><tr>',
      '<a href="',
      '"',
      "'",
      '<!--',
      '-->',
      '<![CDATA[',
      '<body',
      '<html>',
      '<svg>',
      '<li>',
      '=',
      '&#',
      ';',
      '<?',
      '<title>',
      '<base href=x>',
    )
    const markup = fc
      .array(fc.oneof(piece, fc.string({ unit: 'binary', maxLength: 8 })), { maxLength: 40 })
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(markup, (html) => {
        expect(typeof readable(html, URL_OF_PAGE).text).toBe('string')
      }),
      { seed: 7, numRuns: 300 },
    )
  })
})
