import type { PlannedCall } from '#contracts/calls.ts'
import { WORKSPACE_ROOT } from '#contracts/ports/sandbox.ts'

/** Where a command's target says that it starts: see `targetOf`. */
const PLACE = /\n# in (\/[^\n]*)$/u

/** The script of a command call and the absolute folder that it starts in. */
export function commandOf(plan: PlannedCall): { text: string; cwd: string } {
  const found = PLACE.exec(plan.target.value)
  if (found === null) return { text: plan.target.value, cwd: WORKSPACE_ROOT }
  return { text: plan.target.value.slice(0, found.index), cwd: found[1] ?? WORKSPACE_ROOT }
}

/**
 * Every way to read a command's target. A script may end in a comment that looks like the note of its folder, so
 * the arguments decide which it is; where they do not, both count.
 */
export function commandReadings(plan: PlannedCall): { text: string; cwd: string }[] {
  const { value } = plan.target
  const noted = commandOf(plan)
  if (noted.text === value) return [noted]
  const given = Object.values(plan.arguments)
  const whole = { text: value, cwd: WORKSPACE_ROOT }
  const [isNoted, isWhole] = [given.includes(noted.text), given.includes(value)]
  return isNoted === isWhole ? [noted, whole] : [isNoted ? noted : whole]
}

/**
 * Every piece of a script that could be a word of it, for rules that must not be dodged by a script that
 * cannot be read: split at blanks and operators, once as written and once with quotes and backslashes gone.
 */
export function rawWords(text: string): string[] {
  const split = (script: string): string[] => script.split(/[\s;&|<>(){}$`'"\\]+/u).filter((word) => word !== '')
  const plain = text.replace(/\\\r?\n/gu, '').replace(/['"\\]/gu, '')
  return plain === text ? split(text) : [...new Set([...split(text), ...split(plain)])]
}

// Redirects that reach no file: between descriptors, or into nothing. What follows must end the word.
const HARMLESS_REDIRECT = /(?:\d?>&\d|[\d&]?>>?[ \t]*\/dev\/null)(?=[\s;|&)]|$)/gu

/**
 * True where the words of a script's commands are all that it does: nothing is fed to it, and nothing is read
 * from or written to a file by a redirect. A rule that allows by words may only speak of such a script.
 */
export function isAllWords(plan: PlannedCall): boolean {
  const stdin = plan.arguments['stdin']
  if (stdin !== undefined && stdin !== '') return false
  return !/[<>]/u.test(commandOf(plan).text.replace(HARMLESS_REDIRECT, ' '))
}
