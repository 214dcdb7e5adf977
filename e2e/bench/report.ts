import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** One measured figure, next to the same figure of others. `target` is '' and `met` null where none is set. */
export interface Row {
  readonly what: string
  /** What the numbers count: `ms/call`, `KB`, `calls`. */
  readonly unit: string
  readonly ours: number
  readonly peers: Readonly<Record<string, number>>
  /** In words: "at most 0.5". */
  readonly target: string
  readonly met: boolean | null
}

/** The results of one benchmark or yardstick, as written to `bench-results/<name>.json`. */
export interface Report {
  readonly name: string
  /** ISO 8601, UTC. */
  readonly at: string
  readonly rows: readonly Row[]
}

const FOLDER = 'bench-results'

/** A row without a target: a figure to read. */
export function figure(what: string, unit: string, ours: number, peers: Row['peers'] = {}): Row {
  return { what, unit, ours: rounded(ours), peers: roundedAll(peers), target: '', met: null }
}

/** A row that must not exceed `limit`. */
export function atMost(limit: number, what: string, unit: string, ours: number, peers: Row['peers'] = {}): Row {
  return { ...figure(what, unit, ours, peers), target: `at most ${limit}`, met: ours <= limit }
}

/** A row that must stay below one peer's value. */
export function below(peer: string, what: string, unit: string, ours: number, peers: Row['peers']): Row {
  const theirs = peers[peer]
  return { ...figure(what, unit, ours, peers), target: `below ${peer}`, met: theirs !== undefined && ours < theirs }
}

/** Prints the table and writes the JSON beside it. Returns the path written. */
export function publish(name: string, rows: readonly Row[], at: Date = new Date()): string {
  console.log(`\n${name}\n${table(rows)}`)
  const report: Report = { name, at: at.toISOString(), rows }
  mkdirSync(FOLDER, { recursive: true })
  const path = join(FOLDER, `${name}.json`)
  writeFileSync(path, `${JSON.stringify(report, null, 2)}\n`)
  return path
}

/** The rows as aligned columns, one column for each peer that any row names. */
export function table(rows: readonly Row[]): string {
  const peers = [...new Set(rows.flatMap((row) => Object.keys(row.peers)))]
  const head = ['figure', 'unit', 'ours', ...peers, 'target', '']
  const body = rows.map((row) => [
    row.what,
    row.unit,
    shown(row.ours),
    ...peers.map((peer) => shown(row.peers[peer])),
    row.target,
    row.met === null ? '' : row.met ? 'met' : 'MISSED',
  ])
  const cells = [head, ...body]
  const widths = head.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)))
  const isText = (column: number) => column < 2 || column >= head.length - 2
  const line = (row: readonly string[]) =>
    row.map((cell, column) => (isText(column) ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
  return [line(head), widths.map((width) => '-'.repeat(width)), ...body.map(line)]
    .map((row) => row.join('  ').trimEnd())
    .join('\n')
}

function shown(value: number | undefined): string {
  return value === undefined ? '-' : String(value)
}

/** Three significant digits below 100, whole numbers above: what these measurements can bear. */
function rounded(value: number): number {
  return Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3))
}

function roundedAll(peers: Row['peers']): Row['peers'] {
  return Object.fromEntries(Object.entries(peers).map(([peer, value]) => [peer, rounded(value)]))
}
