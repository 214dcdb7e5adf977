import { beforeAll, describe, expect, it } from 'vitest'
import { createShellGrammar } from '#world/sandbox/embedded/shell-grammar.ts'
import { commandSafety, loadCommandSafety } from '../command-safety.ts'

const grammar = createShellGrammar()
beforeAll(async () => {
  await Promise.all([grammar.load(), loadCommandSafety()])
})
const readsKeys = (command: string): boolean => commandSafety(command, grammar).classes.includes('credential-access')

const NAMES = ['ctx.env', '.env', 'secrets.json', '.ssh/config', 'server.pem', "'Login Data'"]
/** Each with `F`, what is looked for. */
const LOOKS_FOR = [
  'grep -rn F src',
  'grep -rne F src',
  'grep -rn --regexp=F src',
  'grep -c -e x -e F src',
  '/usr/bin/fgrep F a',
  'rg F src',
  'rg -n -e F src',
  'cat a | grep F',
  'grep -rn F src | head -5',
  'timeout 5 grep -rn F src',
  'git ls-files | xargs grep -l F',
  "find . -name '*.ts' -exec grep -l F {} +",
]
/** Each with `F`, a file that is read. */
const READS = [
  'grep x F',
  'grep -f F src',
  'grep -e x F',
  'grep x -e y F',
  'grep -r x src F',
  'grep --unknown F src',
  'grep $X F',
  'rg x F',
  'rg --files F',
  'rg -e x F',
  'rg -f F src',
  'jq . F',
  'jq -f F a',
  'jq --slurpfile a F . b',
  'jq --arg a b . F',
  'yq . F',
  'yq F a.yaml',
  'sed p F',
  'sed -e p F',
  'awk 1 F',
  'timeout 5 grep x F',
  'xargs grep x F',
  'find . -exec grep x F {} +',
]

describe('what a program looks for', () => {
  it.each(LOOKS_FOR)('is no file that it reads: %s', (command) => {
    expect(NAMES.filter((name) => readsKeys(command.replace('F', () => name)))).toEqual([])
  })

  it.each(READS)('and where it looks is one: %s', (command) => {
    expect(NAMES.filter((name) => !readsKeys(command.replace('F', () => name)))).toEqual([])
  })

  it.each(['jq -r .scripts.env a', 'jq .env a', 'jq --arg b c .x.env a', 'yq .spec.env a', 'yq e .a.b.env a'])(
    'nor is a path inside a document: %s',
    (command) => {
      expect(readsKeys(command)).toBe(false)
    },
  )

  it.each([
    'ls -a | grep F | xargs cat',
    'cat $(ls -a | grep F)',
    'ls -a | grep F | head -1 | xargs cat',
    'ls -a | grep F | while read f; do cat "$f"; done',
    'ls -a | grep F | sort --files0-from=-',
    'f() { grep F; }; ls -a | f | xargs cat',
    'head() { xargs cat; }; ls -a | grep F | head',
  ])('picks names for what comes after: %s', (command) => {
    expect(NAMES.filter((name) => !readsKeys(command.replace('F', () => name)))).toEqual([])
  })

  it('leaves the folder that it runs in, which is read where no file is named', () => {
    const at = (cwd: string) => commandSafety('grep -r key', grammar, { cwd }).risk
    expect(['/workspace/.ssh', '/workspace/src'].map(at)).toEqual(['credential-access', 'read-only-local'])
  })
})
