import type { PlannedCall } from '#contracts/calls.ts'

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
export function isAllWords({ target }: Pick<PlannedCall, 'target'>): boolean {
  return target.stdin === undefined && !/[<>]/u.test(target.value.replace(HARMLESS_REDIRECT, ' '))
}
