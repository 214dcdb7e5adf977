import { createElement, memo, type ReactNode } from 'react'
import type { MarkedToken, Token, Tokens } from 'marked'
import { words } from '#page/words.ts'
import { CodeBlock } from '../../kit/code/code-block.tsx'
import { ScrollBox } from '../scroll-box.tsx'
import { decodeEntities } from './entities.ts'
import { showInProse } from '../show-in-prose.ts'
import { renderInline } from './inline.tsx'
import styles from './markdown.module.css'

/** A message is a part of a page: its headings start below the page's own. */
const HEADINGS = ['h3', 'h3', 'h4', 'h5', 'h6', 'h6', 'h6'] as const

/** `open`: text may still be added at the end of this token. */
type BlockProps = { token: Token; open: boolean }

/** One block token as elements. Rendered again only if its token is another object. */
export const BlockView = memo(function BlockView({ token, open }: BlockProps): ReactNode {
  return renderBlock(token as MarkedToken, open)
})

function renderBlock(token: MarkedToken, open: boolean): ReactNode {
  switch (token.type) {
    case 'paragraph':
      return <p className={styles.paragraph}>{renderInline(token.tokens)}</p>
    case 'heading':
      return createElement(
        HEADINGS[token.depth] ?? 'h6',
        { className: styles.heading, 'data-depth': token.depth },
        renderInline(token.tokens),
      )
    case 'code':
      return <CodeBlock text={token.text} language={languageOf(token.lang)} finished={!open} />
    case 'blockquote':
      return <blockquote className={styles.quote}>{renderBlocks(token.tokens, open)}</blockquote>
    case 'list':
      return <ListView list={token} open={open} />
    case 'table':
      return <TableView table={token} />
    case 'hr':
      return <hr className={styles.rule} />
    case 'text':
      return token.tokens === undefined ? showInProse(decodeEntities(token.text)) : renderInline(token.tokens)
    case 'html':
      return <p className={styles.html}>{showInProse(token.text.replace(/\n+$/, ''))}</p>
    case 'space':
    case 'def':
    case 'checkbox':
      return null
    default:
      return <p className={styles.html}>{showInProse(token.raw)}</p>
  }
}

function renderBlocks(tokens: readonly Token[], open: boolean): ReactNode {
  return tokens.map((token, index) => (
    <BlockView key={index} token={token} open={open && index === tokens.length - 1} />
  ))
}

function ListView({ list, open }: { list: Tokens.List; open: boolean }) {
  const items = list.items.map((item, index) => (
    <ItemView key={index} item={item} open={open && index === list.items.length - 1} />
  ))
  const className = styles.list
  if (!list.ordered) return <ul className={className}>{items}</ul>
  return (
    <ol className={className} start={list.start === '' ? 1 : list.start}>
      {items}
    </ol>
  )
}

/** While a list streams, all its items are lexed anew; the finished ones keep their elements. */
const ItemView = memo(
  function ItemView({ item, open }: { item: Tokens.ListItem; open: boolean }) {
    if (!item.task) return <li>{renderBlocks(item.tokens, open)}</li>
    return (
      <li className={styles.task}>
        <input
          type="checkbox"
          checked={item.checked === true}
          disabled
          readOnly
          aria-label={item.checked ? words.text.done : words.text.notDone}
        />
        <div>{renderBlocks(item.tokens, open)}</div>
      </li>
    )
  },
  (before, after) =>
    before.open === after.open &&
    (before.item === after.item ||
      // Equal source renders equally, but for reference links and for the list becoming loose.
      (before.item.raw === after.item.raw && before.item.loose === after.item.loose && !after.item.raw.includes(']'))),
)

function TableView({ table }: { table: Tokens.Table }) {
  return (
    <ScrollBox className={styles.tableFrame} name={tableName(table)}>
      <table className={styles.table}>
        <thead>
          <RowView cells={table.header} />
        </thead>
        <tbody>
          {table.rows.map((row, index) => (
            <RowView key={index} cells={row} />
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}

/** Headings of a table that its name lists: enough to tell it from another one. */
const NAMED_COLUMNS = 4

function tableName({ header }: Tokens.Table): string {
  const named = header.slice(0, NAMED_COLUMNS).map((cell) => showInProse(cell.text.trim().slice(0, 40)))
  return `Table: ${named.filter((text) => text !== '').join(', ')}`
}

/** Like the items of a list: finished rows of a table that streams keep their elements. */
const RowView = memo(
  function RowView({ cells }: { cells: readonly Tokens.TableCell[] }) {
    return (
      <tr>
        {cells.map((cell, column) =>
          createElement(
            cell.header ? 'th' : 'td',
            { key: column, 'data-align': cell.align ?? undefined, ...(cell.header ? { scope: 'col' } : {}) },
            renderInline(cell.tokens),
          ),
        )}
      </tr>
    )
  },
  (before, after) =>
    before.cells.length === after.cells.length &&
    before.cells.every((cell, column) => {
      const other = after.cells[column]
      return cell.text === other?.text && cell.align === other.align && !cell.text.includes(']')
    }),
)

/** The first word after the fence; the rest is for tools. */
function languageOf(info: string | undefined): string {
  return (
    (info ?? '')
      .trim()
      .split(/[\s{,:]/, 1)[0]
      ?.toLowerCase()
      .slice(0, 30) ?? ''
  )
}
