import { beforeAll, describe, expect, it } from 'vitest'
import { COMMAND_MAX_CHARS } from '#contracts/limits.ts'
import type { ShellScript, ShellSimpleCommand, ShellWordPart } from '#contracts/ports/shell-grammar.ts'
import { createShellGrammar } from './shell-grammar.ts'

const grammar = createShellGrammar()
beforeAll(() => grammar.load())

const parsed = (script: string): ShellScript => {
  const result = grammar.parse(script)
  if (!result.ok) throw new Error(result.reason)
  return result.script
}

/** The simple commands of a script that is a list of them, as texts. */
const commandsOf = (script: string): string[] =>
  parsed(script).statements.flatMap(({ pipelines }) =>
    pipelines.flatMap(({ commands }) =>
      commands.map((command) =>
        command.kind === 'simple'
          ? command.words
              .map(({ parts }) => parts.map((part) => (part.kind === 'text' ? part.text : '?')).join(''))
              .join(' ')
          : command.kind,
      ),
    ),
  )

const partsOf = (word: string): readonly ShellWordPart[] => {
  const [command] = parsed(`echo ${word}`).statements[0]?.pipelines[0]?.commands ?? []
  return (command as ShellSimpleCommand).words[1]?.parts ?? []
}

describe('the grammar of the embedded shell', () => {
  it('has to be loaded, once', async () => {
    const fresh = createShellGrammar()
    const before = fresh.parse('ls')
    await Promise.all([fresh.load(), fresh.load()])
    expect([before, fresh.parse('ls').ok]).toEqual([{ ok: false, reason: 'The shell grammar is not loaded.' }, true])
  })

  it('reads a command with its assignments and redirections', () => {
    expect(parsed('A=1 ls -la "$B" 2>/dev/null &')).toEqual({
      statements: [
        {
          pipelines: [
            {
              commands: [
                {
                  kind: 'simple',
                  assignments: [
                    {
                      name: 'A',
                      subscript: null,
                      append: false,
                      value: { parts: [{ kind: 'text', text: '1', quoted: false }] },
                      elements: null,
                    },
                  ],
                  words: [
                    { parts: [{ kind: 'text', text: 'ls', quoted: false }] },
                    { parts: [{ kind: 'text', text: '-la', quoted: false }] },
                    { parts: [{ kind: 'parameter', name: 'B', subscript: null, operation: null, quoted: true }] },
                  ],
                  redirections: [
                    {
                      fd: 2,
                      fdVariable: null,
                      operator: '>',
                      target: { parts: [{ kind: 'text', text: '/dev/null', quoted: false }] },
                    },
                  ],
                },
              ],
              timed: false,
              pipesErrors: false,
            },
          ],
          operators: [],
          background: true,
        },
      ],
    })
  })

  it('reads the parts of a word', () => {
    expect(partsOf(`a'b'$(ls)\${x[1]:-y}{c,d}*~`)).toMatchObject([
      { kind: 'text', text: 'a', quoted: false },
      { kind: 'text', text: 'b', quoted: true },
      { kind: 'command', quoted: false },
      { kind: 'parameter', name: 'x', subscript: '1', operation: { kind: 'default' } },
      { kind: 'brace' },
      { kind: 'glob', pattern: '*' },
      { kind: 'text', text: '~' },
    ])
    expect(partsOf('$((a += b[1] + $(ls) + $1))')).toEqual([
      {
        kind: 'arithmetic',
        expression: { reads: ['a', 'b', '1'], assigns: ['a'], scripts: ['ls'], opaque: false, mayFail: false },
      },
    ])
  })

  it.each([
    // The indented line is text to the shell, so that what follows the real end runs.
    [
      'a here-document whose end could be taken for indented',
      "cat <<E.F\n  E.F\n: <<'X'\nE.F\nrm x\nX",
      ['cat', 'rm x', 'X'],
    ],
    ['indented lines', 'if true; then\n  ls\nfi', ['if']],
    ['text that goes over lines', "echo 'a\n  b'", ['echo a\n  b']],
    ['comments with a quote in them', "# it's\n  ls\n# don't\nrm x", ['ls', 'rm x']],
  ])('reads %s as it would run', (_, script, commands) => {
    expect(commandsOf(script)).toEqual(commands)
  })

  it.each([
    ['a quote that does not end', 'ls "'],
    ['a here-document that does not end', 'cat <<E\na'],
    ['a keyword alone', 'if'],
    ['too many characters', 'a'.repeat(COMMAND_MAX_CHARS + 1)],
    ['too many levels', `${'$('.repeat(200)}ls${')'.repeat(200)}`],
    ['too many levels of words', `${'if '.repeat(100)}ls${'; then ls; fi'.repeat(100)}`],
    ['too many patterns', `ls ${'[a'.repeat(600)}`],
  ])('refuses %s with a sentence', (_, script) => {
    expect(grammar.parse(script)).toEqual({ ok: false, reason: expect.stringMatching(/^[A-Z].*\.$/u) })
  })
})
