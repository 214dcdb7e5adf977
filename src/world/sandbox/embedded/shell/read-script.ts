import { Bash } from 'just-bash/browser'
import { COMMAND_MAX_DEPTH } from '#contracts/limits.ts'
import type { ShellParse } from '#contracts/ports/shell-grammar.ts'
import { convertScript } from './convert-script.ts'
import { TRAPS_PARSER, trapsParser } from './parser-traps.ts'
import type { Script } from './syntax-tree.ts'

/**
 * Reads scripts with the very parser that runs them, and runs nothing. The tree is taken by a plug-in, which
 * hands an empty script back.
 */
export function createScriptReader(): (script: string) => ShellParse {
  const bash = new Bash({})
  let taken: Script | null = null
  const nothing: Script = { type: 'Script', statements: [] }
  bash.registerTransformPlugin({
    name: 'sallyport-read',
    transform({ ast }: { ast: Script }) {
      taken = ast
      return { ast: nothing }
    },
  })

  return (script) => {
    // The parser reads what is nested once for each level, so its depth is looked at before.
    if (isNestedTooDeeply(script)) return { ok: false, reason: 'It is nested too deeply to be read.' }
    if (trapsParser(script)) return { ok: false, reason: TRAPS_PARSER }
    taken = null
    try {
      // `transform` takes the indentation away before it parses, `exec` as we call it does not. The two differ where
      // an indented line could end a here-document, so an indented script goes the way on which it would run.
      // That way parses before it waits for anything; should that ever change, nothing is taken and nothing allowed.
      if (isIndented(script)) void bash.exec(script, { rawScript: true }).catch(() => {})
      else bash.transform(script)
      if (taken === null) {
        bash.transform(script)
        return { ok: false, reason: 'It is no script that the shell can read.' }
      }
      return { ok: true, script: convertScript(taken) }
    } catch (error) {
      return { ok: false, reason: `It cannot be read as a script (${errorLine(error)}).` }
    }
  }
}

/** Opening square brackets of one script. */
const MAX_PATTERNS = 500

/** True where a line begins with what `transform` would take away. */
function isIndented(script: string): boolean {
  return script.split('\n').some((line) => line !== line.trimStart())
}

/** Counts brackets, quoted ones too: nobody writes that many either way. For each `[` the parser looks for its end. */
function isNestedTooDeeply(script: string): boolean {
  let depth = 0
  let patterns = 0
  for (const character of script) {
    if (character === '[') patterns += 1
    if (patterns > MAX_PATTERNS) return true
    if (character === '(' || character === '{') depth += 1
    else if ((character === ')' || character === '}') && depth > 0) depth -= 1
    if (depth > COMMAND_MAX_DEPTH) return true
  }
  return false
}

function errorLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.split('\n', 1)[0]?.slice(0, 120) ?? ''
}
