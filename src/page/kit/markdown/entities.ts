const NAMED: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', '\u00a0'],
  ['copy', '©'],
  ['reg', '®'],
  ['trade', '™'],
  ['hellip', '…'],
  ['mdash', '—'],
  ['ndash', '–'],
  ['lsquo', '‘'],
  ['rsquo', '’'],
  ['ldquo', '“'],
  ['rdquo', '”'],
  ['laquo', '«'],
  ['raquo', '»'],
  ['bull', '•'],
  ['middot', '·'],
  ['times', '×'],
  ['divide', '÷'],
  ['plusmn', '±'],
  ['deg', '°'],
  ['micro', 'µ'],
  ['para', '¶'],
  ['sect', '§'],
  ['euro', '€'],
  ['pound', '£'],
  ['yen', '¥'],
  ['cent', '¢'],
  ['larr', '←'],
  ['rarr', '→'],
  ['uarr', '↑'],
  ['darr', '↓'],
  ['harr', '↔'],
  ['rArr', '⇒'],
  ['le', '≤'],
  ['ge', '≥'],
  ['ne', '≠'],
  ['asymp', '≈'],
  ['infin', '∞'],
  ['minus', '−'],
  ['sum', '∑'],
  ['radic', '√'],
  ['pi', 'π'],
  ['alpha', 'α'],
  ['beta', 'β'],
  ['lambda', 'λ'],
  ['check', '✓'],
  ['shy', '\u00ad'],
  ['zwj', '\u200d'],
  ['zwnj', '\u200c'],
])

const REFERENCE = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi

function fromCodePoint(code: number): string {
  const unfit = code === 0 || code > 0x10_ff_ff || (code >= 0xd8_00 && code <= 0xdf_ff)
  return unfit ? '\ufffd' : String.fromCodePoint(code)
}

/** `text` with its character references resolved: numeric ones and the names that prose uses; others stay. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replaceAll(REFERENCE, (whole, decimal?: string, hex?: string, name?: string) => {
    if (decimal !== undefined) return fromCodePoint(Number.parseInt(decimal, 10))
    if (hex !== undefined) return fromCodePoint(Number.parseInt(hex, 16))
    return NAMED.get(name ?? '') ?? whole
  })
}
