import type { ShellGrammar, ShellScript } from '#contracts/ports/shell-grammar.ts'
import type { Findings } from './findings.ts'
import type { Rule } from './judge.ts'
import type { Scope } from './scope.ts'

/** Which shell will run it: the one whose grammar this is, or another one that shares only POSIX with it. */
export type ShellKind = 'bash' | 'other'

/** What the steps of a walk through a script share. */
export interface Walk {
  readonly grammar: ShellGrammar
  readonly rules: ReadonlyMap<string, Rule>
  readonly shell: ShellKind
  readonly found: Findings
  /** What is known at the place that is looked at. */
  scope: Scope
  /** What is printed goes into another command, which may take it for names of files. */
  feeds: boolean
  /** The same, but for commands that only print lines of it. */
  names: boolean
  /** Something is piped into what stands around. */
  piped: boolean
  /** It may be the name of anything, because it stands in a file or was put together. */
  anyName: boolean
  /** It shows what is in files that its parameters name. */
  shows: boolean
  /** Variables that a function may change whenever it is called, or that cannot be changed again. */
  readonly volatile: Set<string>
  /** Judges a script, part of this one. */
  script(script: ShellScript): void
  /** Judges the text of a script inside this one. */
  nested(text: string): void
  /**
   * An error here may keep what follows from running, on this line or in this group, while later lines run: what is
   * known at this place may be all that holds there.
   */
  mayEnd(): void
  /** Something that runs apart, or only perhaps: what it changes holds afterwards only where both ways agree. */
  apart(run: () => void): void
}
