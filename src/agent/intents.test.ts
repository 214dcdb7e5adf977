import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FailureError } from '#contracts/failure.ts'
import { readIntent, routeIntent } from './intents.ts'

const signal = new AbortController().signal
/** A workspace that holds these files, and the directory `src`. */
const workspace = (...files: string[]) => ({
  stat: async (path: string) => {
    if (path.startsWith('..')) {
      const message = 'It leaves the workspace.'
      throw new FailureError({ stage: 'execution', kind: 'outside-workspace', message, retryable: false })
    }
    if (path === 'src') return { path, kind: 'directory' as const, size: 0, modifiedAt: 0 }
    return files.includes(path) ? { path, kind: 'file' as const, size: 1, modifiedAt: 0 } : null
  },
})
const route = async (text: string, ...files: string[]) => {
  const call = await routeIntent(text, workspace(...files), signal)
  return call === null ? null : { tool: call.tool, args: call.args }
}

describe('what the person types is an intent', () => {
  it.each([
    ['!ls', 'ls'],
    ['! ls -la ', 'ls -la'],
    ['!cat <<E\nx\nE', 'cat <<E\nx\nE'],
    ['!rm -rf x', 'rm -rf x'],
  ])('%j is a command for the shell', async (text, command) => {
    expect(await route(text)).toEqual({ tool: 'execute', args: { command } })
  })

  it.each([
    ['open src/a.ts', { path: 'src/a.ts' }],
    ['open src/a.ts:12', { path: 'src/a.ts', line: 12 }],
    ['open `my notes.md` ', { path: 'my notes.md' }],
    ['open "my notes.md:3"', { path: 'my notes.md', line: 3 }],
    ['open odd:12', { path: 'odd:12' }],
  ])('%j shows a file that is there', async (text, args) => {
    expect(await route(text, 'src/a.ts', 'my notes.md', 'odd', 'odd:12')).toEqual({ tool: 'ui_open_file', args })
  })

  it('carries the text as it was typed, and where it came from', async () => {
    expect(await routeIntent('! ls ', null, signal)).toEqual({
      source: 'native-intent',
      text: '! ls ',
      tool: 'execute',
      args: { command: 'ls' },
    })
  })
})

it.each([
  ['open b.ts', { path: 'b.ts' }],
  ['open ../a.ts', { path: '../a.ts' }],
  ['open src/', { path: 'src/' }],
  ['open a.ts:0', { path: 'a.ts:0' }],
  ['open b.ts:12', { path: 'b.ts', line: 12 }],
  ['open "my plan"', { path: 'my plan' }],
])('%j can only be a path, so that its failure is told and no model is asked', async (text, args) => {
  expect(await route(text, 'a.ts')).toEqual({ tool: 'ui_open_file', args })
  expect(await routeIntent(text, null, signal)).toMatchObject({ tool: 'ui_open_file', args })
})

it.each(['!', '! ', '!\n'])('%j says what it needs and is sent to nobody', async (text) => {
  await expect(route(text)).rejects.toMatchObject({ failure: { stage: 'command', kind: 'invalid' } })
})

describe('what the person types is a message', () => {
  it.each([
    '!!',
    '!== is not equal',
    ' !ls',
    'Run !ls',
    '/ls',
    'Open a.ts',
    'open',
    'open ',
    'open  a.ts',
    'open a.ts please',
    'open a.ts\nand b.ts',
    'open "a.ts',
    'please open a.ts',
    ' open a.ts',
    'open src',
    'open questions',
  ])('%j', async (text) => {
    expect(await route(text, 'a.ts')).toBeNull()
  })

  it('whatever it says, unless it begins as an intent does', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 60 }), async (text) => {
        fc.pre(!/^(?:!|open )/.test(text))
        // Every path exists here, so that only the form can say no.
        const all = { stat: async (path: string) => ({ path, kind: 'file' as const, size: 0, modifiedAt: 0 }) }
        expect(await routeIntent(text, all, signal)).toBeNull()
      }),
      { seed: 7, numRuns: 500 },
    )
  })

  it('with a space in front, whatever follows', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(' ', '\t', '\n'),
        fc.constantFrom('!', 'open ', ''),
        fc.string(),
        (space, start, rest) => {
          expect(readIntent(space + start + rest)).toBeNull()
        },
      ),
      { seed: 7, numRuns: 300 },
    )
  })

  it('when more than one word follows "open", unless they are one quoted path', () => {
    const word = fc.stringMatching(/^[a-z./]{1,8}$/)
    fc.assert(
      fc.property(fc.array(word, { minLength: 2, maxLength: 6 }), (words) => {
        expect(readIntent(`open ${words.join(' ')}`)).toBeNull()
      }),
      { seed: 7, numRuns: 300 },
    )
  })

  it('"open" with a word, without a workspace or where nothing of that name is there', async () => {
    expect(await routeIntent('open sesame', null, signal)).toBeNull()
    await fc.assert(
      fc.asyncProperty(fc.stringMatching(/^[!#-.0-9;-_a-~]{1,20}$/), async (word) => {
        fc.pre(!/\.\w{1,8}$/.test(word))
        expect(await route(`open ${word}`)).toBeNull()
      }),
      { seed: 7, numRuns: 300 },
    )
  })

  it('and an abort while it is looked for is no answer', async () => {
    const stopped = new AbortController()
    stopped.abort()
    const sandbox = { stat: (_path: string, abort: AbortSignal) => Promise.reject(abort.reason as Error) }
    await expect(routeIntent('open a.ts', sandbox, stopped.signal)).rejects.toBe(stopped.signal.reason)
  })
})
