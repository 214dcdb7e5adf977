import { describe, expect, it } from 'vitest'
import type { ApprovalAnswer } from '#contracts/approvals.ts'
import { plainAnalysis } from '#contracts/call-analysis.ts'
import type { PlannedCall } from '#contracts/calls.ts'
import { MODES, RISK_CLASSES, type Mode, type RiskClass } from '#contracts/risk.ts'
import { NOTHING_WATCHED } from '#contracts/run-watch.ts'
import type { SessionAllowance } from '#contracts/sessions.ts'
import { digestOf } from '../canonical-json.ts'
import { findAllowance, sessionScope } from './allowance.ts'
import { createGate, headlessGate, type GateHost } from './gate.ts'
import { MATRIX } from './matrix.ts'
import { Monitor } from './monitor.ts'

function plan(risk: RiskClass, more: Partial<PlannedCall> = {}): PlannedCall {
  return {
    status: 'planned',
    callId: 'c1',
    source: 'provider',
    tool: 'canary',
    group: 'canary',
    arguments: {},
    canonicalArguments: '{}',
    target: { kind: 'none', value: '' },
    declaredRisk: risk,
    effectiveRisk: risk,
    digest: digestOf('canary', risk),
    ...more,
  }
}

function host(mode: Mode, answer: Partial<ApprovalAnswer> | null | 'nobody', more: Partial<GateHost> = {}): GateHost {
  return {
    mode: () => mode,
    allowances: () => [],
    allow: async () => {},
    rules: {
      workspaceId: 'here',
      refresh: async () => {},
      facts: () => ({ rules: [], unreadable: null, trusted: true }),
      add: async () => {},
      used: () => {},
    },
    monitor: new Monitor(),
    now: () => 7,
    ask:
      answer === 'nobody'
        ? null
        : async (asked) => (answer === null ? null : { verdict: 'allow-once', planDigest: asked.digest, ...answer }),
    ...more,
  }
}

/** A monitor of a run whose context holds this; a list may grow. */
function monitorOf(what: string | readonly string[]): Monitor {
  const all = typeof what === 'string' ? [what] : what
  return new Monitor({
    read: () => ({
      ...NOTHING_WATCHED,
      entered: { first: all.map((each) => ({ callId: 'c0', what: each, at: 0 })), more: 0 },
    }),
    update: async () => {},
    now: () => 0,
    network: false,
    trusted: async () => true,
    arrives: async () => {},
  })
}

const never = new AbortController().signal
// The mildest reading of the arguments: the plan's own class counts.
const plain = plainAnalysis('read-only-local')

describe('the matrix, cell by cell', () => {
  // The table of the specification, written out a second time: a changed cell must be changed twice.
  const EXPECTED: Record<RiskClass, string> = {
    'read-only-local': 'run run run run run',
    'read-only-network': 'ask ask ask run rule',
    'workspace-write': 'block ask run run run',
    'shared-state-mutation': 'block ask ask run run',
    'destructive-local': 'block ask ask ask deny',
    'external-side-effect': 'block ask ask ask deny',
    'credential-access': 'block ask ask ask deny',
    'spend-money': 'block ask ask ask deny',
    'sandbox-escape': 'block ask ask ask deny',
  }
  it('holds the specified verdicts', () => {
    const rows = RISK_CLASSES.map((risk) => [risk, MODES.map((mode) => MATRIX[risk][mode]).join(' ')])
    expect(Object.fromEntries(rows)).toEqual(EXPECTED)
  })

  for (const risk of RISK_CLASSES) {
    for (const mode of MODES) {
      it(`${risk} in ${mode} ends as the cell says`, async () => {
        const cell = MATRIX[risk][mode]
        const seen: string[] = []
        const gate = createGate(
          host(
            mode,
            {},
            {
              ask: async (asked) => {
                seen.push(asked.digest)
                return { verdict: 'allow-once', planDigest: asked.digest }
              },
            },
          ),
        )
        const decision = await gate.pass(plan(risk), plain, never)
        const outcome = cell === 'run' || cell === 'ask' ? 'run' : cell === 'block' ? 'block' : 'deny'
        expect({ outcome: decision.outcome, asked: seen.length }).toEqual({ outcome, asked: cell === 'ask' ? 1 : 0 })
      })
    }
  }
})

describe('failing closed', () => {
  it('denies an unknown class and an unknown mode', async () => {
    const unknownClass = await createGate(host('auto', {})).pass(plan('made-up' as RiskClass), plain, never)
    const unknownMode = await createGate(host('yolo' as Mode, {})).pass(plan('workspace-write'), plain, never)
    expect([unknownClass, unknownMode].map(({ outcome, rung }) => ({ outcome, rung }))).toEqual([
      { outcome: 'deny', rung: 'fail-closed' },
      { outcome: 'deny', rung: 'fail-closed' },
    ])
  })

  it('denies what would be asked where nobody is there', async () => {
    for (const answer of ['nobody', null] as const) {
      const decision = await createGate(host('ask', answer)).pass(plan('workspace-write'), plain, never)
      expect({ outcome: decision.outcome, rung: decision.rung }).toEqual({ outcome: 'deny', rung: 'fail-closed' })
    }
  })

  it('denies when a part of the gate throws', async () => {
    const throwing = createGate(
      host(
        'ask',
        {},
        {
          allowances: () => {
            throw new Error('broken')
          },
        },
      ),
    )
    expect((await throwing.pass(plan('workspace-write'), plain, never)).outcome).toBe('deny')
    const asking = createGate(host('ask', {}, { ask: () => Promise.reject(new Error('lost')) }))
    expect((await asking.pass(plan('workspace-write'), plain, never)).outcome).toBe('deny')
  })

  it('is headless where no host made a gate', async () => {
    const gate = headlessGate(new Monitor(), () => 1)
    const outcomes = await Promise.all(
      RISK_CLASSES.map(async (risk) => (await gate.pass(plan(risk), plain, never)).outcome),
    )
    expect(outcomes).toEqual(['run', 'deny', 'run', 'run', 'deny', 'deny', 'deny', 'deny', 'deny'])
    // Nobody has said that the workspace is to be trusted.
    const script = plan('shared-state-mutation', { target: { kind: 'command', value: 'npm test' } })
    expect(await gate.pass(script, plainAnalysis('shared-state-mutation'), never)).toMatchObject({
      outcome: 'deny',
      rung: 'trust',
    })
  })

  it('rethrows an abort while it asks, and decides nothing', async () => {
    const controller = new AbortController()
    const gate = createGate(
      host(
        'ask',
        {},
        {
          ask: (_plan, _decision, _scope, signal) =>
            new Promise((_resolve, reject) =>
              signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
            ),
        },
      ),
    )
    const passing = gate.pass(plan('workspace-write'), plain, controller.signal)
    controller.abort()
    await expect(passing).rejects.toThrow()
  })
})

describe('approvals', () => {
  it('do not count for another plan than the one that was shown', async () => {
    const decision = await createGate(host('ask', { planDigest: 'another' })).pass(
      plan('workspace-write'),
      plain,
      never,
    )
    expect({ outcome: decision.outcome, reason: decision.reason }).toEqual({
      outcome: 'deny',
      reason: 'The answer was for another call.',
    })
  })

  it('carry the reason of a denial', async () => {
    const decision = await createGate(host('ask', { verdict: 'deny', reason: 'use the other file' })).pass(
      plan('workspace-write'),
      plain,
      never,
    )
    expect(decision.reason).toBe('The user denied it: use the other file')
  })

  it('for the session cover what their words say and nothing more', async () => {
    const allowed: SessionAllowance[] = []
    let asked = 0
    const gate = createGate(
      host(
        'ask',
        {},
        {
          allowances: () => allowed,
          allow: async (allowance) => void allowed.push(allowance),
          ask: async (shown) => {
            asked += 1
            return { verdict: 'allow-session', planDigest: shown.digest }
          },
        },
      ),
    )
    const at = (value: string, more: Partial<PlannedCall> = {}): PlannedCall =>
      plan('workspace-write', { tool: 'write_file', target: { kind: 'path', value }, ...more })
    const pass = async (call: PlannedCall): Promise<number> => {
      await gate.pass(call, plain, never)
      return asked
    }
    expect(await pass(at('/workspace/src/a.ts'))).toBe(1)
    expect(allowed.map((allowance) => allowance.scope)).toEqual(['write_file under src/'])
    expect(await pass(at('/workspace/src/deep/b.ts'))).toBe(1)
    expect(await pass(at('/workspace/src2/b.ts'))).toBe(2)
    expect(await pass(at('/workspace/index.html', { tool: 'edit_file' }))).toBe(3)
    expect(await pass(at('/workspace/src/a.ts', { effectiveRisk: 'shared-state-mutation' }))).toBe(4)
  })

  it('are never kept for the classes above shared-state-mutation, whatever the answer says', async () => {
    for (const risk of RISK_CLASSES.slice(RISK_CLASSES.indexOf('shared-state-mutation') + 1)) {
      const allowed: SessionAllowance[] = []
      let asked = 0
      const gate = createGate(
        host(
          'auto',
          {},
          {
            allowances: () => allowed,
            allow: async (allowance) => void allowed.push(allowance),
            ask: async (shown, _decision, { scope, rule }) => {
              asked += 1
              expect({ scope, rule }).toEqual({ scope: null, rule: null })
              return { verdict: 'allow-session', planDigest: shown.digest }
            },
          },
        ),
      )
      await gate.pass(plan(risk), plain, never)
      await gate.pass(plan(risk), plain, never)
      expect({ risk, asked, kept: allowed }).toEqual({ risk, asked: 2, kept: [] })
    }
  })

  it('cannot be widened by an allowance whose class does not permit one', () => {
    const forged: SessionAllowance = {
      key: JSON.stringify(['canary', 'any', 'destructive-local']),
      tool: 'canary',
      scope: 'all',
      at: 0,
    }
    const classes = ['destructive-local'] as const
    expect(findAllowance(plan('destructive-local'), classes, [forged])).toBeUndefined()
    expect(sessionScope(plan('destructive-local'), classes)).toBeNull()
  })
})

describe('the monitor', () => {
  it('asks again about what can carry data out once untrusted content is in the context', async () => {
    const monitor = monitorOf('a page of example.com')
    const gate = createGate(
      host('auto', {}, { monitor, ask: async (shown) => ({ verdict: 'deny', planDigest: shown.digest }) }),
    )
    const out = await gate.pass(plan('read-only-network'), plain, never)
    const inside = await gate.pass(plan('workspace-write'), plain, never)
    expect([out.outcome, inside.outcome]).toEqual(['deny', 'run'])
    expect(out.trail.slice(-3)).toEqual([
      { rung: 'mode', verdict: 'run' },
      { rung: 'monitor', verdict: 'ask' },
      { rung: 'ask', verdict: 'deny' },
    ])
  })

  it.each(['ask', 'edit', 'auto'] as const)(
    'what enters after an answer is weighed before the call runs, in %s mode',
    async (mode) => {
      const entered: string[] = []
      const monitor = monitorOf(entered)
      const verdicts: ApprovalAnswer['verdict'][] = ['allow-once', 'deny']
      const reasons: string[] = []
      const gate = createGate(
        host(
          mode,
          {},
          {
            monitor,
            ask: async (shown, decision) => {
              reasons.push(decision.reason)
              return { verdict: verdicts.shift() ?? 'deny', planDigest: shown.digest }
            },
          },
        ),
      )
      const send = plan('external-side-effect')
      const answered = await gate.pass(send, plain, never)
      expect((await gate.confirm(send, plain, answered, never)).outcome).toBe('run')
      entered.push('a page of example.com')
      const late = await gate.confirm(send, plain, answered, never)
      expect([late.outcome, reasons.length]).toEqual(['deny', 2])
      expect(reasons[1]).toContain('a page of example.com entered')
    },
  )

  it('an answer that was given in knowledge of what had entered stands', async () => {
    let asked = 0
    const gate = createGate(
      host(
        'ask',
        {},
        {
          monitor: monitorOf('a page of example.com'),
          ask: async (shown) => {
            asked += 1
            return { verdict: 'allow-once', planDigest: shown.digest }
          },
        },
      ),
    )
    const send = plan('external-side-effect')
    const confirmed = await gate.confirm(send, plain, await gate.pass(send, plain, never), never)
    expect([confirmed.outcome, asked]).toEqual(['run', 1])
  })

  it('knows the riskiest class that has run', () => {
    const monitor = new Monitor()
    for (const risk of ['workspace-write', 'read-only-local', 'destructive-local', 'read-only-network'] as const)
      monitor.ran(risk)
    expect(monitor.observedRisk).toBe('destructive-local')
  })
})
