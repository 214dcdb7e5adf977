import type { MarkedToken, Token, TokensList } from 'marked'
import { lexBlocks } from './bounded-lexer.ts'

/** Blocks at the end that later text may still change: a list that goes on, a paragraph that becomes a heading. */
const OPEN_BLOCKS = 2

/** One block of a message. The same object as long as nothing in it changed, so that views may compare by identity. */
type Block = { readonly key: number; readonly token: Token }

/**
 * The blocks of a growing text. Finished blocks are lexed once and kept; each new text that continues the
 * last one costs only its end. Equal to lexing the whole text, whatever the pieces were.
 */
export class FrozenBlocks {
  private text = ''
  private frozenChars = 0
  private frozen: Block[] = []
  private open: Block[] = []
  /** What the frozen text defines. */
  private links: TokensList['links'] = newLinks()
  /** Frozen text refers to a definition that is still open: it may yet change, so the next text starts anew. */
  private borrows = false

  /** All blocks of `text`, blank lines left out. */
  update(text: string): readonly Block[] {
    const normal = text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text
    if (normal !== this.text || this.text === '') {
      if (!normal.startsWith(this.text)) this.reset()
      this.text = normal
      this.lexEnd()
    }
    return [...this.frozen, ...this.open]
  }

  private reset(): void {
    this.frozenChars = 0
    this.frozen = []
    this.open = []
    this.links = newLinks()
    this.borrows = false
  }

  private lexEnd(): void {
    if (this.borrows) this.reset()
    let links = Object.assign(newLinks(), this.links)
    let tokens = lexBlocks(this.text.slice(this.frozenChars), links)
    if (this.namesFrozenText(links)) {
      this.reset()
      links = newLinks()
      tokens = lexBlocks(this.text, links)
    }
    const kept = this.freeze(tokens)
    const previous = this.open
    let key = this.frozen.length
    this.open = []
    for (const token of tokens.slice(kept)) {
      if (!isShown(token)) continue
      const before = previous.find((block) => block.key === key)
      this.open.push(before !== undefined && sameBlock(before.token, token) ? before : { key, token })
      key += 1
    }
    this.borrows = this.namesFrozenText(links)
  }

  /** Moves the finished tokens into the frozen part; returns how many there were. */
  private freeze(tokens: readonly Token[]): number {
    let cut = tokens.length
    for (let shown = 0; cut > 0 && shown < OPEN_BLOCKS; cut -= 1) if (isShown(tokens[cut - 1])) shown += 1
    // An HTML block may not interrupt a paragraph, so a cut right behind one would change what follows.
    while (cut > 0 && (tokens[cut - 1]?.type === 'paragraph' || tokens[cut - 1]?.type === 'text')) cut -= 1
    let at = this.frozenChars
    const finished: Block[] = []
    let key = this.frozen.length
    for (const token of tokens.slice(0, cut)) {
      // The lexer gives each token the text that it came from; where it does not, nothing is frozen.
      if (!this.text.startsWith(token.raw, at)) return 0
      at += token.raw.length
      if (!isShown(token)) continue
      const before = this.open.find((block) => block.key === key)
      finished.push(before !== undefined && sameBlock(before.token, token) ? before : { key, token })
      key += 1
    }
    keepDefinitions(tokens.slice(0, cut), this.links)
    this.frozenChars = at
    this.frozen.push(...finished)
    return cut
  }

  /** True where frozen text refers to a definition that is not frozen. */
  private namesFrozenText(links: TokensList['links']): boolean {
    const fresh = Object.keys(links).filter((name) => this.links[name] === undefined)
    if (fresh.length === 0) return false
    const frozenText = this.text.slice(0, this.frozenChars).toLowerCase().replaceAll(/\s+/g, ' ')
    return fresh.some((name) => frozenText.includes(`[${name}]`))
  }
}

function newLinks(): TokensList['links'] {
  // No prototype: a definition may be named `constructor`.
  return Object.create(null) as TokensList['links']
}

function isShown(token: Token | undefined): boolean {
  return token !== undefined && token.type !== 'space' && token.type !== 'def'
}

/** Adds the definitions in `tokens`, also those inside quotes and lists; the first of a name wins. */
function keepDefinitions(tokens: readonly Token[], links: TokensList['links']): void {
  for (const token of tokens as readonly MarkedToken[]) {
    if (token.type === 'def') links[token.tag] ??= { href: token.href, title: token.title }
    else if (token.type === 'list') for (const item of token.items) keepDefinitions(item.tokens, links)
    else if (token.type === 'blockquote') keepDefinitions(token.tokens, links)
  }
}

/** Equal source and type means equal rendering only where no reference link is in it. */
function sameBlock(before: Token, after: Token): boolean {
  return before.type === after.type && before.raw === after.raw && !after.raw.includes('[')
}
