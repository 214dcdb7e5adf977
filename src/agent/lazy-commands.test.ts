import { describe, expect, it } from 'vitest'
import { lazyCommands, type CommandFamily } from './lazy-commands.ts'

const { signal } = new AbortController()
const input = {} as never

/** The family `storage`, which has one command, with a note of what was done. */
function loader(outcomes: readonly ('ok' | 'lost')[]) {
  const done: string[] = []
  const report = { kind: 'memory' } as unknown as Awaited<ReturnType<CommandFamily<'storage'>['storage.report']>>
  const load = async (): Promise<CommandFamily<'storage'>> => {
    const outcome = outcomes[done.filter((each) => each.startsWith('load')).length]
    done.push(`load ${outcome}`)
    if (outcome !== 'ok') throw new TypeError('Failed to fetch')
    return {
      'storage.report': async () => {
        done.push('report')
        return report
      },
    }
  }
  return { commands: lazyCommands('storage', load), done, report }
}

describe('commands whose code comes later', () => {
  it('are all there by name before anything is loaded', () => {
    const { commands, done } = loader([])
    expect(Object.keys(commands)).toEqual(['storage.report'])
    expect(done).toEqual([])
    const inspect = lazyCommands('inspect', () => Promise.reject(new Error('not asked for')))
    expect(Object.keys(inspect)).toEqual([
      'inspect.calls',
      'inspect.call',
      'inspect.slice',
      'inspect.dryRun',
      'inspect.tools',
      'inspect.tool',
      'inspect.run',
    ])
  })

  it('load once, also when two are asked at the same time', async () => {
    const { commands, done, report } = loader(['ok'])
    const answers = [commands['storage.report'](input, signal), commands['storage.report'](input, signal)]
    expect(await Promise.all(answers)).toEqual([report, report])
    expect(done).toEqual(['load ok', 'report', 'report'])
  })

  it('fail as data where their code cannot be fetched, and fetch again the next time', async () => {
    const { commands, done, report } = loader(['lost', 'ok'])
    await expect(commands['storage.report'](input, signal)).rejects.toMatchObject({
      failure: {
        stage: 'command',
        kind: 'unavailable',
        message: 'This part could not be loaded (Failed to fetch). Try again.',
        retryable: true,
      },
    })
    expect(await commands['storage.report'](input, signal)).toBe(report)
    expect(done).toEqual(['load lost', 'load ok', 'report'])
  })

  it('do nothing when they were stopped while their code came', async () => {
    const { commands, done } = loader(['ok'])
    const stop = new AbortController()
    const answer = commands['storage.report'](input, stop.signal)
    stop.abort()
    await expect(answer).rejects.toThrow('aborted')
    expect(done).toEqual(['load ok'])
  })
})
