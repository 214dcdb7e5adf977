import type { PageNode } from './page-node.ts'

const BLOCKS = new Set(
  'address article aside blockquote body center details dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html li main menu nav ol p pre search section summary table ul'.split(
    ' ',
  ),
)
const MARKS: ReadonlyMap<string, string> = new Map([
  ['b', '**'],
  ['strong', '**'],
  ['em', '*'],
  ['i', '*'],
  ['del', '~~'],
  ['s', '~~'],
])
/** Deeper lists and quotations are not indented further: a line of a hostile page would be all indent. */
const INDENT_MAX = 6
const LINK_MAX_CHARS = 500
const CELL_MAX_CHARS = 2_000

interface Place {
  readonly base: string
  readonly indent: number
}

/**
 * Markdown of a page's node, links absolute against `base`. Of a tree that `prune` has been over: it is recursive, and
 * what a reader would not see is gone by then.
 */
export function toMarkdown(node: PageNode, base: string): string {
  // No pattern here looks for space before an end: over a long run of space that takes the square of its length.
  const lines = blocks(node, { base, indent: 0 }).split('\n')
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function* children(node: PageNode): Generator<PageNode> {
  for (let child = node.firstChild; child !== null; child = child.nextSibling) yield child
}

/** The blocks below a node, with an empty line between each two; runs of inline content become paragraphs. */
function blocks(node: PageNode, place: Place): string {
  const parts: string[] = []
  let run = ''
  const flush = (): void => {
    const text = tidy(run)
    if (text !== '') parts.push(text)
    run = ''
  }
  for (const child of children(node)) {
    if (child.nodeType === 1 && holdsBlocks(child)) {
      flush()
      const text = block(child, place)
      if (text.trim() !== '') parts.push(text)
    } else run += inline(child, place)
  }
  flush()
  return parts.join('\n\n')
}

/** A block itself, or an inline element with a block directly in it, as sloppy pages have. */
function holdsBlocks(node: PageNode): boolean {
  if (BLOCKS.has(node.localName ?? '')) return true
  for (const child of children(node)) if (child.nodeType === 1 && BLOCKS.has(child.localName ?? '')) return true
  return false
}

function block(node: PageNode, place: Place): string {
  const name = node.localName ?? ''
  const heading = /^h([1-6])$/.exec(name)?.[1]
  if (heading !== undefined) {
    const text = oneLine(inlines(node, place))
    return text === '' ? '' : `${'#'.repeat(Number(heading))} ${text}`
  }
  switch (name) {
    case 'hr':
      return '---'
    case 'pre':
      return fenced((node.textContent ?? '').replace(/^\n/, '').trimEnd())
    case 'blockquote':
      return prefixed(blocks(node, deeper(place)), place.indent < INDENT_MAX ? '> ' : '')
    case 'ul':
    case 'menu':
    case 'ol':
      return list(node, place, name === 'ol')
    case 'table':
      return table(node, place)
    default:
      return blocks(node, place)
  }
}

function list(node: PageNode, place: Place, isOrdered: boolean): string {
  const rows: string[] = []
  let number = 1
  for (const child of children(node)) {
    if (child.nodeType !== 1) continue
    const text = blocks(child, deeper(place))
    if (text.trim() === '') continue
    const sign = isOrdered ? `${number}. ` : '- '
    number += 1
    // A list in a list follows its row at once.
    const dense = place.indent < INDENT_MAX ? text.replace(/\n\n(?=[-*] |\d{1,4}\. )/g, '\n') : text
    rows.push(sign + (place.indent < INDENT_MAX ? dense.replaceAll('\n', `\n${' '.repeat(sign.length)}`) : dense))
  }
  return rows.join('\n')
}

/** A table as rows of cells. One that only lays a page out (a cell holds blocks of its own) is read as blocks. */
function table(node: PageNode, place: Place): string {
  const rows: string[][] = []
  let isLayout = false
  const visit = (parent: PageNode): void => {
    for (const child of children(parent)) {
      if (child.nodeType !== 1) continue
      if (/^t(?:head|body|foot)$/.test(child.localName ?? '')) visit(child)
      else if (child.localName === 'tr') {
        const cells = [...children(child)].filter((cell) => cell.localName === 'td' || cell.localName === 'th')
        isLayout ||= cells.some((cell) =>
          [...children(cell)].some((each) => /^(?:table|ul|ol|pre|h[1-6])$/.test(each.localName ?? '')),
        )
        rows.push(cells.map((cell) => oneLine(inlines(cell, place)).replaceAll('|', '\\|').slice(0, CELL_MAX_CHARS)))
      }
    }
  }
  visit(node)
  const width = Math.max(0, ...rows.map((row) => row.length))
  if (isLayout || width < 2) return rowsAsBlocks(node, place)
  const line = (row: readonly string[]): string => `| ${row.join(' | ')} |`
  const [first = [], ...rest] = rows
  return [line(first), `|${' --- |'.repeat(first.length)}`, ...rest.map(line)].join('\n')
}

function rowsAsBlocks(node: PageNode, place: Place): string {
  const parts: string[] = []
  for (const child of children(node)) {
    if (child.nodeType !== 1) continue
    const isRow = /^(?:t(?:head|body|foot|r)|caption|colgroup)$/.test(child.localName ?? '')
    const text = isRow ? rowsAsBlocks(child, place) : blocks(child, place)
    if (text.trim() !== '') parts.push(text)
  }
  return parts.join('\n\n')
}

function inlines(node: PageNode, place: Place): string {
  let text = ''
  for (const child of children(node)) {
    // A block inside a line is at least a word of its own.
    text += BLOCKS.has(child.localName ?? '') ? ` ${inlines(child, place)} ` : inline(child, place)
  }
  return text
}

function inline(node: PageNode, place: Place): string {
  if (node.nodeType === 3) return (node.textContent ?? '').replace(/\s+/g, ' ')
  if (node.nodeType !== 1) return ''
  const name = node.localName ?? ''
  if (name === 'br') return '\n'
  if (name === 'img') {
    const alt = oneLine(node.getAttribute?.('alt') ?? '').slice(0, LINK_MAX_CHARS)
    return alt === '' ? '' : `[image: ${alt}]`
  }
  const text = inlines(node, place)
  if (text.trim() === '') return text === '' ? '' : ' '
  if (name === 'a') return linked(text, node.getAttribute?.('href') ?? '', place.base)
  if (name === 'code' || name === 'kbd' || name === 'samp') return text.includes('`') ? text : `\`${oneLine(text)}\``
  const mark = MARKS.get(name)
  if (mark === undefined || text.includes('\n')) return text
  const core = text.trim()
  const start = text.indexOf(core)
  return `${text.slice(0, start)}${mark}${core}${mark}${text.slice(start + core.length)}`
}

function linked(text: string, href: string, base: string): string {
  if (href === '' || href.startsWith('#') || href.length > LINK_MAX_CHARS || !URL.canParse(href, base)) return text
  const url = new URL(href, base).href
  if (!/^(?:https?|mailto):/.test(url) || url.length > LINK_MAX_CHARS) return text
  const label = oneLine(text)
  return `[${label}](${url.replaceAll('(', '%28').replaceAll(')', '%29')})`
}

function deeper(place: Place): Place {
  return { ...place, indent: place.indent + 1 }
}

function prefixed(text: string, prefix: string): string {
  return text === '' || prefix === '' ? text : prefix + text.replaceAll('\n', `\n${prefix}`)
}

/** Code between fences that are longer than any inside it. */
function fenced(code: string): string {
  if (code.trim() === '') return ''
  let longest = 2
  for (const [ticks] of code.matchAll(/`{3,}/g)) longest = Math.max(longest, ticks.length)
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${code}\n${fence}`
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function tidy(run: string): string {
  return run.split('\n').map(oneLine).join('\n').trim()
}
