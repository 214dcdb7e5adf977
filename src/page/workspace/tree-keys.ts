import type { TreeRow } from './directory-tree.ts'
import { parentOf } from './paths.ts'

/** What a key does in the tree: move to a row, open or close a directory, open a file, ask to delete. */
type TreeAction =
  | { readonly do: 'focus'; readonly path: string }
  | { readonly do: 'expand' | 'collapse' | 'open' | 'remove'; readonly path: string }

/** The action of `key` at the row `path`, as screen readers and file managers expect it; null for none. */
export function treeAction(rows: readonly TreeRow[], path: string, key: string): TreeAction | null {
  const at = rows.findIndex((row) => row.path === path)
  const row = rows[at]
  if (row === undefined) return null
  const focus = (target: TreeRow | undefined): TreeAction | null =>
    target === undefined ? null : { do: 'focus', path: target.path }
  switch (key) {
    case 'ArrowDown':
      return focus(rows[at + 1])
    case 'ArrowUp':
      return focus(rows[at - 1])
    case 'Home':
      return focus(rows[0])
    case 'End':
      return focus(rows.at(-1))
    case 'ArrowRight': {
      if (row.kind !== 'directory') return null
      if (!row.expanded) return { do: 'expand', path }
      const child = rows[at + 1]
      return child !== undefined && child.level > row.level ? focus(child) : null
    }
    case 'ArrowLeft':
      if (row.expanded) return { do: 'collapse', path }
      return focus(rows.find((other) => other.path === parentOf(path)))
    case 'Enter':
    case ' ':
      if (row.kind === 'rest') return null
      if (row.kind !== 'directory') return { do: 'open', path }
      return { do: row.expanded ? 'collapse' : 'expand', path }
    case 'Delete':
      return row.kind === 'rest' ? null : { do: 'remove', path }
    default:
      return null
  }
}

/** The next row after `path` whose name starts with `typed`, round the end; null where none does. */
export function typedRow(rows: readonly TreeRow[], path: string, typed: string): string | null {
  const wanted = typed.toLowerCase()
  const at = rows.findIndex((row) => row.path === path)
  // One letter goes on to the next match; more letters may stay where they are.
  const from = typed.length > 1 ? at : at + 1
  for (let step = 0; step < rows.length; step += 1) {
    const row = rows[(from + step + rows.length) % rows.length]
    if (row?.name.toLowerCase().startsWith(wanted)) return row.path
  }
  return null
}
