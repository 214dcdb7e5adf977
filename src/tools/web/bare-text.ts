const NAMED: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
])

/** At one place, so that no part of the page is copied to look at it. */
const TAG_NAME = /<\/?([a-z][a-z0-9]{0,20})/iy

/**
 * The text of an HTML page without laying it out, in one pass over its tags: for pages that are too large or too deeply
 * nested for a tree. Tags end words, blocks end lines; scripts and styles are left out.
 */
export function bareText(html: string): string {
  const parts: string[] = []
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    parts.push(html.slice(at, open === -1 ? html.length : open))
    if (open === -1) break
    const [end, between] = pastTag(html, open)
    parts.push(between)
    at = end
  }
  return parts
    .join('')
    .replace(/&(#?[a-z0-9]{1,8});/gi, character)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[\s]*/g, '\n')
    .trim()
}

function character(whole: string, name: string): string {
  if (!name.startsWith('#')) return NAMED.get(name.toLowerCase()) ?? whole
  const point = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  const isOne = Number.isInteger(point) && point > 0 && point < 0x110000 && (point < 0xd800 || point > 0xdfff)
  return isOne ? String.fromCodePoint(point) : whole
}

/** Where the tag, comment or script that begins at `open` ends, and what stands in its place. */
function pastTag(html: string, open: number): [end: number, between: string] {
  if (html.startsWith('<!--', open)) return [after(html, '-->', open + 4), '']
  TAG_NAME.lastIndex = open
  const name = TAG_NAME.exec(html)?.[1]?.toLowerCase()
  if (name === undefined)
    return html.startsWith('<!', open) || html.startsWith('<?', open) ? [after(html, '>', open), ''] : [open + 1, '<']
  const end = after(html, '>', open)
  if ((name === 'script' || name === 'style' || name === 'template') && html[open + 1] !== '/') {
    const close = html.slice(end).search(new RegExp(`</${name}`, 'i'))
    return [close === -1 ? html.length : after(html, '>', end + close), ' ']
  }
  return [
    end,
    /^(?:a|abbr|b|code|del|em|font|i|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|u|var|wbr)$/.test(name)
      ? ''
      : '\n',
  ]
}

function after(html: string, sign: string, from: number): number {
  const found = html.indexOf(sign, from)
  return found === -1 ? html.length : found + sign.length
}
