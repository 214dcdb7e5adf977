import type { Attachment } from '#contracts/sessions.ts'
import type { Mode } from '#contracts/risk.ts'
import { SALES_CSV } from './sales-csv.ts'

/** A demo and the message that opens it; its id is also the id of its model. */
export interface ScriptedDemo {
  readonly id: string
  readonly title: string
  /** One sentence. */
  readonly about: string
  readonly mode: Mode
  readonly text: string
  readonly attachments: readonly Attachment[]
}

const NOTES = `# Notes

- Call the harbour about the berth.
- The old invoices may go.
- Ask Mara for the keys.
`

/** A file that the person is taken to have attached. `text` is ASCII. */
function file(name: string, text: string): Attachment {
  return { kind: 'file', name, base64: btoa(text) }
}

/** The demos, in the order in which they are listed. Small: the scripts themselves come with the adapter. */
export const DEMOS: readonly ScriptedDemo[] = [
  {
    id: 'build-page',
    title: 'Build a page',
    about: 'Plans and writes a small web page, tests it in the shell, and corrects what the test finds.',
    mode: 'ask',
    text: 'Build me a small page that tells whether a text colour is readable on a background. Plain HTML, CSS and JavaScript, and check that it holds together.',
    attachments: [],
  },
  {
    id: 'permission-tour',
    title: 'Permission tour',
    about: 'Shows what runs at once, what asks you first, and what happens when you say no.',
    mode: 'ask',
    text: 'Show me what you may do here without asking, what you have to ask me about, and what happens when I say no.',
    attachments: [file('notes.md', NOTES)],
  },
  {
    id: 'failure-tour',
    title: 'Failure tour',
    about:
      'Makes the mistakes that models make and recovers from each: bad arguments, a wrong tool, a time-out, a cut call.',
    mode: 'edit',
    text: 'Make the usual mistakes on purpose: wrong arguments, a tool that does not exist, a command that hangs, an answer that is cut off. Show me how you get out of each.',
    attachments: [],
  },
  {
    id: 'data-job',
    title: 'Data job',
    about: 'Reads a CSV file, asks you how to group it, and writes a checked summary and a report.',
    mode: 'ask',
    text: 'Here is our sales file. Sum up the revenue and write me a short report that I can pass on.',
    attachments: [file('sales.csv', SALES_CSV)],
  },
]
