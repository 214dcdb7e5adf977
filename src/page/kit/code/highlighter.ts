import type { Tree } from '@lezer/common'
import { highlightTree, tagHighlighter, tags } from '@lezer/highlight'
import styles from './code.module.css'

const keyword = styles['keyword'] ?? ''
const string = styles['string'] ?? ''
const number = styles['number'] ?? ''
const name = styles['name'] ?? ''
const comment = styles['comment'] ?? ''
const inserted = styles['inserted'] ?? ''
const deleted = styles['deleted'] ?? ''
const heading = styles['heading'] ?? ''

/** Four hues and the ink: what a reader looks for (words of the language, text, numbers, names), nothing more. */
export const highlighter = tagHighlighter([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier, tags.self, tags.tagName], class: keyword },
  {
    tag: [tags.string, tags.special(tags.string), tags.regexp, tags.character, tags.attributeValue, tags.url],
    class: string,
  },
  { tag: [tags.number, tags.bool, tags.null, tags.atom, tags.unit, tags.color, tags.escape], class: number },
  {
    tag: [
      tags.function(tags.variableName),
      tags.function(tags.definition(tags.variableName)),
      tags.function(tags.propertyName),
      tags.definition(tags.propertyName),
      tags.typeName,
      tags.className,
      tags.attributeName,
      tags.labelName,
    ],
    class: name,
  },
  { tag: [tags.propertyName], class: name },
  { tag: [tags.comment, tags.meta, tags.processingInstruction], class: comment },
  { tag: tags.heading, class: heading },
  { tag: tags.link, class: string },
  { tag: tags.inserted, class: inserted },
  { tag: tags.deleted, class: deleted },
])

export type HighlightTree = (
  tree: Tree,
  put: (from: number, to: number, kind: string) => void,
  from: number,
  to: number,
) => void

/** Calls `put` for each coloured piece between `from` and `to`, in order. */
export const highlight: HighlightTree = (tree, put, from, to) => highlightTree(tree, highlighter, put, from, to)
