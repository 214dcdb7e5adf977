import type { z } from 'zod'

/** What a person calls the fields that he fills in. Any other one is filled in by the page itself. */
const NAMES: ReadonlyMap<PropertyKey, string> = new Map([
  ['label', 'The name'],
  ['baseUrl', 'The address'],
  ['url', 'The address'],
  ['key', 'The key'],
  ['token', 'The token'],
  ['text', 'The text'],
  ['title', 'The title'],
  ['path', 'The path'],
  ['modelId', 'The model id'],
  ['attachments', 'The list of attachments'],
])

/** Why a command's input cannot be used, as a sentence for the person: never in the words of the validator. */
export function inputProblem(issue: z.core.$ZodIssue | undefined): string {
  const field = issue?.path.findLast((step) => typeof step === 'string')
  const name = field === undefined ? undefined : NAMES.get(field)
  if (issue === undefined || name === undefined)
    return 'The page asked for something that this version does not understand. Reload it and try again.'
  if (issue.code === 'too_small') return `${name} is empty. Fill it in.`
  if (issue.code === 'too_big' && issue.origin === 'string')
    return `${name} is too long: at most ${issue.maximum.toLocaleString('en')} characters.`
  if (issue.code === 'too_big') return `${name} is too long.`
  return `${name} cannot be used as it is.`
}
