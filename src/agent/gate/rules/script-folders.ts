import { WORKSPACE_ROOT } from '#contracts/ports/sandbox.ts'
import { expandBraces, HOLE, joinLoose, UNKNOWN_FOLDERS } from './loose-path.ts'
import type { ScriptPiece } from './read-steps.ts'

/** One simple command with the folders that it may run in, absolute, as far as they are known. */
interface PlacedCommand {
  readonly words: readonly string[]
  readonly files: readonly string[]
  readonly folders: readonly string[]
}

/** A script with its commands in the folders where they may run. */
export interface PlacedScript {
  readonly commands: readonly PlacedCommand[]
  /** What is fed to its commands from the script itself. */
  readonly documents: readonly { readonly text: string; readonly folders: readonly string[] }[]
  /** Every folder that it may have been in. */
  readonly folders: readonly string[]
  /** Some of it could not be followed. */
  readonly unsound: boolean
}

/** Folders that are kept apart; with more, any may be meant. */
const MAX_FOLDERS = 16
/** Words in front of a command that are not its program. */
const RESERVED = new Set('! { } then do else elif if while until time command builtin'.split(' '))
const ASSIGNMENT = /^[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=/u

/**
 * Follows `cd` through a script. After `cd x &&` only `x` counts; otherwise it may have failed, so that the folder
 * before counts too. Where functions or loops let commands run out of order, each may run in every folder.
 */
export function placeCommands(pieces: readonly ScriptPiece[], starts: readonly string[]): PlacedScript {
  let all = starts
  let current = starts
  const outer: (readonly string[])[] = []
  const commands: PlacedCommand[] = []
  const documents: { text: string; folders: readonly string[] }[] = []
  let unsound = false
  let disordered = false
  let before: ScriptPiece['kind'] = 'next'
  for (const piece of pieces) {
    if (piece.kind === 'command') {
      const words = commandWords(piece.words)
      commands.push({ words, files: piece.files, folders: current })
      disordered ||= /^(?:for|while|until|function|trap)$/u.test(piece.words[0] ?? '')
      if (words[0] === 'cd' || words[0] === 'pushd' || words[0] === 'popd') {
        const moved = movedTo(words, current)
        // One that is negated or stands behind `||` need not have run.
        const sure = before !== 'or' && !piece.words.includes('!')
        all = union(all, moved)
        current = sure ? moved : all
      } else if (words[0] === 'eval' && words.some((word) => /\b(?:cd|pushd|popd)\b/u.test(word))) {
        // It moves this very shell; where to is not followed.
        all = union(all, UNKNOWN_FOLDERS)
        current = all
      }
    } else if (piece.kind === 'text') documents.push({ text: piece.text, folders: all })
    else if (piece.kind === 'unsound') unsound = true
    else if (piece.kind === 'inner') outer.push(current)
    else if (piece.kind === 'inner-end') current = outer.pop() ?? all
    else if (piece.kind !== 'then') {
      disordered ||= piece.kind === 'close' && before === 'open'
      current = all
    }
    if (piece.kind !== 'inner' && piece.kind !== 'inner-end') before = piece.kind === 'command' ? before : piece.kind
  }
  return {
    commands: disordered ? commands.map((command) => ({ ...command, folders: all })) : commands,
    documents,
    folders: all,
    unsound,
  }
}

/** Its words from the program on, braces expanded: `{cat,a}` is a command too. */
function commandWords(written: readonly string[]): string[] {
  const words = written.flatMap(expandBraces)
  let at = 0
  while (RESERVED.has(words[at] ?? '') || (ASSIGNMENT.test(words[at] ?? '') && at < words.length - 1)) at += 1
  // What is put in front stays a word that may name a path.
  return [...words.slice(at), ...words.slice(0, at).filter((word) => word.includes('='))]
}

function movedTo(words: readonly string[], from: readonly string[]): readonly string[] {
  if (words[0] === 'popd') return UNKNOWN_FOLDERS
  const targets = words.slice(1).filter((word) => !/^-[LPe@-]+$/u.test(word) && !ASSIGNMENT.test(word))
  // Without a folder it goes home, which is the workspace.
  if (targets.length === 0) return words[0] === 'pushd' ? UNKNOWN_FOLDERS : [WORKSPACE_ROOT]
  if (targets.some((target) => /^[-+]/u.test(target) || target.includes(HOLE))) return UNKNOWN_FOLDERS
  return union(
    [],
    targets.flatMap((target) => from.map((folder) => joinLoose(target, folder))),
  )
}

/** Both, each folder once. */
export function union(some: readonly string[], more: readonly string[]): readonly string[] {
  const folders = [...new Set([...some, ...more])]
  return folders.length > MAX_FOLDERS ? UNKNOWN_FOLDERS : folders
}
