import type { CallAnalysis } from '#contracts/call-analysis.ts'
import type { PlannedCall } from '#contracts/calls.ts'
import { RULE_PATH_CHARS } from '#contracts/limits.ts'
import { WORKSPACE_ROOT } from '#contracts/ports/sandbox.ts'
import { rawWords } from './command-target.ts'
import { ANY, expandBraces, HOLE, isAboveWorkspace, joinLoose, looseRelative, UNKNOWN_FOLDERS } from './loose-path.ts'
import { readInner, readSteps } from './read-steps.ts'
import { placeCommands, union, type PlacedScript } from './script-folders.ts'
import { skipGitOptions } from './skip-git-options.ts'
import { readsScripts } from './starts-others.ts'
import { treePaths } from './tree-paths.ts'

/** Different words of one script that a glob is held against; a rule that cannot look at all of it has no verdict. */
const MAX_WORDS = 5_000
/** Characters of all paths that one script may mean: every rule walks through them. */
const MAX_CHARS = 400_000
/** Scripts within the words of a script, such as those of `sh -c`, one inside the other. */
const MAX_INNER = 4
/** Tools that look through everything below their path, and the argument that says which of it they show. */
const LOOKS_THROUGH = new Map([
  ['grep', 'glob'],
  ['glob', 'pattern'],
])

/**
 * What a call may be about, relative to the workspace, in the signs of `loose-path.ts`: paths that it names,
 * and folders whose whole content it may go through.
 */
export interface NamedPaths {
  readonly paths: ReadonlySet<string>
  readonly trees: ReadonlySet<string>
}

/**
 * Every path that a call may be about, each in both spellings.
 * @throws Error where there are more than can be looked at
 */
export function namedPaths(plan: PlannedCall, analysis: CallAnalysis): NamedPaths {
  const found = new Collector()
  if (plan.target.kind === 'path') pathsOfTool(found, plan)
  if (plan.target.kind === 'command') {
    const { value, cwd = WORKSPACE_ROOT } = plan.target
    for (const spelling of new Set([value, value.normalize('NFC')])) pathsOfScript(found, spelling, cwd, analysis)
  }
  return found
}

class Collector implements NamedPaths {
  readonly paths = new Set<string>()
  readonly trees = new Set<string>()
  readonly #words = new Set<string>()
  /** Words that were looked at in the same folders. */
  readonly #seen = new Map<readonly string[], Set<string>>()
  #chars = 0

  isNew(word: string, folders: readonly string[], mayBeBare: boolean): boolean {
    this.#words.add(word)
    if (this.#words.size > MAX_WORDS) throw new Error(`The script has more than ${MAX_WORDS} different words.`)
    const key = `${mayBeBare ? 'w' : 'p'}${word}`
    const seen = this.#seen.get(folders) ?? new Set()
    this.#seen.set(folders, seen)
    return seen.size < seen.add(key).size
  }

  /** A path as it stands: the sandbox takes no sign in it. */
  whole(path: string): void {
    const relative = looseRelative(joinLoose(path, WORKSPACE_ROOT))
    if (relative !== null) this.paths.add(relative).add(relative.normalize('NFC'))
  }

  path(path: string, folder: string): void {
    const relative = looseRelative(joinLoose(path, folder))
    if (relative !== null) this.#add(this.paths, relative)
  }

  tree(path: string, folder: string): void {
    const whole = joinLoose(path, folder)
    const relative = isAboveWorkspace(whole) ? '' : looseRelative(whole)
    if (relative !== null) this.#add(this.trees, relative)
  }

  #add(to: Set<string>, relative: string): void {
    // Longer than any sandbox takes: no path.
    if (relative.length > RULE_PATH_CHARS / 2 || to.has(relative)) return
    to.add(relative)
    this.#chars += relative.length
    if (this.#chars > MAX_CHARS) throw new Error('The script may mean more paths than a rule can be held against.')
  }
}

function pathsOfTool(found: Collector, { tool, target, arguments: args }: PlannedCall): void {
  // Longer than any sandbox takes: the glob refuses it with a sentence, and the call with it.
  found.whole(target.value)
  const depth = args['depth']
  if (tool === 'ls' && typeof depth === 'number' && depth > 1) found.tree(target.value, WORKSPACE_ROOT)
  const selects = LOOKS_THROUGH.get(tool)
  if (selects === undefined) return
  const pattern = args[selects]
  // Of what lies below, only what the pattern may stand for is shown.
  if (typeof pattern === 'string' && pattern.includes('/') && /^[\w./*?,{}-]+$/u.test(pattern)) {
    const [word = ''] = readSteps(pattern).flatMap((piece) => (piece.kind === 'command' ? piece.words : []))
    for (const choice of expandBraces(word.replace(/^\/+/u, ''))) found.path(choice, target.value)
  } else found.tree(target.value, WORKSPACE_ROOT)
}

function pathsOfScript(found: Collector, text: string, cwd: string, analysis: CallAnalysis): void {
  const script = placeCommands(readSteps(text), [cwd])
  const seen = new Set<string>()
  walk(found, script, 0, seen)
  // Where it is not clear what is quoted, nothing is.
  if (script.unsound) walk(found, placeCommands(readSteps(text.replace(/['"`]/gu, '')), [cwd]), 0, seen)
  // What the grammar made of the words, where that differs from what stands there; and all of it, where it cannot be followed.
  const others = [
    ...(analysis.commands ?? []).flat().filter((word) => !seen.has(word)),
    ...(script.unsound ? rawWords(text) : []),
  ]
  for (const word of new Set(others)) wordIn(found, word, script.folders, true)
}

function walk(found: Collector, script: PlacedScript, depth: number, seen: Set<string>): void {
  const inner = (text: string, folders: readonly string[]): void => {
    if (depth < MAX_INNER) walk(found, placeCommands(readInner(text, depth), folders), depth + 1, seen)
  }
  for (const { words, files, folders } of script.commands) {
    const places = placesOf(words, folders)
    if (places !== folders) for (const place of places) found.path('.', place)
    words.forEach((word, index) => {
      seen.add(word)
      wordIn(found, word, places, index > 0)
      // A program, a message or a script may name a path among other things.
      if (/[\s'"();|<>]/u.test(word)) {
        for (const piece of rawWords(word)) wordIn(found, piece, places, true)
        if (readsScripts(words) && /[\s;|]/u.test(word)) inner(word, places)
      }
    })
    for (const file of files.flatMap(expandBraces)) {
      seen.add(file)
      wordIn(found, file, places, true)
    }
    for (const tree of treePaths(words))
      for (const variant of variantsOf(tree, ANY)) for (const folder of places) found.tree(variant, folder)
  }
  for (const { text, folders } of script.documents) {
    for (const piece of rawWords(text)) wordIn(found, piece, folders, true)
    // A shell may be fed with it; and what it substitutes runs in any case.
    const isScript = script.commands.some(({ words }) => readsScripts(words))
    inner(isScript ? text : (text.match(/\$\([^\n]*|`[^\n]*/gu) ?? []).join('\n'), folders)
  }
}

/**
 * Where the words of one command count from: the script's folders, and those that an option sends it to, as
 * `tar -C x` and `env --chdir=x` do. With `git -C x` in front of the subcommand it is only those.
 */
function placesOf(words: readonly string[], folders: readonly string[]): readonly string[] {
  const ofGit = words.slice(1, words.length - skipGitOptions(words).length + 1)
  const isGit = ofGit.some((word) => word.startsWith('-C'))
  let here = folders
  let also: readonly string[] = []
  ;(isGit ? ofGit : words).forEach((word, index) => {
    const attached = /^(?:-C|--(?:chdir|directory)=)(.+)$/su.exec(word)?.[1]
    const target = /^(?:-C|--chdir|--directory)$/u.test(word) ? words[index + (isGit ? 2 : 1)] : attached
    if (target === undefined) return
    here = target.includes(HOLE)
      ? UNKNOWN_FOLDERS
      : union(
          [],
          here.map((folder) => joinLoose(target, folder)),
        )
    also = union(also, here)
  })
  if (also.length === 0) return folders
  return isGit ? here : union(folders, also)
}

/** Notes a word in each folder. A program's bare name is no path where the folder is not known. */
function wordIn(found: Collector, word: string, folders: readonly string[], mayBeBare: boolean): void {
  if (!found.isNew(word, folders, mayBeBare)) return
  for (const variant of variantsOf(word, null))
    for (const folder of folders)
      if (mayBeBare || /[/\uE000-\uE002]/u.test(variant) || !folder.includes(ANY)) found.path(variant, folder)
}

/**
 * The paths that a word may name: whole, behind an equals sign, a colon or an at sign, or attached to a short
 * option. `unknown` stands for one that begins with what cannot be told; null: it is none.
 */
function variantsOf(word: string, unknown: string | null): string[] {
  const variants = [word]
  const equals = word.indexOf('=')
  if (equals >= 0) variants.push(word.slice(equals + 1))
  const colon = word.lastIndexOf(':')
  if (colon >= 0) variants.push(word.slice(colon + 1))
  if (word.startsWith('@')) variants.push(word.slice(1))
  if (/^-[A-Za-z]./su.test(word)) variants.push(word.slice(2))
  return variants.flatMap((variant) => {
    // `$x/a` may be `a` in this very folder; nothing else is known of it.
    const known = variant.replace(/^(?:(?:\uE006+|\.)\/+)+/u, '')
    if (known.startsWith(HOLE)) return unknown === null ? [] : [unknown]
    const path = known.replaceAll(HOLE, ANY)
    if (unknown !== null && known !== variant && variant.startsWith(HOLE)) return [path, unknown]
    return path === '' ? (variant === './' ? ['.'] : []) : [path]
  })
}
