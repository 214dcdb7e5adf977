import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from '#contracts/zod.ts'
import { COMMAND_MAX_CHARS, COMMAND_MAX_EFFECTS } from '#contracts/limits.ts'
import { NO_SHELL_GRAMMAR } from '#contracts/ports/shell-grammar.ts'
import { isReadOnly, RiskClass } from '#contracts/risk.ts'
import { createShellGrammar } from '#world/sandbox/embedded/shell-grammar.ts'
import { commandSafety, loadCommandSafety } from './command-safety.ts'
import { mayAllow } from './rules/may-allow.ts'

const grammar = createShellGrammar()
beforeAll(async () => {
  await Promise.all([grammar.load(), loadCommandSafety()])
})

const Entry = z.strictObject({
  command: z.string(),
  expect: RiskClass,
  family: z.string(),
  note: z.string().optional(),
})
const corpus = z.array(Entry).parse(JSON.parse(readFileSync(new URL('corpora/commands.json', import.meta.url), 'utf8')))
const dangerous = corpus.filter((entry) => !isReadOnly(entry.expect))
const safe = corpus.filter((entry) => isReadOnly(entry.expect))
const riskOf = (command: string): RiskClass => commandSafety(command, grammar).risk

describe('the corpus of commands', () => {
  it('holds enough of both kinds, each once', () => {
    expect(new Set(corpus.map(({ command }) => command)).size).toBe(corpus.length)
    expect(dangerous.length).toBeGreaterThan(200)
    expect(safe.length).toBeGreaterThan(120)
  })

  it('has nothing dangerous judged to only read', () => {
    const missed = dangerous.filter(({ command }) => isReadOnly(riskOf(command)))
    expect(missed, `${missed.length} of ${dangerous.length} dangerous commands passed as reading`).toEqual([])
  })

  it('has at most one in twenty of the plainly safe asked about', () => {
    const asked = safe.filter(({ command }) => !isReadOnly(riskOf(command))).map(({ command }) => command)
    const share = asked.length / safe.length
    expect(share, `${asked.length} of ${safe.length} asked about: ${asked.join(' ¦ ')}`).toBeLessThanOrEqual(0.05)
  })

  it('gets the class that each entry names', () => {
    const judged = corpus.map(({ command, expect: expected }) => ({ command, expected, judged: riskOf(command) }))
    expect(judged.filter((entry) => entry.expected !== entry.judged)).toEqual([])
  })
})

describe('an analysis', () => {
  it('names every effect, the part that decided, the commands and the origins', () => {
    expect(commandSafety('ls src; curl -s https://example.com/a > a.json && rm -rf build', grammar)).toEqual({
      risk: 'destructive-local',
      classes: ['destructive-local', 'workspace-write', 'read-only-network'],
      reason: '`rm -rf build` deletes build.',
      effects: ['deletes build', 'writes a.json', 'reads from example.com'],
      decidedBy: 'rm -rf build',
      commands: null,
      origins: ['https://example.com'],
    })
  })

  it('lists the words of every simple command, wherever it stands', () => {
    const words = (command: string): unknown => commandSafety(command, grammar).commands
    expect(words('F=a; for x in 1 2; do npm run "$x" -- $F; done && (git add . | cat)')).toEqual([
      ['npm', 'run', '1', '--', 'a'],
      ['npm', 'run', '2', '--', 'a'],
      ['git', 'add', '.'],
      ['cat'],
    ])
  })

  it.each([
    ['a word that is only known when it runs', 'npm test $X'],
    ['a pattern', 'ls *.ts'],
    ['an environment that its words do not show', 'NODE_ENV=x npm test'],
    ['output that its words do not show', 'npm test > out.txt'],
    ['a function', 'f() { ls; }; f'],
  ])('has no words for %s, so that no rule can allow it by them', (_, command) => {
    expect(commandSafety(command, grammar).commands).toBeNull()
  })

  it('is bounded, however much a command does', () => {
    const { effects, decidedBy, reason } = commandSafety(
      Array.from({ length: 200 }, (_, i) => `rm ${'x'.repeat(80)}${i}`).join(';'),
      grammar,
    )
    expect(effects.length).toBe(COMMAND_MAX_EFFECTS)
    expect(Math.max(...effects.map((effect) => effect.length), decidedBy.length)).toBeLessThanOrEqual(200)
    expect(reason.length).toBeLessThan(500)
  })

  it.each([
    ['rm -rf build dist', 'deletes build, dist'],
    ['echo x > out.txt', 'writes out.txt'],
    ['npm test', 'runs scripts from package.json'],
    ['node -e "1"', 'runs code given on the command line'],
    ['curl -d @f https://example.com', 'sends data to example.com'],
    ['cat ~/.ssh/id_rsa', 'reads ~/.ssh/id_rsa'],
    ['git push origin main', 'pushes to origin'],
    ['mv a b', 'moves a to b'],
    ['mv -v a b c/', 'moves a, b to c/'],
    ['mv -t dir a b', 'moves a, b to dir'],
    ['find . -name "*.log" -exec rm {} +', 'deletes what it finds'],
    ['ls | xargs rm', 'deletes what is listed'],
    ['cat list | xargs cat', 'reads what is listed: which file that is, is only known when it runs'],
    ['curl https://example.com:22/', 'goes to port 22 of example.com, from which no pages are read'],
  ])('says of %s what it does', (command, effect) => {
    expect(commandSafety(command, grammar).effects).toContain(effect)
  })
})

describe('what cannot be judged', () => {
  it.each([
    ['nothing', ' \n'],
    ['what does not parse', 'ls "'],
    ['invisible characters', 'l\u200bs'],
    ['a command of a megabyte', `echo ${'a'.repeat(1_000_000)}`],
    ['the shortest that is too long', `ls ${'a'.repeat(COMMAND_MAX_CHARS - 2)}`],
    ['nesting without end', `${'$('.repeat(3_000)}ls${')'.repeat(3_000)}`],
    ['groups without end', `${'{ '.repeat(3_000)}ls${'; }'.repeat(3_000)}`],
    ['loops that multiply', `${'for i in 1 2 3 4 5 6 7 8 9; do '.repeat(12)}ls${'; done'.repeat(12)}`],
    ['more variables than are followed', Array.from({ length: 400 }, (_, i) => `v${i}=1`).join(' || ')],
    ['cutting a value again and again', `x=${'a'.repeat(9_000)}; ${'cat "${x%b}";'.repeat(500)}`],
    ['braces that multiply', `rm ${'{a,b,c,d,e,f,g,h}'.repeat(200)}`],
    ['scripts in scripts', Array.from({ length: 9 }).reduce<string>((inner) => `sh -c ${JSON.stringify(inner)}`, 'ls')],
  ])('%s counts as able to do anything', (_, command) => {
    expect(riskOf(command)).toBe('destructive-local')
  })

  it('is everything before the grammar is there', () => {
    expect(
      [commandSafety('ls', createShellGrammar()), commandSafety('ls', NO_SHELL_GRAMMAR)].map(({ risk }) => risk),
    ).toEqual(['destructive-local', 'destructive-local'])
  })

  it('is everything where the grammar itself fails', () => {
    const broken = {
      ...NO_SHELL_GRAMMAR,
      parse: () => {
        throw new Error('broken')
      },
    }
    expect(commandSafety('ls', broken)).toEqual({
      risk: 'destructive-local',
      // No rule lets it run: what cannot be read may show keys.
      classes: ['destructive-local', 'credential-access'],
      reason: 'It could not be judged (broken).',
      effects: [],
      decidedBy: '',
      commands: null,
      origins: [],
    })
  })
})

describe('another shell', () => {
  it.each([
    '[[ -f a ]]',
    'cat <(ls)',
    'cat <<< a',
    'echo {a,b}',
    'echo {1..3}',
    '((1))',
    'for ((i=0;i<3;i++)); do ls; done',
    'ls &> /dev/null',
    'ls |& cat',
    'a=(1 2)',
    'a+=b',
    'echo ${x/a/b}',
    'echo ${x:0:1}',
    "echo $'a'",
    'time ls',
  ])('may read %s differently', (command) => {
    expect([riskOf(command), commandSafety(command, grammar, { shell: 'other' }).risk]).toEqual([
      'read-only-local',
      'destructive-local',
    ])
  })

  it.each(['ls | head', 'for f in a b; do cat "$f"; done', 'if [ -f a ]; then cat a; fi', 'echo "${x:-y}" $(pwd)'])(
    'reads %s as POSIX says',
    (command) => {
      expect(commandSafety(command, grammar, { shell: 'other' }).risk).toBe('read-only-local')
    },
  )
})

it.each(['cat .env\nls )', 'ls "', 'l\u200bs', ' '])('no rule lets %j run, which cannot be read', (command) => {
  const rule: Parameters<typeof mayAllow>[0] = { source: 'user', workspaceId: 'w', target: { kind: 'any' } }
  const allowed = (value: string): boolean =>
    mayAllow(rule, { target: { kind: 'command', value } }, commandSafety(value, grammar).classes, true)
  expect([allowed(command), allowed('rm x')]).toEqual([false, true])
})

it('what a command is fed with besides may name anything', () => {
  const fed = (command: string) => commandSafety(command, grammar, { fed: true }).risk
  expect(['xargs cat', 'while read -r f; do cat "$f"; done', 'grep TODO', 'wc -l', 'cat', 'xargs ls'].map(fed)).toEqual(
    [
      'destructive-local',
      'destructive-local',
      'read-only-local',
      'read-only-local',
      'read-only-local',
      'read-only-local',
    ],
  )
  expect(riskOf('xargs cat')).toBe('read-only-local')
})

it('a command that starts outside the workspace writes outside of it', () => {
  const at = (cwd: string) => commandSafety('echo x > a', grammar, { cwd }).risk
  expect(['/workspace', '/workspace/src', '/', '/workspaces'].map(at)).toEqual([
    'workspace-write',
    'workspace-write',
    'destructive-local',
    'destructive-local',
  ])
})

describe('random commands', () => {
  // A dangerous part, put where it runs: whatever stands around it, it is never judged to only read.
  const wraps: readonly ((safe: string) => string)[] = [
    (safe) => `${safe}\nrm x`,
    (safe) => `rm x; ${safe}`,
    (safe) => `rm x\n${safe}`,
    (safe) => `echo $(rm x)\n${safe}`,
    (safe) => `${safe}\necho "\`rm x\`"`,
    (safe) => `(${safe}\n)\nrm x`,
    (safe) => `{ ${safe}\nrm x\n}`,
    (safe) => `if true; then ${safe}\nrm x\nfi`,
    (safe) => `for i in 1; do ${safe}\nrm x\ndone`,
    (safe) => `f() { ${safe}\nrm x\n}\nf`,
    (safe) => `${safe}\necho y > "$(rm x)"`,
    (safe) => `${safe}\ncat <<EOF\n$(rm x)\nEOF`,
    (safe) => `echo \${y:-$(rm x)}\n${safe}`,
    (safe) => `${safe}\nsh -c 'rm x'`,
    (safe) => `X=rm\n${safe}\n$X x`,
    (safe) => `${safe}\n: > out`,
    (safe) => `rm() { :; }\n${safe}\ncommand rm x`,
  ]

  it('with a dangerous part where it runs are never judged to only read', () => {
    fc.assert(
      fc.property(fc.constantFrom(...safe), fc.constantFrom(...safe), fc.constantFrom(...wraps), (one, two, wrap) => {
        // Two, so that what the first one leaves behind (variables, a directory) is there for the second.
        expect(isReadOnly(riskOf(wrap(`${one.command}\n${two.command}`)))).toBe(false)
      }),
      { seed: 7, numRuns: 2_000 },
    )
  })

  it('of any bytes never throw, and always get a class', () => {
    const bytes = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc
        .array(fc.constantFrom(...'$(){}[]<>|&;\'"`\\!#*?~=-+,.:%@/ \n\tabcrm01'), { maxLength: 60 })
        .map((parts) => parts.join('')),
      fc
        .array(
          fc.constantFrom(
            'ls',
            'rm x',
            ';',
            '|',
            '$(',
            ')',
            '"',
            "'",
            '`',
            '<<E\n',
            'E\n',
            '{',
            '}',
            'if',
            'then',
            'fi',
            'for',
            'do',
            'done',
            ' ',
            '\n',
            '&&',
            '$((',
            '))',
            '${a',
            '[[',
            ']]',
            '>',
            '\\',
          ),
        )
        .map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(bytes, (command) => {
        const analysis = commandSafety(command, grammar)
        expect(RiskClass.options).toContain(analysis.risk)
        expect(analysis.reason).not.toBe('')
      }),
      { seed: 11, numRuns: 5_000 },
    )
  })

  it('made of a corpus entry by cutting and inserting never throw', () => {
    const part = fc.constantFrom(
      ';rm x',
      '$(rm x)',
      '\nrm x\n',
      '"',
      "'",
      '`rm x`',
      '>out',
      '<<E',
      '|sh',
      '\\',
      '$X',
      '*',
      '&',
      '(',
      ')',
    )
    fc.assert(
      fc.property(fc.constantFrom(...corpus), fc.nat(), part, ({ command }, at, inserted) => {
        const place = at % (command.length + 1)
        const analysis = commandSafety(command.slice(0, place) + inserted + command.slice(place), grammar)
        expect(RiskClass.options).toContain(analysis.risk)
      }),
      { seed: 13, numRuns: 3_000 },
    )
  })
})
