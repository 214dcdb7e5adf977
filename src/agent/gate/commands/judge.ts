import type { RiskClass } from '#contracts/risk.ts'
import type { Argument } from './argument.ts'
import type { Value } from './value.ts'

/** What a command reads on its standard input. `text` is there where it stands in the script. */
export interface Input {
  readonly kind: 'none' | 'file' | 'pipe' | 'text'
  readonly text?: string
  /** It may be the name of anything, because it stands in a file or was put together. */
  readonly computed?: boolean
}

/** One simple command, expanded as far as can be told. */
export interface ProgramCall {
  /** Without a directory in front. */
  readonly name: string
  readonly args: readonly Argument[]
  readonly input: Input
}

/** What the rules of a program say, and what they may ask. Everything is noted for the command being judged. */
export interface Judge {
  /** Notes an effect, as a verb phrase: "deletes build". What reads from the network goes somewhere that is not named. */
  found(risk: RiskClass, effect: string): void
  /** Judges words as a program with its arguments. */
  program(words: readonly Argument[], input: Input): void
  /** Judges the text of a script that a shell would be started for, and `given` its parameters. */
  script(text: string, given?: readonly Argument[]): void
  /**
   * Notes that a file is written; where it lies decides the class. `told`: that it may destroy local work was noted
   * already, and only what goes further is.
   */
  writes(target: Argument, verb?: string, told?: boolean): void
  /** Notes that an address is contacted; `sends` where data goes there. */
  contacts(address: Argument, sends: boolean): void
  /** Notes that a host is reached, named in any way, where the effect is said otherwise. */
  reaches(address: Argument): void
  /** Notes that a variable changes, which may change what other programs do. */
  assigns(name: string, value: Value, exported: boolean): void
  /** Notes that the script's own parameters, `$1` and so on, become these. */
  givesParameters(words: readonly Argument[]): void
  /** Notes a change of directory; null: to one that is not known. */
  moves(target: Argument | null): void
  /** True where lines may be split by something else than white space. */
  splitsOddly(): boolean
  /** True where the directory is certainly the workspace itself. */
  atStart(): boolean
  /** What happens in `run`, such as a change of directory, holds only perhaps afterwards. */
  apart(run: () => void): void
  /** True where reading what the word names shows a key or token. */
  isSecret(argument: Argument): boolean
  /** True where what the word names lies outside of the sandbox. */
  escapes(argument: Argument): boolean
  /** From here on nothing is known of this variable, whatever is assigned to it. */
  fixes(name: string): void
}

/** How one program, or a family of them, is judged. Whatever it notes nothing about only prints. */
export type Rule = (judge: Judge, call: ProgramCall) => void

export type Rules = readonly (readonly [names: string, rule: Rule])[]
