import type { Parser } from '@lezer/common'
import { words } from '#page/words.ts'

/** Languages that code is coloured in. Each grammar is a chunk of its own, fetched when it is first needed. */
export type LanguageName = 'javascript' | 'jsx' | 'typescript' | 'tsx' | 'json' | 'html' | 'css' | 'markdown' | 'python'

/** Names after a fence and file extensions, both in lower case. */
const NAMES: ReadonlyMap<string, LanguageName> = new Map<string, LanguageName>([
  ['js', 'javascript'],
  ['mjs', 'javascript'],
  ['cjs', 'javascript'],
  ['javascript', 'javascript'],
  ['jsx', 'jsx'],
  ['ts', 'typescript'],
  ['mts', 'typescript'],
  ['cts', 'typescript'],
  ['typescript', 'typescript'],
  ['tsx', 'tsx'],
  ['json', 'json'],
  ['jsonc', 'json'],
  ['json5', 'json'],
  ['jsonl', 'json'],
  ['webmanifest', 'json'],
  ['html', 'html'],
  ['htm', 'html'],
  ['xml', 'html'],
  ['svg', 'html'],
  ['vue', 'html'],
  ['css', 'css'],
  ['scss', 'css'],
  ['less', 'css'],
  ['md', 'markdown'],
  ['markdown', 'markdown'],
  ['py', 'python'],
  ['python', 'python'],
])

const LABELS: ReadonlyMap<string, string> = new Map([
  ['js', 'JavaScript'],
  ['javascript', 'JavaScript'],
  ['jsx', 'JSX'],
  ['ts', 'TypeScript'],
  ['typescript', 'TypeScript'],
  ['tsx', 'TSX'],
  ['json', 'JSON'],
  ['html', 'HTML'],
  ['css', 'CSS'],
  ['md', 'Markdown'],
  ['markdown', 'Markdown'],
  ['py', 'Python'],
  ['python', 'Python'],
  ['sh', 'Shell'],
  ['bash', 'Shell'],
  ['shell', 'Shell'],
  ['diff', 'Diff'],
  ['yaml', 'YAML'],
  ['yml', 'YAML'],
  ['toml', 'TOML'],
  ['sql', 'SQL'],
])

/** The language of a fence's name or of a file extension; null where it stays uncoloured. */
export function languageNamed(name: string): LanguageName | null {
  return NAMES.get(name.toLowerCase()) ?? null
}

/** The language of a file by its extension. */
export function languageOfPath(path: string): LanguageName | null {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const dot = name.lastIndexOf('.')
  return dot === -1 ? null : languageNamed(name.slice(dot + 1))
}

/** What stands above a code block: the language as people write it, or the name as it was given. */
export function languageLabel(name: string): string {
  return LABELS.get(name) ?? (name === '' ? words.text.plainCode : name)
}

/** The grammar of `language`. */
export async function loadParser(language: LanguageName): Promise<Parser> {
  switch (language) {
    case 'javascript':
      return (await import('@codemirror/lang-javascript')).javascriptLanguage.parser
    case 'jsx':
      return (await import('@codemirror/lang-javascript')).jsxLanguage.parser
    case 'typescript':
      return (await import('@codemirror/lang-javascript')).typescriptLanguage.parser
    case 'tsx':
      return (await import('@codemirror/lang-javascript')).tsxLanguage.parser
    case 'json':
      return (await import('@codemirror/lang-json')).jsonLanguage.parser
    case 'html':
      return (await import('@codemirror/lang-html')).htmlLanguage.parser
    case 'css':
      return (await import('@codemirror/lang-css')).cssLanguage.parser
    case 'markdown':
      return (await import('@codemirror/lang-markdown')).markdownLanguage.parser
    case 'python':
      return (await import('@codemirror/lang-python')).pythonLanguage.parser
  }
}
