import { describe, expect, it } from 'vitest'
import { plainAnalysis, type CallAnalysis } from '#contracts/call-analysis.ts'
import type { PlannedCall } from '#contracts/calls.ts'
import { RISK_CLASSES, type RiskClass } from '#contracts/risk.ts'
import type { Rule, RuleDraft } from '#contracts/rules.ts'
import { ALIASES } from '#tools/aliases.ts'
import { createRegistry } from '#tools/registry.ts'
import { GROUPS } from '#tools/specs.ts'
import { absolutePath } from '#tools/workspace-path.ts'
import { appliesTo } from './applies-to.ts'
import { mayAllow } from './may-allow.ts'
import { readDraft } from './read-rule.ts'

const tools = createRegistry(GROUPS, ALIASES)

type Written = Partial<Omit<RuleDraft, 'workspaceId'>> & Pick<Partial<Rule>, 'source' | 'workspaceId'>

function rule({
  verdict = 'allow',
  tool = '*',
  kind = 'any',
  text = '',
  source = 'user',
  workspaceId = null,
}: Written): Rule {
  const read = readDraft({ tool, kind, text }, tools)
  if ('problems' in read) throw new Error(read.problems.map(({ message }) => message).join(' '))
  return { id: 'r', verdict, tool, target: read.target, agentId: 'default', workspaceId, source, createdAt: 0 }
}

function call(target: PlannedCall['target'], more: Partial<PlannedCall> = {}): PlannedCall {
  return {
    status: 'planned',
    callId: 'c',
    source: 'provider',
    tool: 'write_file',
    group: 'files',
    arguments: {},
    canonicalArguments: '{}',
    target,
    declaredRisk: 'workspace-write',
    effectiveRisk: 'workspace-write',
    digest: 'd',
    ...more,
  }
}

const analysed = (risk: RiskClass, more: Partial<CallAnalysis> = {}): CallAnalysis => ({
  ...plainAnalysis(risk),
  ...more,
})
/** A command call with the simple commands that the analysis found in it. */
const shell = (text: string, commands: string[][] | null, risk: RiskClass = 'shared-state-mutation') =>
  [
    call({ kind: 'command', value: text }, { tool: 'execute', declaredRisk: 'destructive-local', effectiveRisk: risk }),
    analysed(risk, { commands }),
  ] as const
const at = (path: string) => [call({ kind: 'path', value: absolutePath(path) }), analysed('workspace-write')] as const

describe('a rule about a path', () => {
  it.each([
    ['src/**', 'src/a.ts', true],
    ['src/**', './src//a.ts', true],
    ['src/**', 'src/../secrets/a', false],
    ['src/**', 'src/x/../../secrets/a', false],
    ['src/**', '/workspace/../workspace/src/a', true],
    ['src/**', '/etc/src/a', false],
    ['src/**', 'SRC/a', false],
    ['src/**', 'src/.env', false],
    ['**', '../outside', false],
  ])('allow %s against %s is %s', (text, path, expected) => {
    expect(appliesTo(rule({ kind: 'path', text }), ...at(path))).toBe(expected)
  })

  it.each([
    ['secrets/**', 'public/../secrets/key', true],
    ['secrets/**', 'secrets', true],
    ['secrets/**', './secrets/.hidden', true],
    ['**/.env', '.env', true],
    ['**/.env', 'a/b/.env', true],
    ['secrets/**', 'public/key', false],
  ])('deny %s against %s is %s', (text, path, expected) => {
    expect(appliesTo(rule({ verdict: 'deny', kind: 'path', text }), ...at(path))).toBe(expected)
  })

  it('takes composed and decomposed spellings as one where it denies, and as two where it allows', () => {
    const [decomposed, composed] = ['caf\u0065\u0301/a', 'caf\u00e9/**']
    expect(appliesTo(rule({ verdict: 'deny', kind: 'path', text: composed }), ...at(decomposed))).toBe(true)
    expect(appliesTo(rule({ verdict: 'allow', kind: 'path', text: composed }), ...at(decomposed))).toBe(false)
  })

  it.each([
    ['cat secrets/key', [['cat', 'secrets/key']], true],
    ['cat ./x/../secrets/key', [['cat', './x/../secrets/key']], true],
    ['tar --file=secrets/all.tar', [['tar', '--file=secrets/all.tar']], true],
    ['cat < secrets/key', [['cat']], true],
    ['echo x >secrets/key', [['echo', 'x']], true],
    ['cat "secrets"/k\'e\'y', null, true],
    ['cat sec\\rets/key', null, true],
    ['cat secrets/key\n# in /tmp', [['cat', 'secrets/key']], true],
    ['cat public/key', [['cat', 'public/key']], false],
  ])('that denies is held against what %j names: %s', (text, commands, expected) => {
    const denies = rule({ verdict: 'deny', kind: 'path', text: 'secrets/**' })
    expect(appliesTo(denies, ...shell(text, commands))).toBe(expected)
  })

  it('never allows a command', () => {
    expect(appliesTo(rule({ kind: 'path', text: '**' }), ...shell('cat a', [['cat', 'a']]))).toBe(false)
  })
})

describe('a rule about commands', () => {
  const allows = rule({ tool: 'execute', kind: 'command', text: 'npm test\nnpm run …' })
  it.each([
    ['npm test', [['npm', 'test']], true],
    ['npm  test', [['npm', 'test']], true],
    [
      'npm test && npm run lint',
      [
        ['npm', 'test'],
        ['npm', 'run', 'lint'],
      ],
      true,
    ],
    ['npm run', [['npm', 'run']], true],
    ['npm run a b c', [['npm', 'run', 'a', 'b', 'c']], true],
    ['npm test 2>&1', [['npm', 'test']], true],
    ['npm test >/dev/null 2>&1', [['npm', 'test']], true],
    [
      'npm test && rm -rf x',
      [
        ['npm', 'test'],
        ['rm', '-rf', 'x'],
      ],
      false,
    ],
    ['npm test; x', [['npm', 'test'], ['x']], false],
    ['npm test\nx', [['npm', 'test'], ['x']], false],
    [
      'npm test $(rm x)',
      [
        ['npm', 'test'],
        ['rm', 'x'],
      ],
      false,
    ],
    ['npm test $(rm x)', null, false],
    ['npm test -- -u', [['npm', 'test', '--', '-u']], false],
    ['npm', [['npm']], false],
    ['NPM test', [['NPM', 'test']], false],
    ['npm tеst', [['npm', 'tеst']], false],
    ['npm test\u200b', [['npm', 'test\u200b']], false],
    ['/tmp/npm test', [['/tmp/npm', 'test']], false],
    ['npm test > src/a.ts', [['npm', 'test']], false],
    ['npm test >&log', [['npm', 'test']], false],
    ['npm test >/dev/nullx', [['npm', 'test']], false],
    ['npm test < x', [['npm', 'test']], false],
    ['npm test <<EOF\nx\nEOF', [['npm', 'test']], false],
    ['', [], false],
  ] as [string, string[][] | null, boolean][])('allows %j (%j): %s', (text, commands, expected) => {
    expect(appliesTo(allows, ...shell(text, commands))).toBe(expected)
  })

  it('does not cover a command that is fed something', () => {
    const [plan, analysis] = shell('npm test', [['npm', 'test']])
    const target = { ...plan.target, stdin: 'a digest' }
    expect([appliesTo(allows, plan, analysis), appliesTo(allows, { ...plan, target }, analysis)]).toEqual([true, false])
  })

  it('takes a star as itself unless it is the last bare word', () => {
    const star = rule({ tool: 'execute', kind: 'command', text: "rm '*'" })
    expect(star.target).toEqual({ kind: 'command', commands: [{ words: ['rm', '*'], more: false }] })
    expect(appliesTo(star, ...shell('rm a', [['rm', 'a']]))).toBe(false)
    for (const text of ['rm *', 'rm …', 'rm ...'])
      expect(rule({ kind: 'command', text }).target).toEqual({
        kind: 'command',
        commands: [{ words: ['rm'], more: true }],
      })
  })

  const denies = rule({ verdict: 'deny', kind: 'command', text: 'git push …\nrm -rf /' })
  it.each([
    ['git push', [['git', 'push']], true],
    ['git push -f origin', [['git', 'push', '-f', 'origin']], true],
    ['ls && git push', [['ls'], ['git', 'push']], true],
    ['/usr/bin/git push', [['/usr/bin/git', 'push']], true],
    ['git status', [['git', 'status']], false],
    ['env -i git push', [['env', '-i', 'git', 'push']], true],
    ['xargs /bin/git push', [['xargs', '/bin/git', 'push']], true],
    ['timeout 5 rm -rf /', [['timeout', '5', 'rm', '-rf', '/']], true],
    ['find . -exec git push {} +', [['find', '.', '-exec', 'git', 'push', '{}', '+']], true],
    ["eval 'git push'", [['eval', 'git push']], true],
    ['echo git push', [['echo', 'git', 'push']], false],
    ['rm -rf /', [['rm', '-rf', '/']], true],
    ['rm -rf x', [['rm', '-rf', 'x']], false],
    ['git $X', null, true],
    ['$(echo a) | g"i"t push', null, true],
    ['x=1; g\\it', null, true],
    ['PATH=. /bin/git', null, true],
    ['legit $X', null, false],
    ['echo gitk $X', null, false],
  ] as [string, string[][] | null, boolean][])('denies %j (%j): %s', (text, commands, expected) => {
    expect(appliesTo(denies, ...shell(text, commands))).toBe(expected)
  })

  it.each(['a; b', 'a && b', 'a | b', 'a > b', 'a $(b)', 'a `b`', 'a "$(b)"', 'a $X', "a 'b", 'a \\'])(
    '%s is no simple command',
    (text) => {
      expect(readDraft({ tool: 'execute', kind: 'command', text }, tools)).toEqual({
        problems: [{ field: 'text', message: expect.stringMatching(/\.$/) }],
      })
    },
  )

  it('of a megabyte is matched as it is, and refused as a pattern', () => {
    const huge = 'x'.repeat(1_000_000)
    expect(appliesTo(denies, ...shell(`echo ${huge}`, [['echo', huge]]))).toBe(false)
    expect(readDraft({ tool: 'execute', kind: 'command', text: huge }, tools)).toEqual({
      problems: [{ field: 'text', message: 'The pattern is longer than 8,000 characters.' }],
    })
  })
})

describe('a rule about an address', () => {
  const fetches = (url: string) =>
    [
      call({ kind: 'address', value: url }, { tool: 'fetch_url', effectiveRisk: 'read-only-network' }),
      analysed('read-only-network'),
    ] as const
  it.each([
    ['https://example.com', 'https://example.com/a?b', true],
    ['https://example.com', 'https://EXAMPLE.com:443/', true],
    ['https://example.com', 'https://example.com./', true],
    ['https://example.com', 'https://example.com.evil.net/', false],
    ['https://example.com', 'https://evil.net/example.com', false],
    ['https://example.com', 'https://example.com@evil.net/', false],
    ['https://example.com', 'http://example.com/', false],
    ['https://example.com', 'https://example.com:8443/', false],
    ['https://*.example.com', 'https://a.b.example.com/', true],
    ['https://*.example.com', 'https://example.com/', false],
    ['https://*.example.com', 'https://evilexample.com/', false],
    ['example.com', 'https://example.com/', true],
    ['https://bücher.example', 'https://xn--bcher-kva.example/', true],
    ['https://example.com', 'not an address', false],
  ])('allow %s against %s is %s', (text, url, expected) => {
    expect(appliesTo(rule({ kind: 'address', text }), ...fetches(url))).toBe(expected)
  })

  it('denies what cannot be read as an address', () => {
    expect(appliesTo(rule({ verdict: 'deny', kind: 'address', text: 'example.com' }), ...fetches('::'))).toBe(true)
  })

  it.each([
    'https://*',
    'https://*.com',
    'https://a.*.com',
    'https://example.com/path',
    'ftp://example.com',
    '',
    'https://u@example.com',
    'https://*.1.2.3.4',
  ])('%j is no origin', (text) => {
    expect(readDraft({ tool: 'fetch_url', kind: 'address', text }, tools)).toHaveProperty('problems')
  })

  it('covers a command only where reading those origins is all that it does', () => {
    const allows = rule({ kind: 'address', text: 'https://example.com' })
    const curl = (risk: RiskClass, origins: string[], commands: string[][] | null = [['curl', 'x']]): boolean => {
      const [plan, analysis] = shell('curl x', commands, risk)
      return appliesTo(allows, plan, { ...analysis, origins })
    }
    expect(curl('read-only-network', ['https://example.com'])).toBe(true)
    expect(curl('read-only-network', ['https://example.com', 'https://evil.net'])).toBe(false)
    expect(curl('read-only-network', [])).toBe(false)
    expect(curl('read-only-network', ['https://example.com'], null)).toBe(false)
    expect(curl('destructive-local', ['https://example.com'])).toBe(false)
  })
})

describe('what an allow rule may cover', () => {
  const covered = (source: Rule['source']) =>
    RISK_CLASSES.filter((risk) => mayAllow(rule({ source }), call({ kind: 'none', value: '' }), [risk], true))
  it('depends on where it comes from', () => {
    const mild = ['read-only-local', 'read-only-network', 'workspace-write', 'shared-state-mutation']
    expect({ approval: covered('approval'), file: covered('file'), user: covered('user') }).toEqual({
      approval: mild,
      file: mild,
      user: [...mild, 'external-side-effect', 'destructive-local'],
    })
  })

  it('leaves out commands of an untrusted workspace unless it was written for it', () => {
    const [plan] = shell('npm test', [['npm', 'test']])
    const everywhere = rule({ tool: 'execute' })
    const classes = ['shared-state-mutation'] as const
    expect([
      mayAllow(everywhere, plan, classes, true),
      mayAllow(everywhere, plan, classes, false),
      mayAllow({ ...everywhere, workspaceId: 'w' }, plan, classes, false),
    ]).toEqual([true, false, true])
  })
})
