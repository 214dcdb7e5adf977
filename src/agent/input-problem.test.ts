import { expect, it } from 'vitest'
import { COMMANDS, type CommandName } from '#contracts/commands.ts'
import { inputProblem } from './input-problem.ts'

const said = (name: CommandName, input: unknown) => {
  const parsed = COMMANDS[name].input.safeParse(input)
  return parsed.success ? null : inputProblem(parsed.error.issues[0])
}
const PROVIDER = { id: null, dialect: 'anthropic', label: 'Mine', baseUrl: 'https://a.example' }
const RELOAD = 'The page asked for something that this version does not understand. Reload it and try again.'

it.each([
  ['provider.save', { ...PROVIDER, label: '' }, 'The name is empty. Fill it in.'],
  ['provider.save', { ...PROVIDER, label: 'x'.repeat(81) }, 'The name is too long: at most 80 characters.'],
  ['provider.save', { ...PROVIDER, key: '' }, 'The key is empty. Fill it in.'],
  ['provider.save', { ...PROVIDER, baseUrl: 7 }, 'The address cannot be used as it is.'],
  ['provider.save', { ...PROVIDER, dialect: 'pigeon' }, RELOAD],
  ['session.update', { sessionId: 's', title: '' }, 'The title is empty. Fill it in.'],
  ['turn.send', 'hello', RELOAD],
] as const)('%s with %j: %s', (name, input, sentence) => {
  expect(said(name, input)).toBe(sentence)
})
