import { Lexer, type Token, type TokensList } from 'marked'

/** Quotes and lists nest this deep; what is deeper is shown as it was written. */
const MAX_DEPTH = 16
/** Emphasis marks in one paragraph; matching them costs the square of their number (20,000 took 16 s). */
const MAX_EMPHASIS_MARKS = 600
/** One paragraph longer than this is shown as it was written. */
const MAX_INLINE_CHARS = 60_000

const EMPHASIS_MARK = /[*_~]+/g

function tooDense(text: string): boolean {
  if (text.length > MAX_INLINE_CHARS) return true
  let marks = 0
  while (EMPHASIS_MARK.test(text)) marks += 1
  return marks > MAX_EMPHASIS_MARKS
}

/** marked's GFM lexer with its stack and its time bounded: text comes from a model and may be hostile. */
class BoundedLexer extends Lexer {
  private depth = 0

  override blockTokens(src: string, tokens?: Token[], lastParagraphClipped?: boolean): Token[]
  override blockTokens(src: string, tokens?: TokensList, lastParagraphClipped?: boolean): TokensList
  override blockTokens(src: string, tokens: Token[] = [], lastParagraphClipped = false): Token[] {
    if (this.depth >= MAX_DEPTH) {
      tokens.push({ type: 'text', raw: src, text: src })
      return tokens
    }
    this.depth += 1
    const filled = super.blockTokens(src, tokens, lastParagraphClipped)
    this.depth -= 1
    return filled
  }

  override inlineTokens(src: string, tokens: Token[] = []): Token[] {
    if (!tooDense(src)) return super.inlineTokens(src, tokens)
    tokens.push({ type: 'text', raw: src, text: src })
    return tokens
  }
}

/**
 * Block tokens of `text`, their inline tokens filled in. `links` holds the reference definitions of the
 * text before it (the first definition of a name wins) and gets those of this text.
 */
export function lexBlocks(text: string, links: TokensList['links']): Token[] {
  const lexer = new BoundedLexer({ gfm: true })
  lexer.tokens.links = links
  try {
    return lexer.lex(text)
  } catch {
    // Whatever a hostile text does to the lexer, the reader still gets the text.
    return [{ type: 'paragraph', raw: text, text, tokens: [{ type: 'text', raw: text, text }] }]
  }
}
