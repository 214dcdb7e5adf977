import type { PageNode } from './page-node.ts'

/** Elements that hold nothing to read, or nothing that a person would see. */
const SILENT = new Set(
  'script style noscript template svg math iframe object embed audio video canvas map link meta title button input select textarea option dialog'.split(
    ' ',
  ),
)
const INVISIBLE = /(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d])|opacity\s*:\s*0(?![.\d]))/i
/** Characters of a style that are looked at; one that is longer hides or shows what it likes. */
const STYLE_MAX_CHARS = 1_000

/** What is left of a tree. */
export interface Pruned {
  readonly elements: number
  /** The deepest nesting of elements. */
  readonly depth: number
}

/**
 * Takes out of a tree what a reader would not see, because instructions to a machine are put there, and every style: the
 * libraries behind this read them at a cost that grows with the square. Without recursion, since a hostile page is nested
 * deeper than any stack.
 */
export function prune(root: PageNode): Pruned {
  let elements = 0
  let deepest = 0
  let depth = 0
  let node = root.firstChild
  while (node !== null) {
    const next: PageNode | null = node.nextSibling
    const parent: PageNode | null = node.parentNode
    const isHidden = node.nodeType === 8 || (node.nodeType === 1 && isInvisible(node))
    let inner: PageNode | null = null
    if (isHidden) node.remove?.()
    else if (node.nodeType === 1) {
      if (node.getAttribute?.('style') != null) node.removeAttribute?.('style')
      elements += 1
      deepest = Math.max(deepest, depth + 1)
      inner = node.firstChild
    }
    if (inner !== null) {
      node = inner
      depth += 1
      continue
    }
    node = next
    let above = parent
    while (node === null && above !== null && above !== root) {
      node = above.nextSibling
      above = above.parentNode
      depth -= 1
    }
  }
  return { elements, depth: deepest }
}

function isInvisible(node: PageNode): boolean {
  if (SILENT.has(node.localName ?? '')) return true
  const has = (name: string): string | null => node.getAttribute?.(name) ?? null
  if (has('hidden') !== null || has('aria-hidden') === 'true') return true
  return INVISIBLE.test((has('style') ?? '').slice(0, STYLE_MAX_CHARS))
}
