/** A whole script, or the inside of a substitution. */
export interface ShellScript {
  readonly statements: readonly ShellStatement[]
}

/** Pipelines joined by operators; `operators[i]` stands before `pipelines[i + 1]`. */
export interface ShellStatement {
  readonly pipelines: readonly ShellPipeline[]
  readonly operators: readonly ('&&' | '||' | ';')[]
  /** It ends in `&`. */
  readonly background: boolean
}

/** Commands joined by `|`. */
export interface ShellPipeline {
  readonly commands: readonly ShellCommand[]
  readonly timed: boolean
  /** At least one of its pipes is `|&`. */
  readonly pipesErrors: boolean
}

/** One command of a pipeline. Every kind but the function carries its own redirections. */
export type ShellCommand =
  | ShellSimpleCommand
  | (Redirected & {
      readonly kind: 'if'
      readonly clauses: readonly { readonly condition: ShellBody; readonly body: ShellBody }[]
      readonly otherwise: ShellBody
    })
  | (Redirected & {
      readonly kind: 'for'
      readonly variable: string
      /** Null: the positional parameters. */
      readonly words: readonly ShellWord[] | null
      readonly body: ShellBody
    })
  | (Redirected & { readonly kind: 'counted'; readonly head: readonly ShellArithmetic[]; readonly body: ShellBody })
  | (Redirected & { readonly kind: 'while'; readonly condition: ShellBody; readonly body: ShellBody })
  | (Redirected & {
      readonly kind: 'case'
      readonly word: ShellWord
      readonly items: readonly {
        readonly patterns: readonly ShellWord[]
        readonly body: ShellBody
        /** It ends in `;&` or `;;&`. */
        readonly goesOn: boolean
      }[]
    })
  | (Redirected & { readonly kind: 'group' | 'subshell'; readonly body: ShellBody })
  | (Redirected & { readonly kind: 'arithmetic'; readonly expression: ShellArithmetic })
  | (Redirected & { readonly kind: 'test'; readonly comparisons: readonly ShellComparison[] })
  | (Redirected & { readonly kind: 'function'; readonly name: string; readonly body: ShellCommand })

export type ShellBody = readonly ShellStatement[]

interface Redirected {
  readonly redirections: readonly ShellRedirection[]
}

/** A program with its arguments: `words[0]` names it. Without words it only assigns or redirects. */
export interface ShellSimpleCommand extends Redirected {
  readonly kind: 'simple'
  readonly assignments: readonly ShellAssignment[]
  readonly words: readonly ShellWord[]
}

export interface ShellAssignment {
  readonly name: string
  /** What stands between `[` and `]`, as written; null for a plain variable. */
  readonly subscript: string | null
  readonly append: boolean
  readonly value: ShellWord | null
  /** The words of `name=(…)`; null where it is no array. */
  readonly elements: readonly ShellWord[] | null
}

export interface ShellRedirection {
  readonly fd: number | null
  /** `{name}>file`: a variable gets the descriptor. */
  readonly fdVariable: string | null
  readonly operator: '<' | '>' | '>>' | '>&' | '<&' | '<>' | '>|' | '&>' | '&>>' | '<<<' | '<<' | '<<-'
  /** A file, a descriptor, or the text of a here-document or here-string. */
  readonly target: ShellWord
}

/** `[[ left operator right ]]`, a test of one operand, or (operator '') of a word alone. */
export interface ShellComparison {
  readonly operator: string
  readonly words: readonly ShellWord[]
}

/** One word before expansion; after it there may be none or many. */
export interface ShellWord {
  readonly parts: readonly ShellWordPart[]
}

export type ShellWordPart =
  | { readonly kind: 'text'; readonly text: string; readonly quoted: boolean }
  | {
      readonly kind: 'parameter'
      readonly name: string
      /** As written between `[` and `]`; null where there is none. */
      readonly subscript: string | null
      readonly operation: ShellOperation | null
      readonly quoted: boolean
    }
  | { readonly kind: 'command'; readonly script: ShellScript; readonly quoted: boolean }
  | { readonly kind: 'arithmetic'; readonly expression: ShellArithmetic }
  | { readonly kind: 'process'; readonly script: ShellScript }
  | { readonly kind: 'brace'; readonly items: readonly ShellWord[] }
  /** `{1..9}`: words of letters and digits. */
  | { readonly kind: 'range'; readonly from: string; readonly to: string }
  | { readonly kind: 'tilde'; readonly user: string | null }
  | { readonly kind: 'glob'; readonly pattern: string }

/** What `${name…}` does besides reading. */
export interface ShellOperation {
  readonly kind:
    | 'default'
    | 'assign'
    | 'error'
    | 'alternative'
    | 'length'
    | 'substring'
    | 'remove'
    | 'replace'
    | 'case'
    | 'transform'
    | 'indirect'
    | 'keys'
    | 'names'
  /** The letter of `${name@P}`; '' for the others. */
  readonly letter: string
  readonly words: readonly ShellWord[]
  readonly arithmetic: readonly ShellArithmetic[]
}

/** What an arithmetic expression reads, changes and runs; the sums themselves do not matter here. */
export interface ShellArithmetic {
  readonly reads: readonly string[]
  readonly assigns: readonly string[]
  /** The scripts of `$(…)` in it, as written. */
  readonly scripts: readonly string[]
  /** Holds something that only its evaluation shows, such as `${x[y]}` or a name put together from pieces. */
  readonly opaque: boolean
  /** Its evaluation may be an error, such as a division by nothing: then what follows it may not run. */
  readonly mayFail: boolean
}

export type ShellParse =
  { readonly ok: true; readonly script: ShellScript } | { readonly ok: false; readonly reason: string }

/**
 * The grammar of the shell that will run a command. The parser is the one that executes in the embedded
 * sandbox, so that what is judged is what runs. It is large and therefore loaded when first needed.
 */
export interface ShellGrammar {
  /** Loads the parser; at once where it is there already. Rejects where it cannot be had, and may be tried again. */
  load(): Promise<void>
  /**
   * Parses one script. Never throws: before `load`, above `COMMAND_MAX_CHARS`, for what nests too deeply and for
   * what it does not know, it answers with the reason in one sentence.
   */
  parse(script: string): ShellParse
}

/** What a run without a grammar has: no command can be read, so each counts as able to do anything. */
export const NO_SHELL_GRAMMAR: ShellGrammar = {
  load: async () => {},
  parse: () => ({ ok: false, reason: 'This run cannot read commands.' }),
}
