import { beforeAll, describe, expect, it } from 'vitest'
import { createShellGrammar } from '#world/sandbox/embedded/shell-grammar.ts'
import { scriptMayNameAnything } from './may-name-anything.ts'
import { Scope } from './scope.ts'

const grammar = createShellGrammar()
beforeAll(() => grammar.load())

function remade(command: string): boolean {
  const parsed = grammar.parse(command)
  if (!parsed.ok) throw new Error(parsed.reason)
  return scriptMayNameAnything(parsed.script, new Scope(new Set(['/workspace'])))
}

describe('what may print the name of anything', () => {
  it.each([
    'echo vne. | rev',
    'rev <<< vne.',
    'tr a b <<E\n.dmu\nE',
    'echo .envx | head -c4',
    'echo .envx | tail --bytes=3',
    "printf '\\x2eenv'",
    "printf '%c' .env",
    'printf %s .e nv',
    '{ echo vne.; } | rev',
    "(base64 -d <<< 'LmVudg==')",
    'rev < names',
    'cat names',
    'cat < names',
    'cat < <(cat names)',
    'cat names <<< a.md',
    '{ ls; cat names; }',
    'ls | cut -d. -f1',
    'ls | sort -n names -',
    'git diff --name-only | sed s/a/b/',
    'git show HEAD:names',
    'for f in *; do echo "$f"; done',
    '{ x=.e; echo "$x"nv; }',
  ])('%s', (command) => {
    expect(remade(command)).toBe(true)
  })

  it.each([
    'ls',
    'ls | cut -d: -f1',
    "git diff --name-only | sed 's/^/src\\//'",
    'cat < <(git ls-files)',
    '{ ls; ls src; } | sort -u',
    'echo a.md b.md',
    "printf '%s\\n' a.md b.md | sort | head -1",
    'cat <<< a.md',
  ])('not %s', (command) => {
    expect(remade(command)).toBe(false)
  })
})
