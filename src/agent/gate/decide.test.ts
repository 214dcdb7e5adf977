import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { plainAnalysis } from '#contracts/call-analysis.ts'
import type { PlannedCall } from '#contracts/calls.ts'
import type { Decision } from '#contracts/decisions.ts'
import { spokenRungs } from '#contracts/decisions.ts'
import { MODES, RISK_CLASSES, type Mode, type RiskClass } from '#contracts/risk.ts'
import { RULE_VERDICTS, type Rule, type RuleTarget } from '#contracts/rules.ts'
import type { SessionAllowance } from '#contracts/sessions.ts'
import { sessionScope } from './allowance.ts'
import { decide, type GateFacts } from './decide.ts'
import { MATRIX } from './matrix.ts'
import { NO_RULES, type RuleFacts } from './rules/find-rule.ts'

function plan(risk: RiskClass, target: PlannedCall['target'], tool = 'canary'): PlannedCall {
  return {
    status: 'planned',
    callId: 'c1',
    source: 'provider',
    tool,
    group: 'canary',
    arguments: {},
    canonicalArguments: '{}',
    target,
    declaredRisk: risk,
    effectiveRisk: risk,
    digest: 'd',
  }
}
function rule(verdict: Rule['verdict'], more: Partial<Rule> = {}): Rule {
  return {
    id: `${verdict}-1`,
    verdict,
    tool: '*',
    target: { kind: 'any' },
    agentId: 'default',
    workspaceId: null,
    source: 'user',
    createdAt: 0,
    ...more,
  }
}
const FILE = { kind: 'path', value: '/workspace/src/a.ts' } as const
const COMMAND = { kind: 'command', value: 'npm test' } as const
const ADDRESS = { kind: 'address', value: 'https://example.com/x' } as const

/** No rules, in a trusted workspace. */
const TRUSTED: RuleFacts = { ...NO_RULES, trusted: true }

function facts(mode: Mode, more: Partial<GateFacts> = {}): GateFacts {
  return {
    mode,
    allowances: [],
    rules: TRUSTED,
    analysis: plainAnalysis('read-only-local'),
    outbound: null,
    objection: null,
    ...more,
  }
}
const withRules = (rules: readonly Rule[], more: Partial<RuleFacts> = {}): RuleFacts => ({
  ...TRUSTED,
  rules,
  ...more,
})
const short = ({ outcome, rung }: Decision): string => `${outcome} by ${rung}`

// Arbitraries: any class, mode and target; rules of every kind, most of which match something.
const anyTarget = fc.constantFrom<PlannedCall['target']>(FILE, COMMAND, ADDRESS, { kind: 'none', value: '' })
const anyPlan = fc
  .tuple(fc.constantFrom(...RISK_CLASSES), anyTarget, fc.constantFrom('canary', 'other'))
  .map(([risk, target, tool]) => plan(risk, target, tool))
const anyMode = fc.constantFrom(...MODES)
const anyRuleTarget = fc.constantFrom<RuleTarget>(
  { kind: 'any' },
  { kind: 'path', glob: 'src/**' },
  { kind: 'path', glob: 'docs/*' },
  { kind: 'command', commands: [{ words: ['npm', 'test'], more: false }] },
  { kind: 'command', commands: [{ words: ['npm'], more: true }] },
  { kind: 'address', origin: 'https://example.com' },
  { kind: 'address', origin: 'https://*.example.com' },
)
const anyRule = fc.record({
  id: fc.uuid(),
  verdict: fc.constantFrom(...RULE_VERDICTS),
  tool: fc.constantFrom('*', 'canary', 'other'),
  target: anyRuleTarget,
  agentId: fc.constant('default'),
  workspaceId: fc.constantFrom(null, 'w'),
  source: fc.constantFrom('user', 'approval', 'file'),
  createdAt: fc.constant(0),
}) satisfies fc.Arbitrary<Rule>
const anyRules = fc.array(anyRule, { maxLength: 6 })
/** The commands that the analysis found, or that it could not tell. */
const anyCommands = fc.constantFrom(
  null,
  [['npm', 'test']],
  [
    ['npm', 'test'],
    ['rm', 'x'],
  ],
)
const SEED = { seed: 20, numRuns: 2_000 }

/** Every allowance that a person could have given for this call. */
function allowancesFor(call: PlannedCall): SessionAllowance[] {
  const scope = sessionScope(call, [call.effectiveRisk])
  return scope === null ? [] : [{ key: scope.key, tool: call.tool, scope: scope.words, at: 0 }]
}

describe('rules against each other', () => {
  it.each([
    [['allow', 'ask', 'deny'], 'deny by rule'],
    [['allow', 'ask'], 'ask by rule'],
    [['allow'], 'run by rule'],
    [['ask', 'deny'], 'deny by rule'],
  ] as const)('%j ends as %s, in any order', (verdicts, expected) => {
    const rules = verdicts.map((verdict) => rule(verdict))
    for (const order of [rules, rules.toReversed()])
      expect(short(decide(plan('workspace-write', FILE), facts('ask', { rules: withRules(order) }), 0))).toBe(expected)
  })

  it('come to the same whatever their order, and deny whenever one denies', () => {
    fc.assert(
      fc.property(anyPlan, anyMode, anyRules, anyCommands, fc.boolean(), (call, mode, rules, commands, trusted) => {
        const analysis = { ...plainAnalysis(call.effectiveRisk), commands }
        const given = (list: readonly Rule[]) =>
          decide(call, facts(mode, { analysis, rules: withRules(list, { trusted }) }), 0)
        const outcome = given(rules).outcome
        expect(given(rules.toReversed()).outcome).toBe(outcome)
        expect(given(rules.toSorted((a, b) => (a.id < b.id ? -1 : 1))).outcome).toBe(outcome)
        // One rule alone tells what it says; more rules never soften it.
        for (const one of rules) {
          if (one.verdict === 'deny' && given([one]).rung === 'rule') expect(outcome).toBe('deny')
          if (one.verdict === 'ask' && given([one]).rung === 'rule') expect(['ask', 'deny', 'block']).toContain(outcome)
        }
      }),
      SEED,
    )
  })

  it('beat every session allowance where they ask or deny', () => {
    fc.assert(
      fc.property(anyPlan, anyMode, anyRules, anyCommands, (call, mode, rules, commands) => {
        const analysis = { ...plainAnalysis(call.effectiveRisk), commands }
        const strict = rules.filter(({ verdict }) => verdict !== 'allow')
        const decided = (allowances: SessionAllowance[]) =>
          decide(call, facts(mode, { analysis, allowances, rules: withRules(strict) }), 0)
        const without = decided([])
        if (without.rung === 'rule') expect(decided(allowancesFor(call))).toEqual(without)
      }),
      SEED,
    )
  })
})

describe('an allow rule', () => {
  it('never lifts what a mode blocks, and never a denial of headless', () => {
    fc.assert(
      fc.property(anyPlan, anyMode, anyRules, anyCommands, (call, mode, rules, commands) => {
        const cell = MATRIX[call.effectiveRisk][mode]
        const analysis = { ...plainAnalysis(call.effectiveRisk), commands }
        const { outcome } = decide(call, facts(mode, { analysis, rules: withRules(rules) }), 0)
        if (cell === 'block') expect(['block', 'deny']).toContain(outcome)
        if (cell === 'deny') expect(outcome).toBe('deny')
      }),
      SEED,
    )
  })

  it('covers nothing that is asked about every time, and the destructive only where it was written by hand', () => {
    const ends = (source: Rule['source']) =>
      Object.fromEntries(
        RISK_CLASSES.map((risk) => [
          risk,
          short(decide(plan(risk, FILE), facts('ask', { rules: withRules([rule('allow', { source })]) }), 0)),
        ]),
      )
    const mild = {
      'read-only-local': 'run by fast-path',
      'read-only-network': 'run by rule',
      'workspace-write': 'run by rule',
      'shared-state-mutation': 'run by rule',
    }
    const never = {
      'credential-access': 'ask by mode',
      'spend-money': 'ask by mode',
      'sandbox-escape': 'ask by mode',
    }
    const byHand = (end: string) => ({ 'external-side-effect': end, 'destructive-local': end })
    expect(ends('user')).toEqual({ ...mild, ...byHand('run by rule'), ...never })
    expect(ends('approval')).toEqual({ ...mild, ...byHand('ask by mode'), ...never })
    expect(ends('file')).toEqual({ ...mild, ...byHand('ask by mode'), ...never })
  })

  it('opens the network in headless mode only for its own origin, and only where the user stored it', () => {
    const end = (given: Partial<Rule>) =>
      short(
        decide(plan('read-only-network', ADDRESS), facts('headless', { rules: withRules([rule('allow', given)]) }), 0),
      )
    const origin = { kind: 'address', origin: 'https://example.com' } as const
    expect([
      end({ target: origin }),
      end({ target: origin, source: 'approval' }),
      end({ target: origin, source: 'file' }),
      end({ target: { kind: 'address', origin: 'https://other.example' } }),
      end({}),
    ]).toEqual(['run by rule', 'run by rule', 'deny by rule', 'deny by rule', 'deny by rule'])
  })

  it('gives way to an objection of the monitor, as an allowance and a mode do', () => {
    const objection = 'It can carry data out.'
    const call = plan('read-only-network', ADDRESS)
    const end = (mode: Mode, more: Partial<GateFacts>) => short(decide(call, facts(mode, { objection, ...more }), 0))
    const origin = { kind: 'address', origin: 'https://example.com' } as const
    const rules = withRules([rule('allow', { target: origin })])
    expect([
      end('ask', { rules }),
      end('auto', {}),
      end('ask', { allowances: allowancesFor(call) }),
      end('headless', { rules }),
    ]).toEqual(['ask by monitor', 'ask by monitor', 'ask by monitor', 'deny by monitor'])
  })
})

describe('deny and ask rules', () => {
  it('stand before the fast path', () => {
    const end = (mode: Mode, verdict: Rule['verdict']) =>
      short(decide(plan('read-only-local', FILE), facts(mode, { rules: withRules([rule(verdict)]) }), 0))
    expect([end('ask', 'deny'), end('ask', 'ask'), end('headless', 'ask'), end('plan', 'ask')]).toEqual([
      'deny by rule',
      'ask by rule',
      'deny by rule',
      'ask by rule',
    ])
  })

  it('are named with their id and what they say', () => {
    const denied = decide(plan('workspace-write', FILE), facts('edit', { rules: withRules([rule('deny')]) }), 5)
    expect(denied).toEqual({
      outcome: 'deny',
      declaredRisk: 'workspace-write',
      effectiveRisk: 'workspace-write',
      rung: 'rule',
      rule: 'deny-1 Deny every call of every tool, in every workspace',
      reason: 'A rule denies it: Deny every call of every tool, in every workspace.',
      trail: [{ rung: 'rule', verdict: 'deny' }],
      at: 5,
    })
  })

  it('that cannot be applied deny the call, wherever they stand', () => {
    const broken = rule('deny', { id: 'broken', target: { kind: 'path', glob: '[' } })
    for (const rules of [
      [broken, rule('deny')],
      [rule('deny'), broken],
      [broken],
      [{ ...broken, verdict: 'ask' as const }],
      [{ ...broken, verdict: 'allow' as const }],
    ]) {
      const decision = decide(plan('workspace-write', FILE), facts('ask', { rules: withRules(rules) }), 0)
      expect({ end: short(decision), rule: decision.rule?.split(' ')[0] }).toEqual({
        end: 'deny by rule',
        rule: 'broken',
      })
    }
  })

  it('that cannot be read are asked about, or denied where nobody is there', () => {
    const unreadable = 'The file cannot be read.'
    const end = (mode: Mode, risk: RiskClass) =>
      short(decide(plan(risk, FILE), facts(mode, { rules: withRules([rule('allow')], { unreadable }) }), 0))
    expect([
      end('auto', 'read-only-local'),
      end('auto', 'workspace-write'),
      end('headless', 'workspace-write'),
      end('plan', 'workspace-write'),
    ]).toEqual(['run by fast-path', 'ask by rule', 'deny by rule', 'block by mode'])
  })
})

describe('an untrusted workspace', () => {
  it('lets no session allowance count, and no command run by itself that changes what is shared', () => {
    const command = plan('shared-state-mutation', COMMAND)
    const rules = withRules([], { trusted: false })
    const end = (mode: Mode, call: PlannedCall, more: Partial<GateFacts> = {}) =>
      short(decide(call, facts(mode, { rules, ...more }), 0))
    expect([
      end('auto', command),
      end('headless', command),
      end('ask', command, { allowances: allowancesFor(command) }),
      end('auto', plan('workspace-write', FILE)),
      end('auto', plan('read-only-local', FILE)),
    ]).toEqual(['ask by trust', 'deny by trust', 'ask by mode', 'run by mode', 'run by fast-path'])
  })

  it('never lets more run than a trusted one', () => {
    fc.assert(
      fc.property(anyPlan, anyMode, anyRules, anyCommands, (call, mode, rules, commands) => {
        const analysis = { ...plainAnalysis(call.effectiveRisk), commands }
        const end = (trusted: boolean) =>
          decide(
            call,
            facts(mode, { analysis, allowances: allowancesFor(call), rules: withRules(rules, { trusted }) }),
            0,
          )
        if (end(false).outcome === 'run') expect(end(true).outcome).toBe('run')
      }),
      SEED,
    )
  })
})

describe('the ladder', () => {
  it('blocks what the outbound guard refuses, before any rule and in any mode', () => {
    fc.assert(
      fc.property(anyPlan, anyMode, anyRules, (call, mode, rules) => {
        const decision = decide(call, facts(mode, { outbound: 'It is private.', rules: withRules(rules) }), 0)
        expect({ end: short(decision), reason: decision.reason }).toEqual({
          end: 'block by outbound',
          reason: 'It is private.',
        })
      }),
      { seed: 20, numRuns: 200 },
    )
  })

  it('notes that the outbound guard let an address pass, and nothing of the kind for a command', () => {
    const analysis = { ...plainAnalysis('read-only-network'), origins: ['https://example.com'] }
    const noted = (target: PlannedCall['target']) =>
      decide(plan('read-only-network', target), facts('ask', { analysis }), 0).trail.filter(
        ({ rung }) => rung === 'outbound',
      )
    expect({ address: noted(ADDRESS), command: noted({ kind: 'command', value: 'curl https://example.com' }) }).toEqual(
      {
        address: [{ rung: 'outbound', verdict: 'not refused' }],
        command: [],
      },
    )
  })

  it('takes the riskier of two readings of one call', () => {
    const decision = decide(
      plan('read-only-local', COMMAND),
      facts('edit', { analysis: plainAnalysis('destructive-local') }),
      0,
    )
    expect({ end: short(decision), risk: decision.effectiveRisk }).toEqual({
      end: 'ask by mode',
      risk: 'destructive-local',
    })
  })

  it('keeps every rung that was looked at, in order, and settles on the last', () => {
    const analysis = { ...plainAnalysis('shared-state-mutation'), reason: '`npm test` runs a script.' }
    const rules = withRules([rule('deny', { tool: 'other' }), rule('allow', { tool: 'other' })])
    expect(decide(plan('shared-state-mutation', COMMAND), facts('ask', { analysis, rules }), 0).trail).toEqual([
      { rung: 'command-safety', verdict: 'shared-state-mutation: `npm test` runs a script.' },
      { rung: 'rule', verdict: 'none of 1 deny rule matches' },
      { rung: 'rule', verdict: 'no ask rules' },
      { rung: 'fast-path', verdict: 'not for this class' },
      { rung: 'rule', verdict: 'none of 1 allow rule matches' },
      { rung: 'trust', verdict: 'the workspace is trusted' },
      { rung: 'mode', verdict: 'ask' },
      { rung: 'session-allowance', verdict: 'none covers it' },
      { rung: 'mode', verdict: 'ask' },
    ])
    // What had something to say, each once: the check, and what settled it; also when the person has answered.
    const { trail } = decide(plan('shared-state-mutation', COMMAND), facts('ask', { analysis, rules }), 0)
    const spoke = [
      { rung: 'command-safety', verdict: 'shared-state-mutation: `npm test` runs a script.' },
      { rung: 'mode', verdict: 'ask' },
    ]
    const answered = { rung: 'ask', verdict: 'run' } as const
    expect([spokenRungs(trail), spokenRungs([...trail, answered])]).toEqual([spoke, [...spoke, answered]])
  })

  it('always ends in a trail whose last rung is the one that settled it', () => {
    fc.assert(
      fc.property(
        anyPlan,
        anyMode,
        anyRules,
        anyCommands,
        fc.option(fc.constant('No.')),
        (call, mode, rules, commands, objection) => {
          const analysis = { ...plainAnalysis(call.effectiveRisk), commands }
          const decision = decide(call, facts(mode, { analysis, objection, rules: withRules(rules) }), 0)
          expect(decision.trail.at(-1)).toEqual({ rung: decision.rung, verdict: decision.outcome })
        },
      ),
      { seed: 20, numRuns: 500 },
    )
  })
})
