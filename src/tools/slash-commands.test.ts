import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findSlash, readSlash, SLASH_COMMANDS } from './slash-commands.ts'

const NOTHING: ReadonlySet<string> = new Set()

describe('reading', () => {
  it.each([
    ['/mode', { name: 'mode', argument: '' }],
    ['/mode plan', { name: 'mode', argument: 'plan' }],
    ['/model  gpt-4o on OpenRouter ', { name: 'model', argument: 'gpt-4o on OpenRouter' }],
    ['/nothing\nof the kind', { name: 'nothing', argument: 'of the kind' }],
  ])('%j is a command', (text, slash) => {
    expect(readSlash(text)).toEqual(slash)
  })

  it.each(['/', '/ mode', ' /mode', '/etc/hosts', '/src/a.ts is wrong', '/a.txt', '//', '/1', 'a /mode'])(
    '%j is a message',
    (text) => {
      expect(readSlash(text)).toBeNull()
    },
  )

  it('takes nothing for a command that does not begin with a slash and a letter', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        fc.pre(!/^\/[a-zA-Z]/.test(text))
        expect(readSlash(text)).toBeNull()
      }),
      { seed: 3, numRuns: 500 },
    )
  })
})

describe('finding', () => {
  it('finds each by its own name, and not one that is hidden', () => {
    const found = SLASH_COMMANDS.map((command) => findSlash({ name: command.name, argument: '' }, NOTHING))
    expect(found).toEqual([...SLASH_COMMANDS])
    expect(findSlash({ name: 'trust', argument: '' }, new Set(['trust']))).toBe(
      'This version does not have /trust. Nothing was sent.',
    )
  })

  it('names the closest, and never one that cannot run', () => {
    const hidden = new Set(['trust'])
    const say = (name: string) => findSlash({ name, argument: '' }, hidden)
    expect([say('mod'), say('trst'), say('Help')]).toEqual([
      'There is no command /mod. Did you mean /mode, /model? Nothing was sent. To send it as a message, put a space before it.',
      'There is no command /trst. Nothing was sent. To send it as a message, put a space before it.',
      'There is no command /Help. Did you mean /help? Nothing was sent. To send it as a message, put a space before it.',
    ])
  })

  it.each(['agent', 'grants', 'skills', 'memory', 'compact', 'undo', 'export'])(
    '/%s is not in this version',
    (name) => {
      expect(findSlash({ name, argument: '' }, NOTHING)).toBe(`This version does not have /${name}. Nothing was sent.`)
    },
  )

  it('no inherited name is a command', () => {
    expect(findSlash({ name: 'constructor', argument: '' }, NOTHING)).toMatch(/^There is no command \/constructor\./)
  })

  it('says where nothing may follow', () => {
    expect(findSlash({ name: 'clear', argument: 'all' }, NOTHING)).toBe(
      '/clear takes nothing after it. Nothing was done.',
    )
  })
})
