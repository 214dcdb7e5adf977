import { describe, expect, it } from 'vitest'
import { createCallProber, type CallProbe, type CallProbeOptions } from './call.ts'

const ASK: CallProbeOptions = { mode: 'ask', dryRun: false, approve: false }
const APPROVE: CallProbeOptions = { ...ASK, approve: true }
const NOT_REACHED = {
  outcome: 'none',
  declaredRisk: null,
  effectiveRisk: null,
  rung: 'none',
  reason: 'The call never reached the gate.',
}
// Sentences of the gate and the planner are theirs to word; here it counts that there is one.
const SENTENCE = expect.stringMatching(/\.$/)
const READS = {
  outcome: 'run',
  declaredRisk: 'read-only-local',
  effectiveRisk: 'read-only-local',
  rung: 'fast-path',
  reason: SENTENCE,
}

/** The answers to calls that share one workspace. A text is a line as it is. */
async function probe(options: CallProbeOptions, ...lines: (string | object)[]): Promise<CallProbe[]> {
  const prober = createCallProber(options)
  const answers: CallProbe[] = []
  for (const line of lines) answers.push(await prober.line(typeof line === 'string' ? line : JSON.stringify(line)))
  await prober.close()
  return answers
}

const write = { tool: 'write_file', arguments: { path: 'a b.txt', content: 'one\ntwo\n' } }
const list = { tool: 'ls', arguments: {} }

describe('a call that runs', () => {
  it('answers with plan, decision and the three projections', async () => {
    const question = { tool: 'ask_user_question', arguments: { question: 'Which one?' } }
    expect(await probe(ASK, question)).toEqual([
      {
        tool: 'ask_user_question',
        plan: { status: 'planned' },
        decision: READS,
        result: {
          status: 'ok',
          model: [
            {
              type: 'text',
              text: 'No one is there to answer. Go on with your best judgement, and say in your answer what you assumed.',
            },
          ],
          client: {
            kind: 'answer',
            summary: 'no one there',
            question: 'Which one?',
            answer: 'Not answered: no one was there',
          },
          durable: { question: 'Which one?', answer: { kind: 'no-one' } },
        },
      },
    ])
  })

  it('shares one workspace with the calls after it', async () => {
    const [, read, shell] = await probe(
      APPROVE,
      write,
      { tool: 'grep', arguments: { pattern: 'two' } },
      { tool: 'execute', arguments: { command: "wc -l < 'a b.txt'" } },
    )
    expect(read?.result?.durable).toEqual({
      path: '/workspace',
      matches: [{ path: '/workspace/a b.txt', line: 2, text: 'two' }],
      omitted: 0,
      skippedBinary: 0,
      cut: null,
    })
    expect(shell?.result?.client).toMatchObject({
      kind: 'shell',
      exitCode: 0,
      output: expect.stringMatching(/^\s*2\n$/),
    })
  })

  it('keeps the working directory of a command for the next one', async () => {
    const [, second] = await probe(
      APPROVE,
      { tool: 'execute', arguments: { command: 'mkdir -p deep/er && cd deep/er' } },
      { tool: 'execute', arguments: { command: 'pwd' } },
    )
    expect(second?.result?.client).toMatchObject({ output: '/workspace/deep/er\n' })
  })

  it('is known by its alias, under its own name', async () => {
    const [answer] = await probe(ASK, { tool: 'bash', arguments: { command: 'pwd' } })
    expect({ ...answer, result: answer?.result?.status }).toEqual({
      tool: 'execute',
      plan: { status: 'planned' },
      decision: {
        ...READS,
        declaredRisk: 'destructive-local',
        reason: SENTENCE,
      },
      result: 'ok',
    })
  })

  it('that fails says so and the rest goes on', async () => {
    const [missing, after] = await probe(ASK, { tool: 'read_file', arguments: { path: 'nothing.txt' } }, list)
    expect(missing?.result?.status).toBe('failed')
    expect(missing?.result?.durable).toBe(null)
    expect(after?.result?.status).toBe('ok')
  })
})

describe('a call that is asked about', () => {
  const decision = {
    outcome: 'ask',
    declaredRisk: 'workspace-write',
    effectiveRisk: 'workspace-write',
    rung: 'mode',
    reason: SENTENCE,
  }

  it('does not run', async () => {
    const [asked, listed] = await probe(ASK, write, list)
    expect(asked).toEqual({ tool: 'write_file', plan: { status: 'planned' }, decision })
    expect(listed?.result?.client).toMatchObject({ kind: 'listing', entries: [] })
  })

  it('runs where it is approved, and the decision is still what the gate said', async () => {
    const [asked, listed] = await probe(APPROVE, write, list)
    expect({ ...asked, result: asked?.result?.status }).toEqual({
      tool: 'write_file',
      plan: { status: 'planned' },
      decision,
      result: 'ok',
    })
    expect(listed?.result?.client).toMatchObject({ entries: [{ path: '/workspace/a b.txt' }] })
  })
})

describe('a call that the mode does not let run', () => {
  const shell = { tool: 'execute', arguments: { command: 'rm -rf .' } }
  const risk = { declaredRisk: 'destructive-local', effectiveRisk: 'destructive-local', rung: 'mode' }

  it('is blocked in plan mode, approved or not', async () => {
    expect(await probe({ ...APPROVE, mode: 'plan' }, shell)).toEqual([
      {
        tool: 'execute',
        plan: { status: 'planned' },
        decision: {
          ...risk,
          outcome: 'block',
          reason: SENTENCE,
          effects: ['deletes .'],
          decidedBy: 'rm -rf .',
        },
      },
    ])
  })

  it('is denied where nobody is there, approved or not', async () => {
    expect(await probe({ ...APPROVE, mode: 'headless' }, shell)).toEqual([
      {
        tool: 'execute',
        plan: { status: 'planned' },
        decision: {
          ...risk,
          outcome: 'deny',
          reason: SENTENCE,
          effects: ['deletes .'],
          decidedBy: 'rm -rf .',
        },
      },
    ])
  })
})

it('a dry run decides, says all that it went by, and touches nothing', async () => {
  const dry = { ...APPROVE, mode: 'edit', dryRun: true } as const
  const plainly = (risk: string): object => ({
    risk,
    classes: [risk],
    reason: '',
    effects: [],
    decidedBy: '',
    commands: null,
    origins: [],
  })
  expect(await probe(dry, write, list)).toEqual([
    {
      tool: 'write_file',
      plan: { status: 'planned' },
      decision: {
        outcome: 'run',
        declaredRisk: 'workspace-write',
        effectiveRisk: 'workspace-write',
        rung: 'mode',
        reason: SENTENCE,
        trail: [
          { rung: 'rule', verdict: 'no deny rules' },
          { rung: 'rule', verdict: 'no ask rules' },
          { rung: 'fast-path', verdict: 'not for this class' },
          { rung: 'rule', verdict: 'no allow rules' },
          { rung: 'trust', verdict: 'the workspace is trusted' },
          { rung: 'mode', verdict: 'run' },
        ],
      },
      target: { kind: 'path', value: '/workspace/a b.txt' },
      analysis: plainly('workspace-write'),
    },
    {
      tool: 'ls',
      plan: { status: 'planned' },
      decision: {
        ...READS,
        trail: [
          { rung: 'rule', verdict: 'no deny rules' },
          { rung: 'rule', verdict: 'no ask rules' },
          { rung: 'fast-path', verdict: 'run' },
        ],
      },
      target: { kind: 'path', value: '/workspace' },
      analysis: plainly('read-only-local'),
    },
  ])
})

describe('a plan that fails', () => {
  const failed = (tool: string, status: string, stage: string, reason: unknown): object => ({
    tool,
    plan: { status, stage, reason },
    decision: NOT_REACHED,
  })

  it('names the nearest tool where the name is unknown', async () => {
    expect(await probe(ASK, { tool: 'reed_file', arguments: {} }, { tool: 'constructor', arguments: {} })).toEqual([
      failed(
        'reed_file',
        'invalid',
        'discovery',
        'There is no tool named "reed_file". Did you mean read_file? Nothing was run.',
      ),
      failed('constructor', 'invalid', 'discovery', 'There is no tool named "constructor". Nothing was run.'),
    ])
  })

  it('takes arguments as a provider sent them, and mends none', async () => {
    const cut = { tool: 'write_file', rawArguments: '{"path": "x", "content": "half' }
    expect(await probe(APPROVE, cut, list)).toEqual([
      failed('write_file', 'invalid', 'parameters', expect.stringContaining('not valid JSON')),
      expect.objectContaining({ result: expect.objectContaining({ status: 'ok' }) }),
    ])
  })

  it.each([
    ['a list', [1]],
    ['null', null],
    ['a text', 'ls'],
  ])('says that %s is no object of arguments', async (_, given) => {
    expect(await probe(ASK, { tool: 'ls', arguments: given })).toEqual([
      failed(
        'ls',
        'invalid',
        'parameters',
        'The arguments are JSON but not an object. Nothing was run: send the call again with a JSON object as its arguments.',
      ),
    ])
  })

  it.each([
    ['missing arguments', {}],
    ['an argument that does not exist', { path: 'x', content: '', mode: 7 }],
    ['an argument of another type', { path: 1, content: '' }],
  ])('refuses %s', async (_, given) => {
    expect(await probe(APPROVE, { tool: 'write_file', arguments: given })).toEqual([
      failed('write_file', 'invalid', 'parameters', expect.stringContaining('write_file')),
    ])
  })
})

describe('a line that is no call', () => {
  const HINT = 'Write {"tool": "name", "arguments": {…}}, or "rawArguments" with the text as a provider sent it.'

  it.each([
    ['not json', '', 'The line is not JSON.'],
    ['{"tool": "ls", "arguments": {}} {}', '', 'The line is not JSON.'],
    ['[]', '', 'The line is JSON but not an object.'],
    ['null', '', 'The line is JSON but not an object.'],
    ['{"arguments": {}}', '', 'The line names no tool: "tool" must be a text.'],
    ['{"tool": 7, "arguments": {}}', '', 'The line names no tool: "tool" must be a text.'],
    ['{"tool": "ls"}', 'ls', 'The line has neither "arguments" nor "rawArguments".'],
    [
      '{"tool": "ls", "arguments": {}, "rawArguments": "{}"}',
      'ls',
      'The line has both "arguments" and "rawArguments".',
    ],
    ['{"tool": "ls", "rawArguments": {}}', 'ls', '"rawArguments" is not a text.'],
  ])('%s', async (line, tool, reason) => {
    expect(await probe(ASK, line)).toEqual([
      { tool, plan: { status: 'invalid', stage: 'parameters', reason: `${reason} ${HINT}` }, decision: NOT_REACHED },
    ])
  })

  it('whose nesting has no end is refused, and the next one runs', async () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
    const [first, second, third] = await probe(
      ASK,
      `{"tool": "ls", "arguments": {"path": ${deep}}}`,
      { tool: 'ls', rawArguments: `{"path": ${deep}}` },
      list,
    )
    expect([first?.plan.status, second?.plan.status, third?.plan.status]).toEqual(['invalid', 'invalid', 'planned'])
  })
})
