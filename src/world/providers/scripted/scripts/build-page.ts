import { withConsent } from '../consent.ts'
import { APP_JS } from '../page/app-js.ts'
import { CHECK_SH } from '../page/check-sh.ts'
import { INDEX_HTML } from '../page/index-html.ts'
import { FAINT, READABLE, STYLE_CSS } from '../page/style-css.ts'
import { call, exitCode, fenced, ok, one, outputLines, whyNot, type CallResult, type Passage } from '../script.ts'

const TASKS = [
  'Write the page',
  'Write its style and its script',
  'Test that it holds together',
  'Correct what the test finds',
]
const CHECK = call('execute', { command: 'bash check.sh' })
const SHORT_LOOK = call('execute', { command: 'wc -l index.html style.css app.js' })

/** The task list with the first `done` tasks completed. */
function tasks(done: number) {
  const status = (index: number) => (index < done ? 'completed' : index === done ? 'in_progress' : 'pending')
  return call('todo_write', {
    todos: TASKS.map((text, index) => ({ id: String(index + 1), text, status: status(index) })),
  })
}

const write = (path: string, content: string) => call('write_file', { path, content })
const failures = (check: CallResult) => outputLines(check).filter((line) => line.startsWith('FAIL'))
const passes = (check: CallResult) => outputLines(check).filter((line) => line.startsWith('ok')).length

/** Plans, writes three files, tests them with a fourth, corrects a colour that its own test finds too faint. */
export function* buildPage(): Passage<void> {
  yield* one(
    {
      think:
        'A contrast checker. Three small files are enough, with no build step, because this sandbox has no node and the page should open from a folder. ' +
        'I cannot look at it here, but I can test more than it seems: that the files find each other, that every id the script uses is in the page, and that the page’s own colours pass the measure that it applies to others.',
      text: 'A contrast checker, then: three small files and no build step. I keep the plan on the task list.',
    },
    tasks(0),
  )

  const page = yield* withConsent(
    {
      text: 'First the structure. You see the whole file before it is written. It lies beside everything else of this workspace, so **Allow for this session** would cover later versions of this file and no other.',
    },
    write('index.html', INDEX_HTML),
    'write index.html',
  )
  if (!ok(page)) {
    yield { text: `I stop here: without \`index.html\` there is no page, and ${whyNot(page)}. Nothing was written.` }
    return
  }

  const [, style, script] = yield {
    text: 'Now its look and its behaviour: WCAG contrast, the four grades, and a suggestion where the text is too faint.',
    calls: [tasks(1), write('style.css', STYLE_CSS), write('app.js', APP_JS)],
  }
  const missing = [style, script].flatMap((result, index) =>
    result === undefined || ok(result) ? [] : [{ file: ['style.css', 'app.js'][index] ?? '', result }],
  )
  const [, test] = yield {
    think:
      'Nothing is done until it was checked. A shell script can compute luminance with awk, so the test can measure the page’s own palette: ink, muted and the accents on both grounds, each against 4.5 to 1.',
    text:
      missing.length === 0
        ? 'All three files are there. I write a test for them: the ids, the links between the files, and the contrast of the page’s own colours.'
        : `Left out: ${missing.map(({ file, result }) => `\`${file}\` (${whyNot(result)})`).join(', ')}. I do not write it another way. The test will say what that means.`,
    calls: [tasks(2), write('check.sh', CHECK_SH)],
  }
  yield* checkAndCorrect(
    test,
    missing.map(({ file }) => file),
  )
}

function* checkAndCorrect(test: CallResult | undefined, missing: readonly string[]): Passage<void> {
  if (!ok(test)) {
    const reason = test === undefined ? 'it was not written' : whyNot(test)
    const look = yield* one(
      {
        text: `There is no test (${reason}), so all I can do is look whether the files are there. This command only prints, so it runs at once.`,
      },
      SHORT_LOOK,
    )
    yield { text: `The page is not tested. What is there:\n\n${fenced(outputLines(look))}` }
    return
  }
  const first = yield* one({ text: 'Run it. A script could do anything, so you are asked.' }, CHECK)
  if (exitCode(first) === null) {
    yield {
      text: `The test did not run: ${whyNot(first)}. So the files are written but **not checked**. You can run \`bash check.sh\` by asking any model for it.`,
    }
    return
  }
  const found = failures(first)
  if (found.length === 0) {
    yield* one({}, tasks(4))
    yield { text: summary(first, []) }
    return
  }
  if (!found.every((line) => line.includes('muted'))) {
    const lead =
      missing.length > 0
        ? `The page is not complete without \`${missing.join('` and `')}\`, and the test says so:`
        : 'The test fails, and not where I would know what to do:'
    yield { text: `${lead}\n\n${fenced(found)}\n\nI leave it so; what was written is in the workspace.` }
    return
  }
  const corrected = yield* correct(found)
  if (!corrected) return

  const second = yield* one(
    { text: 'The region reads as it should. The same test again, because an edit is a claim until it was checked.' },
    CHECK,
  )
  if (exitCode(second) === null) {
    yield {
      text: `The grey is corrected in \`style.css\`, but the second run of the test did not happen: ${whyNot(second)}. So this is **not verified**.`,
    }
    return
  }
  const left = failures(second)
  yield* one({}, tasks(left.length === 0 ? 4 : 3))
  yield { text: summary(second, left) }
}

/** Replaces the faint grey, on what the file says now. False where it could not, after saying so. */
function* correct(found: readonly string[]): Passage<boolean> {
  const edit = call('edit_file', {
    path: 'style.css',
    old_text: `--muted: ${FAINT};`,
    new_text: `--muted: ${READABLE};`,
  })
  const [, first] = yield {
    think: `Exit code 1. The muted grey ${FAINT} fails on both grounds; a contrast checker that cannot be read itself would be a poor joke. A darker grey of the same hue will do: ${READABLE}.`,
    text: `The test found something real, ${found.length === 1 ? 'one failure' : `${found.length} failures`}: the muted grey is too faint for the page’s own standard. I change that one line.`,
    calls: [tasks(3), edit],
  }
  let result = first
  if (result?.kind === 'changed-since-read') {
    yield* one(
      { text: 'The file changed since I wrote it. I read it again before I touch it.' },
      call('read_file', { path: 'style.css' }),
    )
    result = yield* one({}, edit)
  }
  if (!ok(result)) {
    const why = result === undefined ? 'it did not run' : whyNot(result)
    yield {
      text: `I did not correct the grey: ${why}. The page works, but its muted text stays below 4.5 to 1:\n\n${fenced(found)}`,
    }
    return false
  }
  yield* one({}, call('read_file', { path: 'style.css', limit: 10 }))
  return true
}

function summary(check: CallResult, left: readonly string[]): string {
  const verdict =
    left.length === 0
      ? `All ${passes(check)} checks pass.`
      : `${passes(check)} checks pass; these do not:\n\n${fenced(left)}`
  return `The page is done. ${verdict}

| File | What it is |
| --- | --- |
| \`index.html\` | The structure: two colours, a sample, a verdict |
| \`style.css\` | The look; it narrows down to a phone |
| \`app.js\` | WCAG contrast, the four grades, the nearest colour that passes |
| \`check.sh\` | The test, to run again after a change |

They are in the workspace, under **Files**. An open file has **Download** beside its name: with all of them in one folder of your computer, open \`index.html\` there. It needs no server.`
}
