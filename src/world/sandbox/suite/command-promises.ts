import { describe, expect, test } from 'vitest'
import type { Sandbox } from '#contracts/ports/sandbox.ts'
import type { SandboxTraits } from './sandbox-traits.ts'
import { get, merged, never, put, run, text, type Fresh } from './suite-kit.ts'

/** exec: output, state, time-out, stop. */
export function commandPromises(fresh: Fresh, traits: SandboxTraits): void {
  describe('commands', () => {
    test('output comes in order, with its stream, as it is made', async () => {
      const sandbox = await fresh()
      const { said, outcome } = await run(sandbox, 'echo a; echo b >&2; echo c; exit 3')
      expect(merged(said)).toEqual([
        { stream: 'stdout', text: 'a\n' },
        { stream: 'stderr', text: 'b\n' },
        { stream: 'stdout', text: 'c\n' },
      ])
      expect(outcome).toMatchObject({ exitCode: 3, timedOut: false, aborted: false, cwd: '/workspace' })
    })

    test('the first output is there while the script still runs', async () => {
      const sandbox = await fresh()
      const stop = new AbortController()
      // Ends only because the output arrived: otherwise the time-out says so.
      const { outcome, said } = await run(
        sandbox,
        'echo first; sleep 60',
        { onText: () => stop.abort(), timeoutMs: 20_000 },
        stop.signal,
      )
      expect(outcome).toMatchObject({ aborted: true, timedOut: false })
      expect(merged(said)[0]).toEqual({ stream: 'stdout', text: 'first\n' })
    })

    // However a script is run, it is one: `ways` runs what `as` makes of it.
    const ways: [way: string, as: (script: string) => string][] = [
      ['a file', () => 'bash x.sh'],
      ['a file, both streams as one', () => 'bash ./x.sh 2>&1'],
      ['its path', () => './x.sh'],
      ['its path from a variable', () => 'D=.; "$D/x.sh"'],
      ['a text', (script) => `sh -c '${script}'`],
      ['a file in a file', () => 'bash -c "true; bash x.sh"'],
      ['a function', (script) => `main() { ${script}; }; main`],
      ['functions of functions', (script) => `a() { if true; then b; fi; }; b() { ${script}; }; a`],
      ['a group, a loop, a branch', (script) => `for i in 1; do { case $i in 1) ( ${script} );; esac; } done`],
      ['the end of a pipe', () => 'true | bash x.sh'],
      ['xargs', () => 'echo x.sh | xargs bash'],
      ['a time limit', () => 'timeout 60 bash x.sh'],
      ['exec', () => 'exec bash x.sh'],
      ['exec of a list', () => 'set -- bash x.sh; exec "$@"'],
      ['exec of a variable with options', () => 'run="bash x.sh"; exec -a name $run'],
    ]
    const putScript = async (sandbox: Sandbox, script: string) => {
      await put(sandbox, 'x.sh', `${script}\n`)
      await run(sandbox, 'chmod +x x.sh')
    }
    test.each(ways)('the output of a script is told as it is made: %s', async (_, as) => {
      const sandbox = await fresh()
      await putScript(sandbox, 'echo first; sleep 60')
      const stop = new AbortController()
      const { outcome, said } = await run(
        sandbox,
        as('echo first; sleep 60'),
        { onText: () => stop.abort(), timeoutMs: 20_000 },
        stop.signal,
      )
      expect(outcome).toMatchObject({ exitCode: 137, aborted: true, timedOut: false })
      expect(merged(said)).toEqual([{ stream: 'stdout', text: 'first\n' }])
    })

    const gathering: typeof ways = [
      ['a function beside an eval', (script) => `eval true; main() { ${script}; }; main`],
      ['a function that is piped', (script) => `main() { ${script}; }; main | cat`],
      ['a function of a function', (script) => `main() { inner() { ${script}; }; inner; }; main`],
    ]
    test.each([...ways, ...gathering])('a time-out leaves what a script had printed: %s', async (_, as) => {
      const sandbox = await fresh()
      await putScript(sandbox, 'echo first; sleep 60')
      const { outcome, said } = await run(sandbox, as('echo first; sleep 60'), { timeoutMs: 500 })
      expect(outcome).toMatchObject({ exitCode: 124, timedOut: true, aborted: false })
      expect(merged(said)).toEqual([{ stream: 'stdout', text: 'first\n' }])
    })

    test('directory and exported variables carry over, others do not', async () => {
      const sandbox = await fresh()
      const first = await run(sandbox, 'mkdir -p d && cd d; export A="x y"; B=2')
      expect(first.outcome).toMatchObject({ exitCode: 0, cwd: '/workspace/d', env: { A: 'x y' } })
      const second = await run(sandbox, 'pwd; echo "[$A][$B]"; exit 5', first.outcome)
      expect(text(second.said)).toBe('/workspace/d\n[x y][]\n')
      expect(second.outcome).toMatchObject({ exitCode: 5, cwd: '/workspace/d', env: { A: 'x y' } })
    })

    const early = ['export A=1; cd d; set -e; false', 'set -u; cd d; echo $gone', 'cd d; export A=1; : ${gone?}']
    test.each(early)(
      'a script that ends early keeps neither directory nor variables, and says so: %s',
      async (script) => {
        const sandbox = await fresh()
        const { outcome, said } = await run(sandbox, `mkdir d; ${script}; echo not reached`, { env: { KEPT: '1' } })
        expect(outcome.exitCode).not.toBe(0)
        expect({ cwd: outcome.cwd, env: outcome.env }).toEqual({ cwd: '/workspace', env: { KEPT: '1' } })
        expect(text(said)).toMatch(/ended before its last line.*the next command starts in the directory.*\n$/u)
      },
    )

    test('of an early end that changed neither, nothing is said', async () => {
      const sandbox = await fresh()
      expect(text((await run(sandbox, 'x=1; set -e; false; echo no')).said)).toBe('')
    })

    // What was approved once must not give a later, harmless-looking command another meaning.
    const takeovers = [
      'export PATH=/workspace/bin:$PATH',
      'export PATH=/workspace/bin; cd bin',
      'unset PATH',
      'hash -p /workspace/bin/ls ls',
      'ls() { echo TAKEN; }; export -f ls',
      'function ls { echo TAKEN; }',
      'shopt -s expand_aliases; alias ls="echo TAKEN"; export BASH_ALIAS_ls="echo TAKEN"',
      'command_not_found_handle() { echo TAKEN; }; export -f command_not_found_handle',
      'export BASH_ENV=/workspace/bin/ls ENV=/workspace/bin/ls HOME=/workspace/bin SHELL=/workspace/bin/ls',
      'cp bin/ls .bashrc; cp bin/ls .bash_profile; cp bin/ls .profile',
      'export IFS=l PS4="\\$(bin/ls)" PROMPT_COMMAND=bin/ls',
      'export LD_PRELOAD=/workspace/bin/ls LD_LIBRARY_PATH=/workspace/bin CDPATH=/workspace/bin GLOBIGNORE="*"',
      'cp bin/ls /usr/bin/ls; cp bin/ls /bin/ls; mv /usr/bin /usr/old; ln -s /workspace/bin /usr/bin',
    ]
    test.each(takeovers)(
      'a plain command of the next call is the sandbox’s own, whatever came before: %s',
      async (script) => {
        const sandbox = await fresh()
        await put(sandbox, 'bin/ls', '#!/bin/bash\necho TAKEN\n')
        await run(sandbox, 'cp bin/ls bin/nosuch; chmod +x bin/ls bin/nosuch')
        await put(sandbox, 'plain/a', '')
        const { outcome } = await run(sandbox, `${script}\ntrue`)
        expect(outcome.exitCode).toBe(0)
        const next = { ...outcome, cwd: '/workspace/plain' }
        expect(text((await run(sandbox, 'ls', next)).said)).toBe('a\n')
        expect(text((await run(sandbox, 'nosuch', next)).said)).toContain('not found')
        expect(text((await run(sandbox, 'bash -c ls', next)).said)).toBe('a\n')
      },
    )

    test('variables that steer the shell are neither taken nor handed on', async () => {
      const sandbox = await fresh()
      await put(sandbox, 'bin/ls', '#!/bin/bash\necho TAKEN\n')
      await run(sandbox, 'chmod +x bin/ls; mkdir plain')
      const steering = {
        PATH: '/workspace/bin',
        BASH_ENV: '/workspace/bin/ls',
        'BASH_FUNC_ls%%': '() { echo TAKEN; }',
        BASH_ALIAS_ls: 'echo TAKEN',
        IFS: 'l',
        SHELLOPTS: 'xtrace',
        BASHOPTS: 'expand_aliases',
        PS4: '$(bin/ls)',
        LD_PRELOAD: 'x.so',
        DYLD_INSERT_LIBRARIES: 'x.so',
      }
      const { outcome, said } = await run(sandbox, 'echo $PATH; ls plain; export KEPT=1 PATH=/x ENV=/y LD_AUDIT=z', {
        env: steering,
      })
      expect(text(said)).toBe('/usr/bin:/bin\n')
      expect(outcome.env).toEqual({ KEPT: '1' })
      expect((await run(sandbox, 'pwd', { env: steering, cwd: '/workspace/gone' })).outcome.env).toEqual({})
    })

    test('a script that hides its own commands from itself still hands on where it stands', async () => {
      const sandbox = await fresh()
      const { outcome, said } = await run(sandbox, 'mkdir d; cd d; export A=1 PATH=/nowhere')
      expect([text(said), outcome.exitCode, outcome.cwd, outcome.env]).toEqual(['', 0, '/workspace/d', { A: '1' }])
    })

    test('standard input is the script’s', async () => {
      const sandbox = await fresh()
      expect(text((await run(sandbox, 'read a; echo "<$a>"; cat', { stdin: 'one\ntwo é\n' })).said)).toBe(
        '<one>\ntwo é\n',
      )
    })

    test('shell and file tools see the same files', async () => {
      const sandbox = await fresh()
      await put(sandbox, 'in.txt', 'b\na\n')
      await run(sandbox, 'sort in.txt > out.txt; printf "\\xff\\x00" > bytes.bin')
      expect(await get(sandbox, 'out.txt')).toBe('a\nb\n')
      expect((await sandbox.read('bytes.bin', never)).bytes).toEqual(new Uint8Array([255, 0]))
    })

    test('a time-out ends the command with 124, and what was written stays', async () => {
      const sandbox = await fresh()
      const { outcome, said } = await run(sandbox, 'echo kept > f; echo out; while true; do :; done', {
        timeoutMs: 300,
      })
      expect(outcome).toMatchObject({ exitCode: 124, timedOut: true, aborted: false })
      expect(outcome.durationMs).toBeLessThan(3_000)
      expect(text(said)).toContain('out\n')
      expect(await get(sandbox, 'f')).toBe('kept\n')
    })

    const busy = [
      'while true; do :; done',
      'x=$(while :; do :; done)',
      'for ((;;)); do x=1; done',
      'bash -c "while :; do :; done"',
      'sleep 60',
    ]
    // How soon is held where time can be driven; here it only has to end long before its time-out.
    test.each(busy)('stop ends %j, and the next command runs', async (script) => {
      const sandbox = await fresh()
      await run(sandbox, 'true')
      const stop = new AbortController()
      const running = run(
        sandbox,
        `echo kept > f; echo started; ${script}`,
        { onText: () => stop.abort(), timeoutMs: 600_000 },
        stop.signal,
      )
      const { outcome } = await running
      expect(outcome).toMatchObject({ exitCode: 137, aborted: true, timedOut: false, cwd: '/workspace' })
      expect(await get(sandbox, 'f')).toBe('kept\n')
      expect(text((await run(sandbox, 'cat f')).said)).toBe('kept\n')
    })

    // A shell in the same thread has no thread that could be ended under it.
    test.runIf(traits.endsByForce)('a command that cannot be asked is ended by force', async () => {
      const sandbox = await fresh()
      const stop = new AbortController()
      const script = `echo kept > f; echo started; awk 'BEGIN { while (1) { for (i = 0; i < 1000; i++) { s = s "x"; s = substr(s, 1, 100) } } }'`
      const running = run(sandbox, script, { onText: () => stop.abort() }, stop.signal)
      const { outcome } = await running
      expect(outcome).toMatchObject({ exitCode: 137, aborted: true })
      expect(await get(sandbox, 'f')).toBe('kept\n')
      expect((await run(sandbox, 'cat f')).outcome.exitCode).toBe(0)
    })

    test('an aborted signal runs nothing', async () => {
      const sandbox = await fresh()
      const { outcome, said } = await run(sandbox, 'echo no > f', {}, AbortSignal.abort())
      expect(outcome).toMatchObject({ exitCode: 137, aborted: true })
      expect(said).toEqual([])
      expect(await sandbox.stat('f', never)).toBeNull()
    })

    test('an endless writer goes on until it is stopped, and is not held in memory', async () => {
      const sandbox = await fresh()
      const stop = new AbortController()
      let chars = 0
      const count = (said: string) => {
        chars += said.length
        if (chars > 600_000) stop.abort()
      }
      const line = 'y'.repeat(1_000)
      const { outcome } = await run(
        sandbox,
        `while true; do echo ${line}; done`,
        { onText: count, keep: false, timeoutMs: 60_000 },
        stop.signal,
      )
      expect(outcome).toMatchObject({ aborted: true, timedOut: false })
      expect(chars).toBeLessThan(2_000_000)
    })

    test('commands run side by side without mixing', async () => {
      const sandbox = await fresh()
      const results = await Promise.all(
        ['a', 'b', 'c', 'd', 'e', 'f'].map((id) =>
          run(sandbox, `mkdir -p ${id}; cd ${id}; for i in 1 2 3; do echo ${id}$i; sleep 0.01; done`),
        ),
      )
      expect(results.map(({ said, outcome }) => [text(said), outcome.cwd])).toEqual(
        ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => [`${id}1\n${id}2\n${id}3\n`, `/workspace/${id}`]),
      )
    })

    test('a script that does not parse and a missing directory are failed commands, not failures', async () => {
      const sandbox = await fresh()
      const broken = await run(sandbox, 'if then')
      expect(broken.outcome.exitCode).not.toBe(0)
      expect(text(broken.said)).toContain('syntax error')
      const lost = await run(sandbox, 'pwd', { cwd: '/workspace/gone' })
      expect(lost.outcome).toMatchObject({ exitCode: 1, cwd: '/workspace' })
    })
  })
}
