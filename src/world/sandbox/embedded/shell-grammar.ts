import { COMMAND_MAX_CHARS } from '#contracts/limits.ts'
import type { ShellGrammar, ShellParse } from '#contracts/ports/shell-grammar.ts'

type ReadScript = (script: string) => ShellParse

/** The grammar of the embedded shell. The parser is a chunk of its own, fetched by `load`. */
export function createShellGrammar(): ShellGrammar {
  let read: ReadScript | null = null
  return {
    async load() {
      read ??= (await import('./shell/read-script.ts')).createScriptReader()
    },
    parse(script) {
      if (script.length > COMMAND_MAX_CHARS)
        return { ok: false, reason: `It is longer than ${COMMAND_MAX_CHARS} characters.` }
      if (read === null) return { ok: false, reason: 'The shell grammar is not loaded.' }
      return read(script)
    },
  }
}
