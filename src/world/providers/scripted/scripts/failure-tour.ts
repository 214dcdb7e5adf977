import { call, exitCode, ok, one, outputLines, table, whyNot, type CallResult, type Passage } from '../script.ts'

type Row = readonly [mistake: string, told: string, wayOut: string]

const HEAD = ['Mistake', 'What I was told', 'Way out']
const FILE = 'settings.json'
const SETTINGS = `{
  "name": "Night ferry",
  "retries": 3,
  "timeout_ms":  5000,
  "colour": "teal"
}
`
/** What I believe to stand in the file: one space too few. */
const REMEMBERED = { old_text: '"timeout_ms": 5000', new_text: '"timeout_ms": 8000' }
/** Long enough to see that it hangs, short enough to wait for. */
const PATIENCE_MS = 1_500
/** Where the output limit strikes in the arguments of the report: in the middle of its text. */
const CUT_AFTER = 150

/** Makes the usual mistakes with real calls, reads each failure, and corrects it. */
export function* failureTour(): Passage<void> {
  const rows: Row[] = []
  const file = yield* one(
    {
      think:
        'I need something to make mistakes with: a small settings file with one irregularity, two spaces after a colon. It will trip me up later, as such things do.',
      text: 'Each mistake is a real call, and what comes back is real too. First a file to make them with; in **Edit** mode it is written without a question.',
    },
    call('write_file', { path: FILE, content: SETTINGS }),
  )
  yield* badArguments(rows)
  yield* unknownTool(rows)
  if (ok(file)) yield* nearMiss(rows)
  yield* hangingCommand(rows)
  yield* cutCall(rows)
}

function* badArguments(rows: Row[]): Passage<void> {
  const failed = yield* one(
    { text: '**1. Wrong arguments.** `limit` takes a number; I send a word.' },
    call('read_file', { path: FILE, limit: 'everything' }),
  )
  const again = yield* one(
    {
      text: `Refused before anything ran: \`${kindOf(failed)}\`. The message names the argument and what it takes, so I send a number.`,
    },
    call('read_file', { path: FILE, limit: 20 }),
  )
  rows.push([
    'A word where a number belongs',
    code(failed),
    ok(again) ? 'Sent a number' : `Sent a number, but ${whyNot(again)}`,
  ])
}

function* unknownTool(rows: Row[]): Passage<void> {
  const failed = yield* one(
    {
      text: '**2. A tool that does not exist.** I want a longer time-out and half remember the name of the tool: `edit_files`.',
    },
    call('edit_files', { path: FILE, ...REMEMBERED }),
  )
  const near = /Did you mean (?<names>[^?]+)\?/.exec(failed.text)?.groups?.['names']
  rows.push([
    'A tool that does not exist',
    code(failed),
    near === undefined ? 'Looked at the list of tools' : `Took the name offered: ${near}`,
  ])
}

function* nearMiss(rows: Row[]): Passage<void> {
  const failed = yield* one(
    {
      text: 'Nothing was guessed for me: the answer offers names, and I have to choose. `edit_file` it is. **3. And now a text that is not in the file**, because I quote it from memory.',
    },
    call('edit_file', { path: FILE, ...REMEMBERED }),
  )
  const closest = /The closest text:\n(?<line>[^\n]+)\n/.exec(failed.text)?.groups?.['line']
  if (closest === undefined || !closest.includes('5000')) {
    const seen = ok(failed) ? 'It matched after all' : `No near text came back (${whyNot(failed)})`
    rows.push(['A text quoted from memory', code(failed), ok(failed) ? 'None was needed' : 'Left the file as it is'])
    yield* one({ text: `${seen}. I look at the file before I say more:` }, call('read_file', { path: FILE }))
    return
  }
  const again = yield* one(
    {
      think: 'The closest text has two spaces after the colon. I copy it as it stands and change only the number.',
      text: `\`${kindOf(failed)}\`, and the closest text beside it: two spaces where I remembered one. I copy that line instead of my memory.`,
    },
    call('edit_file', { path: FILE, old_text: closest, new_text: closest.replace('5000', '8000') }),
  )
  rows.push([
    'A text quoted from memory',
    code(failed),
    ok(again) ? 'Copied the closest text' : `Copied the closest text, but ${whyNot(again)}`,
  ])
}

function* hangingCommand(rows: Row[]): Passage<void> {
  const failed = yield* one(
    {
      text: `**4. A command that takes too long.** It would wait five seconds; I give it ${PATIENCE_MS / 1000}. It only prints and sleeps, and because the gate reads every part of the loop, it runs without a question.`,
    },
    call('execute', { command: waiting(1), timeout_ms: PATIENCE_MS }),
  )
  if (failed.kind !== 'timeout') {
    rows.push([
      'A command that takes too long',
      ok(failed) ? 'nothing: it ended in time' : code(failed),
      ok(failed) ? 'None was needed' : 'Went on without it',
    ])
    return
  }
  const again = yield* one(
    {
      text: 'Ended, with what it had printed until then, and a warning that its effects stay. It had none, so I may run it again, with shorter waits.',
    },
    call('execute', { command: waiting(0.1), timeout_ms: PATIENCE_MS }),
  )
  const printed = outputLines(again).filter((line) => line.startsWith('waiting')).length
  rows.push([
    'A command that takes too long',
    code(failed),
    exitCode(again) === 0 ? `Shorter waits: ${printed} of 5 lines` : `Shorter waits, but ${whyNot(again)}`,
  ])
}

function* cutCall(rows: Row[]): Passage<void> {
  const lead = rows.some(([mistake, told]) => mistake.includes('too long') && told.includes('denied'))
    ? 'That was a no, so I leave that one. '
    : ''
  const failed = yield* one(
    {
      text: `${lead}**5. An answer that is cut off.** I write the report, and my output limit strikes in the middle of its arguments.`,
      cutAfter: CUT_AFTER,
    },
    call('write_file', {
      path: 'failures.md',
      content: `${reportOf(rows)}\nIn more words, because I have so much to say about each of them.\n`,
    }),
  )
  rows.push(['An answer that is cut off', code(failed), 'Made the call again, shorter'])
  const again = yield* one(
    {
      text: `\`${kindOf(failed)}\`: half a file was never written, and nobody completed my JSON for me. I make the call again, shorter.`,
    },
    call('write_file', { path: 'failures.md', content: reportOf(rows) }),
  )
  const kept = ok(again) ? 'The same table is in `failures.md`.' : `\`failures.md\` was not written: ${whyNot(again)}.`
  yield {
    text: `That was the tour. What happened, from the results themselves:\n\n${table(HEAD, rows)}\n\n${kept} No failed call turned into another one on its way: each said what was wrong, and the next call was mine.`,
  }
}

function reportOf(rows: readonly Row[]): string {
  return `# Mistakes and ways out\n\n${table(HEAD, rows)}\n`
}

function waiting(pause: number): string {
  return `for n in 1 2 3 4 5; do echo "waiting for the ferry ($n)"; sleep ${pause}; done`
}

function kindOf(result: CallResult): string {
  return result.kind === '' ? result.status : result.kind
}

/** The failure's kind for a table; a result that did not fail says so. */
function code(result: CallResult): string {
  return ok(result) ? 'nothing: it went through' : `\`${kindOf(result)}\``
}
