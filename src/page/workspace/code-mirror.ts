import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { syntaxHighlighting } from '@codemirror/language'
import { EditorView, keymap } from '@codemirror/view'
import { indentWithTab } from '@codemirror/commands'
import { basicSetup } from 'codemirror'
import { highlighter } from '../kit/code/highlighter.ts'
import { languageOfPath, type LanguageName } from '../kit/code/languages.ts'
import { editorTheme } from './editor-theme.ts'

/** An editor in the page. It keeps the line ends of the text that it was given. */
export interface Editor {
  /** Puts another text in place, as one change: the caret and the scroll position stay where they can. */
  replace(text: string): void
  setReadOnly(readOnly: boolean): void
  /** Shows line `line` (from 1) and puts the caret there. */
  goTo(line: number): void
  focus(): void
  destroy(): void
}

type EditorOptions = {
  readonly parent: HTMLElement
  readonly path: string
  readonly text: string
  readonly label: string
  readonly readOnly: boolean
  onEdit(text: string): void
  onSave(): void
}

/** Makes an editor inside `parent`. Its language comes a moment later, as a chunk of its own. */
export function createEditor(options: EditorOptions): Editor {
  const language = new Compartment()
  const access = new Compartment()
  let replacing = false
  const view = new EditorView({
    parent: options.parent,
    state: EditorState.create({
      doc: options.text,
      extensions: [
        basicSetup,
        keymap.of([{ key: 'Mod-s', preventDefault: true, run: () => (options.onSave(), true) }]),
        // Tab indents; Escape then Tab leaves the editor, as CodeMirror does by itself.
        keymap.of([indentWithTab]),
        lineEnds(options.text),
        access.of(accessOf(options.readOnly)),
        language.of([]),
        editorTheme,
        syntaxHighlighting(highlighter),
        EditorView.contentAttributes.of({ 'aria-label': options.label }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !replacing) options.onEdit(textOf(update.state))
        }),
      ],
    }),
  })
  const named = languageOfPath(options.path)
  if (named !== null) {
    loadLanguage(named).then(
      (extension) => view.dispatch({ effects: language.reconfigure(extension) }),
      () => undefined, // Without its grammar the text is plain and can still be edited.
    )
  }
  return {
    replace(text) {
      const change = difference(textOf(view.state), text)
      if (change === null) return
      replacing = true
      if (view.state.lineBreak === '\n') view.dispatch({ changes: change })
      // Offsets count a line break as one character, whatever it is: with others the whole is replaced.
      else view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: view.state.toText(text) } })
      replacing = false
    },
    setReadOnly: (readOnly) => view.dispatch({ effects: access.reconfigure(accessOf(readOnly)) }),
    goTo(line) {
      const at = view.state.doc.line(Math.min(Math.max(line, 1), view.state.doc.lines)).from
      view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'center' }) })
    },
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  }
}

function textOf(state: EditorState): string {
  return state.sliceDoc()
}

function accessOf(readOnly: boolean): Extension {
  return [EditorState.readOnly.of(readOnly), EditorView.editable.of(!readOnly)]
}

/** Keeps line ends: CodeMirror would make all of them `\n`, and saving would change every line of the file. */
function lineEnds(text: string): Extension {
  if (!text.includes('\r')) return []
  const everyLine = !/\r(?!\n)|(?<!\r)\n/.test(text)
  return EditorState.lineSeparator.of(everyLine ? '\r\n' : '\n')
}

/** The one change that makes `before` into `after`; null where they are equal. */
function difference(before: string, after: string): { from: number; to: number; insert: string } | null {
  if (before === after) return null
  const shorter = Math.min(before.length, after.length)
  let head = 0
  while (head < shorter && before[head] === after[head]) head += 1
  let tail = 0
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1
  return { from: head, to: before.length - tail, insert: after.slice(head, after.length - tail) }
}

async function loadLanguage(name: LanguageName): Promise<Extension> {
  switch (name) {
    case 'javascript':
    case 'jsx':
      return (await import('@codemirror/lang-javascript')).javascript({ jsx: true })
    case 'typescript':
      return (await import('@codemirror/lang-javascript')).javascript({ typescript: true })
    case 'tsx':
      return (await import('@codemirror/lang-javascript')).javascript({ typescript: true, jsx: true })
    case 'json':
      return (await import('@codemirror/lang-json')).json()
    case 'html':
      return (await import('@codemirror/lang-html')).html()
    case 'css':
      return (await import('@codemirror/lang-css')).css()
    case 'markdown':
      return (await import('@codemirror/lang-markdown')).markdown()
    case 'python':
      return (await import('@codemirror/lang-python')).python()
  }
}
