import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Sandbox } from '#contracts/ports/sandbox.ts'
import { put } from '../../suite/suite-kit.ts'
import { openForCommands, say } from './commands/command-kit.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await openForCommands()
})
afterAll(() => sandbox.close())
beforeEach(async () => {
  await put(sandbox, 'both.sh', 'echo out; echo err >&2; exit 3\n')
  await put(sandbox, 'args.sh', '#!/bin/bash\necho "$0 $# $1 [$OWN] [$GIVEN]"\n')
  await put(
    sandbox,
    'inner.sh',
    'x=$(bash both.sh 2>&1); echo "<$x>"; bash both.sh | tr a-z A-Z; bash both.sh > file\n',
  )
  await put(sandbox, 'lib.sh', 'lib() { echo "lib $1"; }\nfrom=$(lib inside)\n')
  await put(sandbox, 'nothing', '')
  await say(sandbox, 'chmod +x args.sh both.sh')
})

// Expected texts are those of GNU bash.
describe('what a script captures, pipes or redirects stays there, however it prints', () => {
  test.each([
    ['f() { echo in; }; x=$(f); echo "<$x>"; f | tr a-z A-Z; f > file; cat file; f', '<in>\nIN\nin\nin\n', ''],
    ['g() { echo g; }; f() { x=$(g); echo "<$x>"; g; g | cat; { g; } > file; }; f', '<g>\ng\ng\n', ''],
    ['g() { echo g; }; f() { g; }; x=$(f); echo "<$x>"; f 2>&1 | tr g h; f', '<g>\nh\ng\n', ''],
    ['f() { g() { echo in; }; x=$(g); echo "<$x>"; g; }; f; g; x=$(f); echo "[$x]"', '<in>\nin\nin\n[<in>\nin]\n', ''],
    ['f() { echo $1; if [ $1 -gt 0 ]; then f $(($1 - 1)); fi; }; f 2', '2\n1\n0\n', ''],
    ['f() { echo $?; return 4; }; false; f; echo $?; f || echo "no $?"', '1\n4\n0\nno 4\n', ''],
    ['set -e; f() { echo $?; false; echo not here; }; f; echo nor here', '0\n', ''],
    [
      'f() { echo out; echo err >&2; }; f 2>&1; f >&2; f 2>/dev/null; x=$(f 2>&1); echo "<$x>"',
      'out\nerr\nout\n<out\nerr>\n',
      'out\nerr\n',
    ],
    ['f() { echo in; } > file; f; cat file', 'in\n', ''],
    ['f() ( echo in; exit 5 ); f; echo $?', 'in\n5\n', ''],
    ['f() { for i in 1 2; do echo $i; break; done; read x; echo "<$x>"; }; echo line | f', '1\n<line>\n', ''],
    ['f() { echo old; }; f; f() { echo new; }; f; unset -f f; f 2>/dev/null || echo gone', 'old\nnew\ngone\n', ''],
    ['bash() { echo "mine $*"; x=$(command bash -c "echo in"); echo "<$x>"; }; bash -c no', 'mine -c no\n<in>\n', ''],
    [
      'f() { x=$(bash -c "echo in"); echo "<$x>"; bash -c "echo out" | tr a-z A-Z; bash -c "echo on"; }; f',
      '<in>\nOUT\non\n',
      '',
    ],
    ['. ./lib.sh; f() { x=$(lib a); echo "<$x>"; lib b; }; f; echo $from', '<lib a>\nlib b\nlib inside\n', ''],
    ['bash inner.sh; cat file', '<out\nerr>\nOUT\nout\n', 'err\nerr\n'],
    [
      'f() { find nothing -exec bash both.sh \\;; }; bash -c "x=\\$(find nothing -exec bash both.sh \\; 2>&1); echo \\"<\\$x>\\""',
      '<out\nerr>\n',
      '',
    ],
    ['bash both.sh 2>&1 | tr a-z A-Z; bash both.sh > file 2>&1; cat file', 'OUT\nERR\nout\nerr\n', ''],
    [
      'bash both.sh 2>&1; bash both.sh >&2; bash both.sh 2>/dev/null; bash both.sh >/dev/null',
      'out\nerr\nout\n',
      'out\nerr\nerr\n',
    ],
    ['bash -c "bash both.sh 2>&1" 2>/dev/null; bash -c "bash both.sh >&2" 2>&1', 'out\nerr\nout\nerr\n', ''],
    ['echo a b | xargs -n1 bash -c \'echo "<$0>"\'; x=$(echo c | xargs echo); echo $x', '<a>\n<b>\nc\n', ''],
    ['command bash -c "echo in"; timeout 9 bash -c "echo in"; env bash -c "echo on"', 'in\nin\non\n', ''],
    ['exec echo a; echo b', 'a\n', ''],
    ['(exec bash both.sh 2>/dev/null); echo $?; exec 3>file; echo x >&3; exec 3>&-; cat file', 'out\n3\nx\n', ''],
    ['set -e; f() { exec false; }; f; echo no', '', ''],
    ['exec > file; echo in; bash both.sh 2>/dev/null; cat file >&2', '', 'in\nout\n'],
  ])('%s', async (script, out, err) => {
    const said = await say(sandbox, script)
    expect({ out: said.out, err: said.err }).toEqual({ out, err })
  })
})

describe('a script that is run by its path', () => {
  test.each([
    ['OWN=1; export GIVEN=2; ./args.sh a b', './args.sh 2 a [] [2]\n', '', 0],
    [
      'D="$PWD"; "$D/args.sh" a; x=$($D/args.sh); echo "<$x>"',
      '/workspace/args.sh 1 a [] []\n</workspace/args.sh 0  [] []>\n',
      '',
      0,
    ],
    ['./both.sh', 'out\n', 'err\n', 3],
    ['P=/usr/bin; "$P/echo" in; echo on | "$P"/cat', 'in\non\n', '', 0],
    ['./inner.sh', '', 'bash: ./inner.sh: Permission denied\n', 126],
    ['/workspace', '', 'bash: /workspace: Is a directory\n', 126],
    ['./none', '', 'bash: ./none: No such file or directory\n', 127],
    ['echo "sleep 1 &" > job.sh; chmod +x job.sh; ./job.sh 2>/dev/null', '', '', 2],
  ])('%s', async (script, out, err, exitCode) => {
    expect(await say(sandbox, script)).toEqual({ out, err, exitCode })
  })
})

test('a script that traces itself shows what it says, and nothing that was added', async () => {
  const { err } = await say(
    sandbox,
    'set -x; f() { ./args.sh a >file; }; f; eval "echo $?" >file; bash -c "echo b" >file',
  )
  expect(err.split('\n')).toEqual(['+ f', '+ ./args.sh a', "+ eval 'echo 0'", '+ echo 0', "+ bash -c 'echo b'", ''])
})
