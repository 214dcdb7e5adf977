import { Bash } from 'just-bash/browser'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Sandbox } from '#contracts/ports/sandbox.ts'
import { put } from '../../suite/suite-kit.ts'
import { openForCommands, say } from './commands/command-kit.ts'
import { rewriteScript } from './rewrite-script.ts'
import { walk } from './syntax-tree.ts'
import { twoBodiedFunctions } from './two-bodied-functions.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await openForCommands()
})
afterAll(() => sandbox.close())
beforeEach(async () => {
  await put(sandbox, 'args.sh', 'echo "$# $1"; exit 4\n')
  await put(sandbox, 'text', 'line\n')
  await say(sandbox, 'chmod +x args.sh')
})

// Expected texts and codes are those of GNU bash.
describe('exec runs what its words become, in place of the rest of the script', () => {
  test.each([
    ['set -- echo "a b"; exec "$@"; echo no', 'a b\n', 0],
    ['run="echo a  b"; exec $run; echo no', 'a b\n', 0],
    ['a=(bash -c "exit 5"); exec "${a[@]}"; echo no', '', 5],
    ['exec ${none:-echo a} b; echo no', 'a b\n', 0],
    ['exec $(echo echo a); echo no', 'a\n', 0],
    ['exec {echo,a}; echo no', 'a\n', 0],
    ['exec $none echo a; echo no', 'a\n', 0],
    ['false; exec $none; echo on $?', 'on 0\n', 0],
    ['exec "$@"; set -e; exec $(true); echo on', 'on\n', 0],
    ['set -- "$PWD/args.sh" a b; exec "$@"; echo no', '2 a\n', 4],
    ['run=./args.sh; exec $run a; echo no', '1 a\n', 4],
    ['exec nosuch 2>/dev/null; echo no', '', 127],
    ['run=nosuch; exec $run 2>/dev/null; echo no', '', 127],
    ['set -e; f() { exec "$@"; echo no; }; f false; echo no', '', 1],
    ['x=$(set -- echo a; exec "$@"; echo no); echo "<$x>"', '<a>\n', 0],
    ['set -- echo a; exec "$@" | tr a-z A-Z; (exec "$@"); echo on', 'A\na\non\n', 0],
    ['A=1 exec env | grep ^A; set -- bash -c "echo \\$A"; A=2 exec "$@"', 'A=1\n2\n', 0],
    ['read x <text; set -- cat; exec "$@" <text', 'line\n', 0],
    ['exec -a name bash -c "echo a"; echo no', 'a\n', 0],
    ['exec -l -- echo a; echo no', 'a\n', 0],
    ['export A=1; exec -ca name env | grep -c ^A=', '0\n', 1],
    [
      'echo() { printf mine; }; bash() { printf mine; }; e=echo; (exec $e a); (exec echo b); exec bash args.sh',
      'a\nb\n0 \n',
      4,
    ],
    ['f() { printf mine; }; exec f 2>/dev/null', '', 127],
    ['set -- "echo"; exec "$@" " a\n   b"', ' a\n   b\n', 0],
    ['exec 3>file; echo a >&3; exec 3>&-; cat file', 'a\n', 0],
  ])('%s', async (script, out, exitCode) => {
    const said = await say(sandbox, script)
    expect({ out: said.out, exitCode: said.exitCode }).toEqual({ out, exitCode })
  })
})

describe('a command is the first of the words that it becomes', () => {
  test.each([
    ['set -- echo "a  b"; "$@"; "${@:1}"', 'a  b\na  b\n'],
    ['run() { "$@"; }; run echo a; x=$(run echo b); echo "<$x>"; run false || echo $?', 'a\n<b>\n1\n'],
    ['c="echo a b"; $c c; $c; x=$($c); echo "<$x>"', 'a b c\na b\n<a b>\n'],
    ['a=(printf "%s\\n" "x y"); "${a[@]}"; "${a[@]}" z', 'x y\nx y\nz\n'],
    ['$(echo echo a) b; ${none:-echo c}; $none echo d; $none', 'a b\nc\nd\n'],
    ['f() { echo f$1; return 3; }; g="f 2"; $g || echo $?; g=f; $g 1 || echo $?', 'f2\n3\nf1\n3\n'],
    ['c="cd /tmp"; $c; pwd; c="export A=1"; $c; printenv A', '/tmp\n1\n'],
    ['c="./args.sh a"; $c || echo $?', '1 a\n4\n'],
    ['"$none" a 2>/dev/null || echo $?', '127\n'],
  ])('%s', async (script, out) => {
    expect((await say(sandbox, script)).out).toBe(out)
  })
})

describe('a function sees the exit code of the command before its call', () => {
  test.each([
    ['f() { return; }; (exit 3); f; echo $?', '3\n'],
    ['f() { return $none; }; (exit 3); f; echo $?', '3\n'],
    ['f() { if [ $? = 3 ]; then echo three; fi; }; (exit 3); f', 'three\n'],
    [
      'f() { if [ $1 = 1 ]; then return; fi; echo $?; false; return; }; (exit 3); f 1; echo $?; f 2; echo $?',
      '0\n0\n1\n',
    ],
    ['f() { x=$?; echo $x; }; (exit 3); f', '3\n'],
    ['f() { { echo a >/dev/null; }; echo $?; }; (exit 3); f', '0\n'],
    ['f() { case $? in 3) echo three ;; esac; }; (exit 3); f', 'three\n'],
    ['f() { for i in $? 4; do echo $i; done; }; (exit 3); f', '3\n4\n'],
    ['f() { true | echo $?; }; (exit 3); f', '3\n'],
    ['f() { echo ${PIPESTATUS[0]}; }; (exit 3) | true; f', '3\n'],
  ])('%s', async (script, out) => {
    expect(await say(sandbox, script)).toEqual({ out, err: '', exitCode: 0 })
  })
})

const parsed = (script: string) => new Bash({}).transform(script).ast

test.each([
  ['f() { echo a; }; f', ['f']],
  ['f() { g; }; g() { h; }; h() { cat file; }; f', ['f', 'g', 'h']],
  ['f() { x=$1; local y; [ a = b ] || return 1; }; f', []],
  ['f() { if [ $1 -lt 2 ]; then r=$1; else f $(($1-1)); g; fi; }; g() { f 1; }; f 5', []],
  ['f() { g() { echo a; }; g; }; h() { g; }; g() { echo b; }; f', ['f', 'h']],
  ['if true; then f() { sleep 1; }; fi; (g() { "$@"; }; g f)', ['f', 'g']],
  ['f() { echo a; }; eval f', []],
])('functions that have a second body: %s', (script, names) => {
  expect(twoBodiedFunctions(parsed(script)).map(({ name }) => name)).toEqual(names)
})

const repeated = (count: number, text: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => text(i)).join('')
const growing: [what: string, script: (size: number) => string][] = [
  [
    'in each other',
    (size) => `${repeated(size, (i) => `f${i}() { echo ${i}; `)}${repeated(size, (i) => `}; f${size - 1 - i}; `)}`,
  ],
  ['that call each other', (size) => `${repeated(size, (i) => `f${i}() { echo ${i}; f${i + 1}; f${i + 1}; }; `)}f0`],
  ['that call themselves', (size) => repeated(size, (i) => `f${i}() { echo; f${i}; }; f${i}; `)],
  [
    'in branches and loops',
    (size) =>
      `${repeated(size, (i) => `if true; then f${i}() { for i in 1; do echo; done; }; f${i}; `)}${'fi; '.repeat(size)}`,
  ],
]
test.each(growing)('a script grows by the same with each function: functions %s', (_, script) => {
  const nodes = (size: number) => {
    const tree = parsed(script(size))
    rewriteScript(tree)
    let count = 0
    walk(tree, () => (count += 1))
    return count
  }
  expect(nodes(12) - nodes(8)).toBe(nodes(8) - nodes(4))
})
