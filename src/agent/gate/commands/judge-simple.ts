import type { ShellSimpleCommand } from '#contracts/ports/shell-grammar.ts'
import type { RiskClass } from '#contracts/risk.ts'
import { exact, type Argument } from './argument.ts'
import { assignVariable, judgeAssignment } from './assign-variable.ts'
import { checkWords } from './check-words.ts'
import { isComputedName, isGivenName, namesOf } from './computed-names.ts'
import { expandWords } from './expand-word.ts'
import { short } from './findings.ts'
import { foldersAfter } from './folders.ts'
import type { Input, Judge } from './judge.ts'
import { judgeWriting } from './judge-redirections.ts'
import { escapes, isHere, isSecretIn } from './paths.ts'
import { looksAt } from './looks-at.ts'
import { notRead } from './not-read.ts'
import { namesOrigin, originsOf } from './origins.ts'
import { plainText } from './plain-text.ts'
import { programName } from './program-name.ts'
import { renderWord } from './render.ts'
import { Scope } from './scope.ts'
import { takeInput } from './take-input.ts'
import { GIVEN, UNKNOWN, type Value } from './value.ts'
import type { Walk } from './walk.ts'

/** Programs that start programs that start programs …: more than anyone nests. */
const MAX_STARTS = 20
/** Where a program is that is told no file: it may read what is there. */
const HERE = exact('.')
const UNKNOWN_PROGRAM = 'may run anything: its program is only known when it runs'

/** Judges simple commands, one after the other; the rules of programs ask it, and tell it what they find. */
export class SimpleCommands implements Judge {
  #starts = 0
  /** What the program reads that is judged. */
  #input: Input = { kind: 'none' }
  /** The words that the program which is judged hands on to another. */
  #handedOn = new Set<Argument>()

  constructor(private readonly walk: Walk) {}

  judge({ assignments, words, redirections }: ShellSimpleCommand, input: Input): void {
    const { walk } = this
    const { found } = walk
    const [first] = words
    for (const assignment of assignments) {
      checkWords(walk, [...(assignment.value === null ? [] : [assignment.value]), ...(assignment.elements ?? [])])
      judgeAssignment(walk, assignment, first === undefined ? null : (plainText(first) ?? ''))
    }
    checkWords(walk, words)
    // `{a[i]}>f` puts a number into an element; not every parser sees that.
    for (const word of redirections.length > 0 ? words : []) {
      const text = renderWord(word)
      if (/^\{[A-Za-z_]\w*\[.*\]\}$/su.test(text)) found.evaluates(text)
    }
    const expanded = expandWords(words, walk.scope)
    this.list(expanded, assignments.length > 0)
    const [program, ...args] = expanded
    if (program === undefined) {
      // All of it may vanish, and then nothing runs; or it may not.
      if (words.length > 0) found.note('destructive-local', UNKNOWN_PROGRAM)
      return
    }
    // What a function does was judged where it was defined.
    if (program.text !== null && walk.scope.defines(program.text)) {
      for (const argument of args) looksAt(walk, program.text, argument)
      if (walk.scope.shows(program.text)) this.tellsOf(args.filter(isComputedName))
      walk.shows ||= walk.scope.shows(program.text) && args.some(isGivenName)
      return
    }
    this.judgeProgram(expanded, input.kind === 'none' && walk.piped ? { kind: 'pipe', computed: walk.anyName } : input)
  }

  private list(words: readonly Argument[], assigns: boolean): void {
    const { found } = this.walk
    if (words.length === 0) return
    if (assigns || words.some(({ text }) => text === null)) found.commands = null
    else found.commands?.push(words.map(({ text }) => text ?? ''))
  }

  /** Judges one program with its arguments. Functions of the same name do not count: wrappers start programs. */
  private judgeProgram(words: readonly Argument[], input: Input): void {
    const [first, ...args] = words
    if (first === undefined) return
    const handedOn = new Set<Argument>()
    const before = this.#handedOn
    // Its rule may change the directory.
    const { folders } = this.walk.scope
    this.#handedOn = handedOn
    this.runs(first, args, input)
    this.#handedOn = before
    const name = first.text ?? ''
    const aside = new Set(notRead(programName(name), args, this.walk.names))
    // What is handed on is read by the program that gets it, in the folder in which that runs.
    const told = new Set<Argument>()
    for (const argument of args)
      if (!handedOn.has(argument) && looksAt(this.walk, name, aside.has(argument) ? HERE : argument, folders))
        told.add(argument)
    const read = namesOf(name, args)
    this.tellsOf(read.filter((argument) => isComputedName(argument) && !told.has(argument)))
    this.walk.shows ||= read.some(isGivenName)
  }

  private tellsOf(names: readonly Argument[]): void {
    for (const { shown } of names)
      this.walk.found.note('destructive-local', `reads ${short(shown)}: which file that is, is only known when it runs`)
  }

  /** Judges it by its rule alone. */
  private runs(first: Argument, args: readonly Argument[], input: Input): void {
    const { found, rules } = this.walk
    if (first.text === null || first.text === '') return found.note('destructive-local', UNKNOWN_PROGRAM)
    const name = programName(first.text)
    const rule = rules.get(name)
    if (rule === undefined)
      return found.note('destructive-local', `runs ${short(first.text)}, which is not a program that is known here`)
    if (this.#starts >= MAX_STARTS)
      return found.note('destructive-local', 'starts too many programs through each other')
    this.#starts += 1
    const before = this.#input
    this.#input = input
    rule(this, { name, args, input })
    this.#input = before
    this.#starts -= 1
  }

  found(risk: RiskClass, effect: string): void {
    // What reads elsewhere without saying where may do so anywhere.
    if (risk === 'read-only-network') this.walk.found.contactsUnnamed()
    this.walk.found.note(risk, effect)
  }

  program(words: readonly Argument[], input: Input): void {
    for (const word of words.slice(1)) this.#handedOn.add(word)
    this.judgeProgram(words, input)
  }

  writes(target: Argument, verb = 'writes', told = false): void {
    judgeWriting(this.walk, target, verb, told)
  }

  reaches(address: Argument): void {
    this.walk.found.reaches(address)
  }

  assigns(name: string, value: Value, exported: boolean): void {
    assignVariable(this.walk, name, value, exported)
  }

  givesParameters(words: readonly Argument[]): void {
    this.walk.scope.setParameters(words.some(isComputedName) ? UNKNOWN : GIVEN)
  }

  splitsOddly(): boolean {
    return !this.walk.scope.splits
  }

  atStart(): boolean {
    return !this.walk.scope.moved
  }

  apart(run: () => void): void {
    this.walk.apart(run)
  }

  isSecret(argument: Argument): boolean {
    return isSecretIn(argument, this.walk.scope.folders)
  }

  escapes({ text, prefix }: Argument): boolean {
    return escapes(text ?? prefix, this.walk.scope.folders)
  }

  fixes(name: string): void {
    this.walk.volatile.add(name)
    this.walk.scope.set(name, UNKNOWN)
  }

  /** Another shell has no functions of this one, and of its variables only those that were exported. */
  script(text: string, given: readonly Argument[] = []): void {
    const { walk } = this
    const before = walk.scope
    walk.scope = new Scope(before.folders)
    walk.scope.moved = before.moved
    this.givesParameters(given)
    takeInput(walk, this.#input, () => walk.nested(text))
    walk.scope = before
  }

  moves(target: Argument | null): void {
    const { scope } = this.walk
    const path = target?.text ?? null
    scope.folders = foldersAfter(scope.folders, path)
    scope.moved = !isHere(path ?? '', scope.moved)
  }

  contacts(address: Argument, sends: boolean): void {
    const { found } = this.walk
    const url = /^[a-z][a-z0-9+.-]*:\/\//iu.test(address.prefix) ? address : behind('http://', address)
    found.contacts(url)
    const origin = originsOf(url).at(-1)
    // Where a part of the address is put in when it runs, that part is what is sent.
    const where =
      origin === undefined || address.text === null ? short(address.shown) : origin.replace(/^https?:\/\//u, '')
    if (sends || address.text === null) found.note('external-side-effect', `sends data to ${where}`)
    // Patterns (`http://127.0.0.{1,2}`), names and passwords before the host: programs read another host out of it than is seen.
    else if (/^https?:/iu.test(url.prefix) && !namesOrigin(url))
      found.note(
        'external-side-effect',
        `goes to ${short(address.shown)}, whose host its words do not tell beyond doubt`,
      )
    else found.note('read-only-network', `reads from ${where}`)
  }
}

function behind(start: string, address: Argument): Argument {
  const { text, prefix } = address
  return { ...address, text: text === null ? null : start + text, prefix: start + prefix }
}
