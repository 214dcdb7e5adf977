import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { madeStream } from '../doubles/made-streams.ts'
import { USAGE } from './command-line.ts'
import { run } from './run.ts'

interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs a command in this process. */
async function probe(words: readonly string[], input = ''): Promise<Ended> {
  const stdout = new PassThrough()
  const stderr = new PassThrough()
  const said = Promise.all([text(stdout), text(stderr)])
  const code = await run(words, { stdin: Readable.from([Buffer.from(input)]), stdout, stderr })
  stdout.end()
  stderr.end()
  const [out, err] = await said
  return { code, stdout: out, stderr: err }
}

/** Runs the real command, as `npm run probe` does. */
async function spawned(words: readonly string[], input = ''): Promise<Ended> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'e2e/probe/main.ts', ...words])
  child.stdin.end(input)
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: code === null ? null : Number(code), stdout, stderr }
}

const lines = ({ stdout }: Ended): unknown[] =>
  stdout
    .split('\n')
    .slice(0, -1)
    .map((line): unknown => JSON.parse(line))

// A process of its own takes seconds to start on a busy machine.
describe('probe call', { timeout: 60_000 }, () => {
  it('answers each line with one line, in order, whatever the line holds', async () => {
    const todo = { tool: 'todo_write', arguments: { todos: [{ text: 'a\u2028b', status: 'pending' }] } }
    const ended = await probe(['call'], `${JSON.stringify(todo)}\r\nnonsense\n\n{"tool": "nothing", "arguments": {}}`)
    expect({ code: ended.code, stderr: ended.stderr, raw: ended.stdout.includes('\u2028') }).toEqual({
      code: 0,
      stderr: '',
      raw: false,
    })
    expect(lines(ended)).toEqual([
      expect.objectContaining({
        tool: 'todo_write',
        result: expect.objectContaining({ durable: { todos: [{ id: '1', text: 'a\u2028b', status: 'pending' }] } }),
      }),
      expect.objectContaining({ tool: '', plan: expect.objectContaining({ status: 'invalid' }) }),
      expect.objectContaining({ tool: 'nothing', plan: expect.objectContaining({ status: 'invalid' }) }),
    ])
  })

  it('ends by itself after it has run a command', async () => {
    const ended = await spawned(
      ['call', '--approve'],
      '{"tool": "execute", "arguments": {"command": "echo $((6*7))"}}\n',
    )
    expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code: 0, stderr: '' })
    expect(lines(ended)).toEqual([
      expect.objectContaining({
        result: expect.objectContaining({ status: 'ok', client: expect.objectContaining({ output: '42\n' }) }),
      }),
    ])
  })

  it('answers before the input has ended', async () => {
    const stdin = new PassThrough()
    const stdout = new PassThrough()
    const ended = run(['call', '--dry-run'], { stdin, stdout, stderr: new PassThrough() })
    stdin.write('{"tool": "ls", "arguments": {}}\n')
    const [first] = await once(stdout, 'data')
    expect(JSON.parse(String(first))).toMatchObject({ tool: 'ls', plan: { status: 'planned' } })
    stdin.end()
    expect(await ended).toBe(0)
  })
})

describe('probe stream', { timeout: 60_000 }, () => {
  let folder = ''
  let file = ''
  const made = madeStream('anthropic')

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'a stream '))
    file = join(folder, 'the stream.sse')
    await writeFile(file, made.body)
  })
  afterAll(() => rm(folder, { recursive: true }))

  it('prints what is final in a recording, on one line', async () => {
    const ended = await spawned(['stream', '--provider', 'anthropic', file])
    expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code: 0, stderr: '' })
    expect(lines(ended)).toEqual([
      {
        finalized: made.calls.map(({ id, name, arguments: input }) => ({
          id: expect.any(String),
          providerId: id,
          name,
          input,
        })),
        failed: [],
        finish: 'tool-calls',
        text: made.text,
        reasoning: made.reasoning,
      },
    ])
  })

  it('finds nothing final where it is cut', async () => {
    const ended = await probe(['stream', '--provider', 'anthropic', file, '--cut', '900'])
    expect(ended.code).toBe(0)
    expect(lines(ended)).toEqual([expect.objectContaining({ finalized: [], finish: 'interrupted' })])
  })

  it('names a file that is not there as it was given, and nothing else', async () => {
    expect(await probe(['stream', '--provider', 'google', 'no such.sse'])).toEqual({
      code: 2,
      stdout: '',
      stderr: `There is no file "no such.sse".\n\n${USAGE}`,
    })
  })
})

describe('a wrong command line', { timeout: 60_000 }, () => {
  it('ends with code 2', async () => {
    expect(await spawned(['dance'])).toEqual({
      code: 2,
      stdout: '',
      stderr: `There is no command "dance".\n\n${USAGE}`,
    })
  })

  it.each([
    [[], 'A command is missing.'],
    [['toString'], 'There is no command "toString".'],
    [['call', '--mode', 'yolo'], 'There is no mode "yolo". Modes: plan, ask, edit, auto, headless.'],
    [['stream', 'x.sse'], 'Say whose stream it is: --provider P.'],
    [['stream', '--provider', 'google'], 'Name one file that holds the stream.'],
    [['stream', '--provider', 'google', 'x.sse', '--cut', '-1'], expect.any(String)],
  ])('%j is told what is wrong', async (words, reason) => {
    const { code, stdout, stderr } = await probe(words)
    expect({ code, stdout, usage: stderr.endsWith(USAGE) }).toEqual({ code: 2, stdout: '', usage: true })
    expect(stderr.slice(0, stderr.indexOf('\n'))).toEqual(reason)
  })

  it('is helped by --help', async () => {
    expect(await probe(['call', '--help'])).toEqual({ code: 0, stdout: USAGE, stderr: '' })
  })
})
