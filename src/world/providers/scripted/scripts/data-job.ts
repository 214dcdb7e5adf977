import { withConsent } from '../consent.ts'
import {
  answerOf,
  call,
  exitCode,
  fenced,
  ok,
  one,
  outputLines,
  table,
  whyNot,
  type CallResult,
  type Passage,
} from '../script.ts'

/** A way to group the orders. `key` is the awk expression of the group, `order` how `sort` puts them. */
interface Grouping {
  readonly label: string
  readonly column: string
  readonly key: string
  readonly order: string
  readonly description: string
}

const BY_REGION: Grouping = {
  label: 'By region',
  column: 'region',
  key: '$2',
  order: '-t, -k4,4nr',
  description: 'Which part of the country sells most.',
}
const GROUPINGS: readonly Grouping[] = [
  BY_REGION,
  { label: 'By product', column: 'product', key: '$3', order: '-t, -k4,4nr', description: 'Which article earns most.' },
  {
    label: 'By month',
    column: 'month',
    key: 'substr($1, 1, 7)',
    order: '-t, -k1,1',
    description: 'How the year goes.',
  },
]

const INSPECT = `for column in 2 3; do tail -n +2 sales.csv | cut -d, -f$column | sort | uniq -c; done
tail -n +2 sales.csv | cut -c1-7 | sort | uniq -c
awk -F, 'NR > 1 && $4 == "" { print "line " NR " has no units: " $0 }' sales.csv`

const VERIFY = `orders=$(awk -F, 'NR > 1 && $4 != "" { sum += $4 * $5 } END { printf "%.2f", sum }' sales.csv)
groups=$(awk -F, 'NR > 1 { sum += $4 } END { printf "%.2f", sum }' summary.csv)
echo "sales.csv:   $orders"
echo "summary.csv: $groups"
[ "$orders" = "$groups" ]`

/** One line of `summary.csv`. */
interface Group {
  readonly name: string
  readonly orders: string
  readonly units: string
  readonly revenue: number
}

/** Looks at the file, asks how to group it, computes in the shell, checks the sums, writes a report. */
export function* dataJob(): Passage<void> {
  const [head, size] = yield {
    think:
      'Before any sum: what is in the file, and is all of it usable? Two commands that only print will tell the shape.',
    text: 'I look at the file before I compute anything. These two commands only print, so they run at once.',
    calls: [call('execute', { command: 'head -n 4 sales.csv' }), call('execute', { command: 'wc -l sales.csv' })],
  }
  if (head === undefined || size === undefined || exitCode(head) !== 0) {
    const why = head !== undefined && ok(head) ? 'there is no `sales.csv` here' : 'the shell did not run'
    yield { text: `I cannot begin: ${why}. Start this demo from the list of demos, which brings the file along.` }
    return
  }
  const inspected = yield* one(
    {
      text: 'One order a line: date, region, product, units, price. Now which values there are and whether any line is incomplete. This one is a script with a loop and pipes, and still every command in it only prints, so it runs at once too.',
    },
    call('execute', { command: INSPECT }),
  )
  const gaps = outputLines(inspected).filter((line) => line.includes('has no units'))
  const seen =
    exitCode(inspected) === null
      ? `I skip that look, because ${whyNot(inspected)}. `
      : gaps.length === 0
        ? 'Every line is complete. '
        : `${gaps.length === 1 ? 'One line has' : `${gaps.length} lines have`} no units. I leave that out of the sums and say so in the report. `
  const asked = yield* one(
    { text: `${seen}The file can be summed up in three ways, and only you know which one you need.` },
    call('ask_user_question', {
      question: 'How shall I group the revenue?',
      options: GROUPINGS.map(({ label, description }) => ({ label, description })),
    }),
  )
  const { grouping, words } = chosen(asked)
  const computed = yield* withConsent(
    {
      think:
        'Units times price, summed for each group in awk, incomplete lines left out, the header first. I let the shell compute: a sum that I do in my head is a sum that nobody can check.',
      text: `${words} The shell does the sums and writes \`summary.csv\`. That changes a file, which in **Ask** mode is your decision.`,
    },
    call('execute', { command: compute(grouping) }),
    'compute summary.csv',
  )
  const groups = groupsOf(computed)
  if (groups.length === 0) {
    const why = exitCode(computed) === null ? whyNot(computed) : 'the command printed no groups'
    yield {
      text: `I stop here: there is no \`summary.csv\`, because ${why}. I do not make up figures that nothing computed.`,
    }
    return
  }
  yield* report(grouping, groups, gaps)
}

function* report(grouping: Grouping, groups: readonly Group[], gaps: readonly string[]): Passage<void> {
  const check = yield* one(
    {
      think:
        'If a line were lost or counted twice, the total of the groups would differ from the total of the orders. That takes one more command.',
      text: 'The figures look sound, and looking is not checking: both files must come to the same total. Adding up changes nothing, so it runs at once.',
    },
    call('execute', { command: VERIFY }),
  )
  const code = exitCode(check)
  const verdict =
    code === 0
      ? 'Checked: the groups add up to the total of the orders.'
      : code === null
        ? `Not checked: ${whyNot(check)}.`
        : 'The check failed: the two totals differ.'
  if (code !== 0 && code !== null) {
    yield {
      text: `The totals do not agree, so I write no report on them:\n\n${fenced(outputLines(check))}\n\nDid \`sales.csv\` change in the meantime? Start over with a fresh copy of it.`,
    }
    return
  }
  const written = yield* one(
    { text: code === 0 ? 'They agree to the cent. Now the report.' : `${verdict} I say so in the report.` },
    call('write_file', { path: 'report.md', content: reportText(grouping, groups, gaps, verdict) }),
  )
  const best = groups.toSorted((a, b) => b.revenue - a.revenue)[0]
  const lead =
    best === undefined ? '' : `**${best.name}** leads with ${money(best.revenue)} of ${money(total(groups))}.`
  const file = ok(written)
    ? '`report.md` holds this table and the notes'
    : `\`report.md\` was not written (${whyNot(written)})`
  yield {
    text: `${lead}\n\n${resultTable(grouping, groups)}\n\n${verdict} ${file}; \`summary.csv\` holds the figures.`,
  }
}

/** The grouping that an answer means. Own words count where they name one. */
function chosen(asked: CallResult): { grouping: Grouping; words: string } {
  const answer = answerOf(asked)
  if (answer.kind === 'none') return { grouping: BY_REGION, words: 'Without an answer I take the regions.' }
  const said = answer.words.toLowerCase()
  const found = GROUPINGS.find(({ label, column }) => said === label.toLowerCase() || said.includes(column))
  if (found !== undefined) return { grouping: found, words: `${found.label}, then.` }
  return { grouping: BY_REGION, words: 'I am scripted and know only region, product and month, so I take the regions.' }
}

function compute({ column, key, order }: Grouping): string {
  return `{
  echo "${column},orders,units,revenue"
  awk -F, 'NR > 1 && $4 != "" {
    key = ${key}
    orders[key] += 1; units[key] += $4; revenue[key] += $4 * $5
  }
  END { for (key in units) printf "%s,%d,%d,%.2f\\n", key, orders[key], units[key], revenue[key] }' sales.csv | sort ${order}
} > summary.csv
cat summary.csv`
}

function groupsOf(result: CallResult): Group[] {
  if (exitCode(result) !== 0) return []
  return outputLines(result).flatMap((line) => {
    const [name = '', orders = '', units = '', revenue = ''] = line.split(',')
    return /^\d+\.\d\d$/.test(revenue) ? [{ name, orders, units, revenue: Number(revenue) }] : []
  })
}

function reportText(grouping: Grouping, groups: readonly Group[], gaps: readonly string[], verdict: string): string {
  const most = Math.max(...groups.map(({ revenue }) => revenue))
  const width = Math.max(...groups.map(({ name }) => name.length))
  const bars = groups.map(
    ({ name, revenue }) =>
      `${name.padEnd(width)}  ${'█'.repeat(Math.max(1, Math.round((revenue / most) * 30)))} ${money(revenue)}`,
  )
  const notes = [verdict, ...gaps.map((gap) => `Left out: ${gap}.`)].map((note) => `- ${note}`)
  return `# Revenue by ${grouping.column}\n\n${resultTable(grouping, groups)}\n\n${fenced(bars)}\n\n## Notes\n\n${notes.join('\n')}\n`
}

function resultTable(grouping: Grouping, groups: readonly Group[]): string {
  const all = total(groups)
  const rows = groups.map(({ name, orders, units, revenue }) => [
    name,
    orders,
    units,
    money(revenue),
    `${((revenue / all) * 100).toFixed(1)} %`,
  ])
  const heading = grouping.column.charAt(0).toUpperCase() + grouping.column.slice(1)
  return table(
    [heading, 'Orders', 'Units', 'Revenue', 'Share'],
    [...rows, ['**All**', '', '', `**${money(all)}**`, '100.0 %']],
  )
}

function total(groups: readonly Group[]): number {
  return groups.reduce((sum, { revenue }) => sum + revenue, 0)
}

/** Two decimals, thousands apart. */
function money(amount: number): string {
  return amount.toFixed(2).replace(/\B(?=(?:\d{3})+\.)/g, ' ')
}
