import type { CustomCommand, ResolvedCommandContext } from 'just-bash/browser'
import { ByteSink } from './byte-sink.ts'
import { Calculator } from './calculator.ts'
import { inputBytes, linesOf } from './command-input.ts'
import { UsageError } from './command-line.ts'
import { printed, printedBytes } from './command-result.ts'
import { command } from './define.ts'
import { overFileLimit, roomIn } from './room.ts'

/** Numbers or lines that shuf makes itself: an output here is held until the command ends. */
const MAX_LINES = 1_000_000

/** bc, shuf, less and more: commands on text that the library lacks. */
export function textCommands(): CustomCommand[] {
  return [
    command('bc', ['l|mathlib', 'q|quiet', 's', 'i'], async ({ operands, switches }, ctx) => {
      const calculator = new Calculator(switches.has('l'))
      let out = ''
      for (const operand of [...operands, '-'])
        out += calculator.run(new TextDecoder().decode(await inputBytes(ctx, operand)))
      return printed(out)
    }),
    command(
      'shuf',
      ['e|echo', 'n|head-count:', 'i|input-range:', 'r|repeat'],
      async ({ operands, switches, values }, ctx) => {
        const items = await shuffledItems(operands, switches, values.get('i'), ctx)
        const count = values.get('n')
        if (count !== undefined && !/^\d+$/u.test(count)) throw new UsageError(`invalid line count: '${count}'`)
        if (switches.has('r') && count === undefined)
          throw new UsageError('-r without -n never ends, which is not possible here; give -n')
        const wanted = Number(count ?? items.length)
        if (switches.has('r') && items.length === 0 && wanted > 0) throw new Error('no lines to repeat')
        const lines = switches.has('r') ? drawn(items, wanted) : shuffled(items).slice(0, wanted)
        return printed(lines.map((line) => `${line}\n`).join(''))
      },
    ),
    ...['less', 'more'].map((name) =>
      command(name, ['R', 'S', 'F', 'X', 'N', 'r'], async ({ operands }, ctx) => {
        const shown = new ByteSink((await roomIn(ctx)).maxFileBytes, overFileLimit)
        for (const operand of operands.length === 0 ? ['-'] : operands) shown.push(await inputBytes(ctx, operand))
        return printedBytes(shown.take())
      }),
    ),
  ]
}

async function shuffledItems(
  operands: readonly string[],
  switches: ReadonlySet<string>,
  range: string | undefined,
  ctx: ResolvedCommandContext,
): Promise<string[]> {
  if (range === undefined) return switches.has('e') ? [...operands] : linesOf(await inputBytes(ctx, operands[0] ?? '-'))
  const [, low, high] = /^(\d+)-(\d+)$/u.exec(range) ?? []
  if (low === undefined || high === undefined) throw new UsageError(`invalid input range: '${range}'`)
  const length = Math.max(0, Number(high) - Number(low) + 1)
  if (length > MAX_LINES) throw new UsageError(`a range of more than ${MAX_LINES} numbers is not shuffled here`)
  return Array.from({ length }, (_, i) => String(Number(low) + i))
}

/** Items drawn with repetition. */
function drawn(items: readonly string[], count: number): string[] {
  if (count > MAX_LINES) throw new UsageError(`more than ${MAX_LINES} lines are not drawn here`)
  return Array.from({ length: count }, () => items[Math.floor(Math.random() * items.length)] ?? '')
}

function shuffled(items: readonly string[]): string[] {
  const out = [...items]
  for (let i = out.length - 1; i > 0; i -= 1) {
    const j = Math.floor(Math.random() * (i + 1))
    const kept = out[i] ?? ''
    out[i] = out[j] ?? ''
    out[j] = kept
  }
  return out
}
