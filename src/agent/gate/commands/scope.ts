import { isRoot, joinFolders, type Folders } from './folders.ts'
import { GIVEN, joinValues, NUMBER, UNKNOWN, type Value } from './value.ts'

/** Variables that the shell itself keeps as numbers, as long as nobody assigns to them. */
const NUMBERS = new Set([
  'RANDOM',
  'SECONDS',
  'LINENO',
  'EPOCHSECONDS',
  'UID',
  'EUID',
  'PPID',
  'BASHPID',
  '#',
  '?',
  '$',
])

/** The one name under which all parameters are kept. */
const PARAMETERS = '@'

/** True for `$1`, `$@`, `$*`, and `$0`, which is a parameter of `sh -c`. */
function isPosition(name: string): boolean {
  return /^(?:\d+|[@*])$/u.test(name)
}

/** What is known at one place of a script: variables, functions, and the directory. */
export class Scope {
  #values: Map<string, Value>
  #functions: Map<string, boolean>
  /** What relative paths count from. */
  folders: Folders
  /** The directory may be another one than the workspace itself. */
  moved: boolean
  /** Unquoted values are split as usual: IFS is as it was. */
  splits: boolean
  /** Nothing is known of a variable that is not assigned below: it may have been set outside. */
  #sealed = false

  constructor(folders: Folders) {
    this.#values = new Map()
    this.#functions = new Map()
    this.folders = folders
    this.moved = !isRoot(folders)
    this.splits = true
  }

  value(name: string): Value {
    const value = this.#values.get(name)
    if (value !== undefined) return value
    if (isPosition(name)) return this.#values.get(PARAMETERS) ?? GIVEN
    if (NUMBERS.has(name)) return NUMBER
    // Both are set when the shell starts; what a script or an earlier command does to them is judged there.
    if (name === 'HOME' && !this.#sealed) return { kind: 'word' }
    if ((name === 'PWD' || name === 'OLDPWD') && !this.#sealed) return { kind: 'path' }
    return UNKNOWN
  }

  set(name: string, value: Value): void {
    this.#values.set(name, value)
  }

  /** How many variables are followed. */
  get size(): number {
    return this.#values.size
  }

  /** `$1` and all the others get new values, of which this is known. */
  setParameters(value: Value): void {
    this.#values.set(PARAMETERS, value)
  }

  defines(name: string): boolean {
    return this.#functions.has(name)
  }

  /** True for a function that shows what is in files which its parameters name. */
  shows(name: string): boolean {
    return this.#functions.get(name) === true
  }

  define(name: string, shows: boolean): void {
    this.#functions.set(name, shows)
  }

  /** A copy for something that may run, or runs apart. */
  fork(): Scope {
    const copy = new Scope(this.folders)
    copy.#values = new Map(this.#values)
    copy.#functions = new Map(this.#functions)
    copy.splits = this.splits
    copy.moved = this.moved
    copy.#sealed = this.#sealed
    return copy
  }

  /** Keeps only what holds here and there: the two ways on which one may have come. */
  join(other: Scope): void {
    for (const name of new Set([...this.#values.keys(), ...other.#values.keys()]))
      this.#values.set(name, joinValues(this.value(name), other.value(name)))
    for (const [name, shows] of this.#functions)
      if (other.#functions.has(name)) this.#functions.set(name, shows || other.shows(name))
      else this.#functions.delete(name)
    this.folders = joinFolders(this.folders, other.folders)
    this.splits &&= other.splits
    this.moved ||= other.moved
    this.#sealed ||= other.#sealed
  }

  /** For code that may run at any time, such as a function's body: no value holds. */
  forget(): void {
    for (const name of this.#values.keys()) this.#values.set(name, UNKNOWN)
    this.setParameters(GIVEN)
    this.#sealed = true
    this.folders = null
    this.splits = false
    this.moved = true
  }
}
