import { Fragment, type ReactNode } from 'react'
import type { MarkedToken, Token } from 'marked'
import { words } from '#page/words.ts'
import { decodeEntities } from './entities.ts'
import { ImageBox } from './image-box.tsx'
import { showInProse } from '../show-in-prose.ts'
import { showInvisible } from '../show-invisible.ts'
import { MessageLink } from './message-link.tsx'
import styles from './markdown.module.css'

/** Spans nested deeper than this are shown as they were written. */
const MAX_DEPTH = 24

/** Inline tokens as elements from a closed list; whatever is not on it becomes text. */
export function renderInline(tokens: readonly Token[] | undefined, depth = 0, inLink = false): ReactNode {
  if (tokens === undefined) return null
  return tokens.map((token, index) => (
    <Fragment key={index}>{renderToken(token as MarkedToken, depth, inLink)}</Fragment>
  ))
}

function renderToken(token: MarkedToken, depth: number, inLink: boolean): ReactNode {
  if (depth > MAX_DEPTH) return showInProse(token.raw)
  switch (token.type) {
    case 'text':
      return token.tokens === undefined
        ? showInProse(decodeEntities(token.text))
        : renderInline(token.tokens, depth + 1, inLink)
    case 'escape':
      return showInProse(token.text)
    case 'strong':
      return <strong>{renderInline(token.tokens, depth + 1, inLink)}</strong>
    case 'em':
      return <em>{renderInline(token.tokens, depth + 1, inLink)}</em>
    case 'del':
      return <del>{renderInline(token.tokens, depth + 1, inLink)}</del>
    case 'codespan':
      return <code className={styles.codespan}>{showInvisible(token.text)}</code>
    case 'br':
      return <br />
    case 'link':
      return (
        <MessageLink address={decodeEntities(token.href)} label={decodeEntities(token.text)}>
          {renderInline(token.tokens, depth + 1, true)}
        </MessageLink>
      )
    case 'image':
      // No button inside a link.
      if (inLink) return showInProse(decodeEntities(token.text)) || words.text.image
      return <ImageBox address={decodeEntities(token.href)} alt={decodeEntities(token.text)} />
    case 'checkbox':
      return null
    default:
      // Raw HTML above all: it is text.
      return showInProse(token.raw)
  }
}
