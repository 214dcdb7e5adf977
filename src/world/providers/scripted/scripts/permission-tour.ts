import { answerOf, call, ok, one, table, whyNot, type CallResult, type Passage } from '../script.ts'

/** One line of the closing table. */
interface Told {
  readonly what: string
  readonly risk: string
  readonly result: CallResult
}

/** Reads in three ways and changes nothing: what runs at once among commands. */
const LOOK = "grep -c '^- ' notes.md; sort notes.md | tail -n 1"
/** Two commands, of which the second decides. */
const TIDY = 'ls build; rm -rf build'
const IN_PLAN = 'Plan is set'
const SKIP = 'Skip this part'

/** Shows each answer of the gate on a real call: at once, asked, denied, confirmed, blocked. */
export function* permissionTour(): Passage<void> {
  const told: Told[] = []
  yield* readOnly(told)
  yield* writes(told)
  yield* deletes(told)
  yield* confirms(told)
  const plan = yield* planMode(told)
  yield { text: closing(told, plan) }
}

function* readOnly(told: Told[]): Passage<void> {
  const [list, read, looked] = yield {
    think:
      'Begin with what needs no question: looking. All three calls only read inside the workspace. For the command that is no promise of mine: the gate reads its words.',
    text: 'Every call of mine gets a **risk class** before it may do anything, and the mode decides what that class may do, unless a rule of yours says otherwise. First three calls that only read; of the command, every part was looked at:',
    calls: [call('ls', { path: '.' }), call('read_file', { path: 'notes.md' }), call('execute', { command: LOOK })],
  }
  if (list !== undefined) told.push({ what: '`ls .`', risk: 'read-only-local', result: list })
  if (read !== undefined) told.push({ what: '`read_file notes.md`', risk: 'read-only-local', result: read })
  if (looked !== undefined) told.push({ what: `\`execute ${LOOK}\``, risk: 'read-only-local', result: looked })
}

function* writes(told: Told[]): Passage<void> {
  const failed = told.find(({ result }) => !ok(result))
  const looked =
    failed === undefined
      ? 'Those ran at once, as they do in every mode.'
      : `No question stood before those, but ${failed.what} did not work: ${whyNot(failed.result)}.`
  const first = yield* one(
    {
      text: `${looked} Now a write. In **Ask** mode you see the exact change first, and you have four answers: **Allow once**; **Allow for this session**, which covers this tool in this folder and nothing else; **Always allow…**, which shows you a rule for this file that lasts and lets you widen it; and **Deny**.`,
    },
    call('write_file', { path: 'build/report.txt', content: 'The tour was here.\n' }),
  )
  told.push({ what: '`write_file build/report.txt`', risk: 'workspace-write', result: first })
  if (!ok(first)) return
  const second = yield* one(
    {
      text: 'It ran. A second file in the same folder: only a permission for the folder covers it, so unless you gave one you are asked again.',
    },
    call('write_file', { path: 'build/log.txt', content: 'One file, then another.\n' }),
  )
  told.push({ what: '`write_file build/log.txt`', risk: 'workspace-write', result: second })
}

function* deletes(told: Told[]): Passage<void> {
  const wrote = told.some(({ what, result }) => what.includes('build/') && ok(result))
  const lead = wrote
    ? ''
    : 'Nothing was written then: a no is the end of that call, and I look for no other way to the same effect. '
  const removal = yield* one(
    {
      text: `${lead}Next two commands in one line: the first only lists, the second deletes. The riskiest part decides, so all of it is **destructive-local**, and the question says what it would do. You are asked every time, in every mode that lets it happen at all; none of your answers can become more than this once. **Deny it** to see what a no does.`,
    },
    call('execute', { command: TIDY }),
  )
  told.push({ what: `\`execute ${TIDY}\``, risk: 'destructive-local', result: removal })
  const look = ok(removal)
    ? 'You allowed it, so it happened. Let me look:'
    : `It did not run: ${whyNot(removal)}. I do not try \`find -delete\` or anything else of that kind. Let me look:`
  yield* one({ text: look }, call('ls', { path: '.' }))
}

function* confirms(told: Told[]): Passage<void> {
  const agreed = yield* one(
    {
      text: 'A tool question is about one call. Where I am about to go further than you asked, I can also ask **you** in plain words, before I make any call:',
    },
    call('confirm', {
      action: 'Strike the old invoices from notes.md',
      target: 'notes.md',
      scope: 'One line of three',
      consequence: 'The line is gone. The rest of the notes stays as it is.',
    }),
  )
  told.push({ what: '`confirm`', risk: 'read-only-local', result: agreed })
  if (!ok(agreed) || !agreed.text.startsWith('The user agreed')) {
    yield* one(
      { text: 'You did not agree, so I make no call at all. `notes.md` stays as it is:' },
      call('read_file', { path: 'notes.md' }),
    )
    return
  }
  const edit = yield* one(
    { text: 'You agreed. That is no permission for the tool: the edit has its own question, with its own diff.' },
    call('edit_file', { path: 'notes.md', old_text: '- The old invoices may go.\n', new_text: '' }),
  )
  told.push({ what: '`edit_file notes.md`', risk: 'workspace-write', result: edit })
}

/** Returns what there is to say about it at the end. */
function* planMode(told: Told[]): Passage<string> {
  const asked = yield* one(
    {
      text: 'Last, the **Mode** below the message. I cannot change it, only you can, and it counts from the next call on.',
    },
    call('ask_user_question', {
      question: 'Please set Mode to Plan now, while this question waits, then answer. I then try to write a file.',
      options: [
        { label: IN_PLAN, description: 'I try a write, and Plan should block it without asking you.' },
        { label: SKIP, description: 'I only tell what would have happened.' },
      ],
    }),
  )
  const answer = answerOf(asked)
  if (answer.kind === 'none' || answer.words === SKIP) {
    return 'The part about **Plan** mode was skipped. There, a write is blocked: not asked about but refused, because Plan only reads.'
  }
  const lead = answer.kind === 'text' ? 'I am scripted and take that as a yes. ' : ''
  const write = yield* one(
    { text: `${lead}I try it:` },
    call('write_file', { path: 'plan.txt', content: 'Written in spite of the plan?\n' }),
  )
  told.push({ what: '`write_file plan.txt`', risk: 'workspace-write', result: write })
  return planWords(write)
}

function closing(told: readonly Told[], plan: string): string {
  const rows = told.map(({ what, risk, result }) => [what, risk, outcome(result)])
  return `That was the tour:

${table(['Call', 'Risk class', 'What came of it'], rows)}

${plan}

What to take from it: **looking is free, writing shows you its diff, destroying asks every time, and a no is final.** Open any call above to see what decided it, and why.`
}

function outcome(result: CallResult): string {
  if (!ok(result)) return `Did not run: ${whyNot(result)}`
  if (result.name !== 'confirm') return 'Ran'
  return result.text.startsWith('The user agreed') ? 'You agreed' : 'You did not agree'
}

function planWords(result: CallResult): string {
  if (result.status === 'blocked')
    return 'The last one was blocked by **Plan** mode before anything could be asked. Set **Mode** back to **Ask** to go on working here.'
  if (ok(result))
    return 'The last one ran, so **Mode** did not stand on Plan at that moment; in Plan it would have been blocked.'
  return `The last one did not run because ${whyNot(result)}. In Plan mode it would have been blocked without a question.`
}
