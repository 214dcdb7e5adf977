import type { CustomCommand } from 'just-bash/browser'
import { Calculator } from './calculator.ts'
import { inputBytes, linesOf } from './command-input.ts'
import { printed, printedBytes } from './command-result.ts'
import { command } from './define.ts'

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
        const range = /^(\d+)-(\d+)$/u.exec(values.get('i') ?? '')
        const items =
          range !== null
            ? Array.from({ length: Math.min(1_000_000, Number(range[2]) - Number(range[1]) + 1) }, (_, i) =>
                String(Number(range[1]) + i),
              )
            : switches.has('e')
              ? [...operands]
              : linesOf(await inputBytes(ctx, operands[0] ?? '-'))
        for (let i = items.length - 1; i > 0; i -= 1) {
          const j = Math.floor(Math.random() * (i + 1))
          const kept = items[i] ?? ''
          items[i] = items[j] ?? ''
          items[j] = kept
        }
        const count = Math.min(items.length, Number(values.get('n') ?? items.length))
        return printed(
          items
            .slice(0, count)
            .map((item) => `${item}\n`)
            .join(''),
        )
      },
    ),
    ...['less', 'more'].map((name) =>
      command(name, ['R', 'S', 'F', 'X', 'N', 'r'], async ({ operands }, ctx) => {
        const parts: Uint8Array[] = []
        for (const operand of operands.length === 0 ? ['-'] : operands) parts.push(await inputBytes(ctx, operand))
        return printedBytes(joined(parts))
      }),
    ),
  ]
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((size, part) => size + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
