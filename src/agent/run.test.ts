import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import type { CallOutcome, CallRecord, PlannedCall } from '#contracts/calls.ts'
import { fail } from '#contracts/failure.ts'
import { RISK_CLASSES, isReadOnly, type RiskClass } from '#contracts/risk.ts'
import { SAFE_CONCURRENCY } from '#contracts/limits.ts'
import { createRegistry } from '#tools/registry.ts'
import { GROUPS } from '#tools/specs.ts'
import { runCalls, waves } from './run.ts'

const tools = createRegistry(GROUPS)
const done: CallOutcome = { status: 'ok', model: [], client: { kind: 'text', summary: '', text: '' }, durable: null }

function record(tool: string, position: number, effectiveRisk: RiskClass): CallRecord {
  const callId = `c${position}`
  const call = { id: callId, providerId: null, name: tool, rawArguments: '{}', position, source: 'provider' as const }
  const plan: PlannedCall = {
    status: 'planned',
    callId,
    source: 'provider',
    tool,
    group: 'files',
    arguments: {},
    canonicalArguments: '{}',
    target: { kind: 'none', value: '' },
    declaredRisk: effectiveRisk,
    effectiveRisk,
    digest: callId,
  }
  return { taskId: 's', callId, turnId: 't', messageSeq: 1, position, call, plan, state: 'planned', plannedAt: 0 }
}

const anyRecords = fc
  .array(
    fc.tuple(fc.constantFrom('read_file', 'ls', 'write_file', 'execute', 'confirm'), fc.constantFrom(...RISK_CLASSES)),
    { maxLength: 12 },
  )
  .map((list) => list.map(([tool, risk], position) => record(tool, position, risk)))

describe('waves', () => {
  it('run neighbours side by side by effective risk, and nothing else', () => {
    const list = [
      record('read_file', 0, 'read-only-local'),
      record('ls', 1, 'read-only-network'),
      record('read_file', 2, 'workspace-write'),
      record('execute', 3, 'read-only-local'),
      record('ls', 4, 'read-only-local'),
    ]
    expect(waves(list, tools).map((wave) => wave.map((entry) => entry.position))).toEqual([[0, 1], [2], [3], [4]])
  })

  it('keep every call once and in order, with no writer beside another call', () => {
    fc.assert(
      fc.property(anyRecords, (list) => {
        const result = waves(list, tools)
        expect(result.flat().map((entry) => entry.position)).toEqual(list.map((entry) => entry.position))
        for (const wave of result.filter((entry) => entry.length > 1)) {
          expect(
            wave.every(
              (entry) =>
                entry.plan.status === 'planned' &&
                isReadOnly(entry.plan.effectiveRisk) &&
                entry.plan.tool !== 'execute',
            ),
          ).toBe(true)
        }
      }),
    )
  })
})

describe('running', () => {
  const settle = async (entry: CallRecord, outcome: CallOutcome): Promise<void> => void (entry.outcome ??= outcome)

  it('has at most four calls under way, and returns outcomes in call order whatever ends first', async () => {
    const list = Array.from({ length: 10 }, (_, position) => record('read_file', position, 'read-only-local'))
    let running = 0
    let most = 0
    const releases: (() => void)[] = []
    const running4 = runCalls(
      list,
      tools,
      async (entry) => {
        running += 1
        most = Math.max(most, running)
        await new Promise<void>((resolve) => releases.push(resolve))
        running -= 1
        entry.outcome = { ...done, durable: entry.position }
        return entry.outcome
      },
      settle,
      new AbortController().signal,
    )
    // The one that began last ends first.
    for (let released = 0; released < list.length;) {
      const release = releases.pop()
      if (release === undefined) await Promise.resolve()
      else {
        release()
        released += 1
      }
    }
    expect((await running4).map((outcome) => outcome.durable)).toEqual(list.map((entry) => entry.position))
    expect(most).toBe(SAFE_CONCURRENCY)
  })

  it('settles what did not get its turn when it is stopped', async () => {
    const list = [record('write_file', 0, 'workspace-write'), record('write_file', 1, 'workspace-write')]
    const controller = new AbortController()
    const outcomes = await runCalls(
      list,
      tools,
      async (entry) => {
        controller.abort()
        entry.outcome = done
        return done
      },
      settle,
      controller.signal,
    )
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['ok', 'cancelled'])
  })

  it('says that storage failed, and not that it was stopped, where that kept calls from their turn', async () => {
    const list = [record('write_file', 0, 'workspace-write'), record('write_file', 1, 'workspace-write')]
    const invoke = () => Promise.reject(fail('storage', 'storage-full', 'The disk is full.'))
    const running = runCalls(list, tools, invoke, settle, new AbortController().signal)
    await expect(running).rejects.toThrow('The disk is full.')
    const failure = {
      stage: 'storage',
      kind: 'storage-full',
      message: 'It did not run: The disk is full.',
      retryable: true,
    }
    expect(list.map(({ outcome }) => [outcome?.status, outcome?.failure])).toEqual([
      ['cancelled', failure],
      ['cancelled', failure],
    ])
  })

  it('waits for its neighbours before it passes on a broken journal', async () => {
    const list = [record('ls', 0, 'read-only-local'), record('ls', 1, 'read-only-local')]
    let ended = false
    const running = runCalls(
      list,
      tools,
      async (entry) => {
        if (entry.position === 0) throw new Error('journal lost')
        await Promise.resolve()
        ended = true
        entry.outcome = done
        return done
      },
      settle,
      new AbortController().signal,
    )
    await expect(running).rejects.toThrow('journal lost')
    expect(ended).toBe(true)
  })
})
