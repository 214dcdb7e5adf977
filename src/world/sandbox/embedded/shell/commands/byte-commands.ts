import type { CustomCommand } from 'just-bash/browser'
import { inputBytes } from './command-input.ts'
import { failed, printed, printedBytes } from './command-result.ts'
import { command, wrapper } from './define.ts'

/** cmp, xxd, hexdump and od -t: commands that show or compare bytes. */
export function byteCommands(): CustomCommand[] {
  return [
    command('cmp', ['s|quiet|silent', 'l|verbose'], async ({ operands, switches }, ctx) => {
      const [left, right = '-'] = operands
      if (left === undefined) return failed('cmp', 'missing operand', 2)
      const [a, b] = [await inputBytes(ctx, left), await inputBytes(ctx, right)]
      const length = Math.min(a.length, b.length)
      let at = 0
      while (at < length && a[at] === b[at]) at += 1
      if (at === length && a.length === b.length) return printed()
      if (switches.has('s')) return { stdout: '', stderr: '', exitCode: 1 }
      const shorter = a.length < b.length ? left : right
      const ending = a.length === b.length ? '' : `cmp: EOF on ${shorter} after byte ${length}\n`
      if (switches.has('l')) return { stdout: differences(a, b, at, length), stderr: ending, exitCode: 1 }
      if (at === length) return { stdout: '', stderr: ending, exitCode: 1 }
      const line = a.subarray(0, at).filter((byte) => byte === 10).length + 1
      return { stdout: `${left} ${right} differ: byte ${at + 1}, line ${line}\n`, stderr: '', exitCode: 1 }
    }),
    command('xxd', ['p', 'r', 'u', 'l:', 'c:', 's:', 'g:'], async ({ operands, switches, values }, ctx) => {
      const input = await inputBytes(ctx, operands[0] ?? '-')
      if (switches.has('r')) return printedBytes(unhex(new TextDecoder().decode(input), switches.has('p')))
      const bytes = slice(input, values.get('s'), values.get('l'))
      if (switches.has('p')) {
        const plain = plainHex(bytes, Number(values.get('c') ?? 30))
        return printed(switches.has('u') ? plain.toUpperCase() : plain)
      }
      const width = Number(values.get('c') ?? 16)
      const group = Number(values.get('g') ?? 2)
      const text = rows(bytes, width, (row, at) => {
        const digits = switches.has('u') ? hex(row).toUpperCase() : hex(row)
        const cells = digits.match(new RegExp(`.{1,${group * 2}}`, 'gu')) ?? []
        const room = width * 2 + Math.ceil(width / group) - 1
        return `${(at + Number(values.get('s') ?? 0)).toString(16).padStart(8, '0')}: ${cells.join(' ').padEnd(room)}  ${visible(row)}\n`
      })
      return printed(text)
    }),
    command('hexdump', ['C', 'v', 'n:', 's:'], async ({ operands, switches, values }, ctx) => {
      const bytes = slice(await inputBytes(ctx, operands[0] ?? '-'), values.get('s'), values.get('n'))
      const canonical = switches.has('C')
      const body = rows(bytes, 16, (row, at) => {
        const offset = at.toString(16).padStart(canonical ? 8 : 7, '0')
        if (!canonical) {
          const pairs = Array.from({ length: Math.ceil(row.length / 2) }, (_, i) =>
            ((row[2 * i + 1] ?? 0) * 256 + (row[2 * i] ?? 0)).toString(16).padStart(4, '0'),
          )
          return `${offset} ${pairs.join(' ')}\n`
        }
        const cells = Array.from(row, (byte) => byte.toString(16).padStart(2, '0'))
        const halves = `${cells.slice(0, 8).join(' ')}  ${cells.slice(8).join(' ')}`
        return `${offset}  ${halves.padEnd(48)}  |${visible(row)}|\n`
      })
      return printed(body === '' ? '' : `${body}${bytes.length.toString(16).padStart(canonical ? 8 : 7, '0')}\n`)
    }),
    wrapper('od', async (args, original, ctx) => {
      const joined = args.join(' ')
      if (!/-t ?x1|-tx1|-[a-z]*t ?x1/iu.test(joined)) return original(args)
      const operand = args.findLast((arg, i) => !arg.startsWith('-') && !/^-[A-Za-z]*[AtNj]$/u.test(args[i - 1] ?? ''))
      const limit = /-N ?(\d+)/u.exec(joined)?.[1]
      const bytes = slice(await inputBytes(ctx, operand ?? '-'), undefined, limit)
      const offsets = !/-An|-A n/u.test(joined)
      const body = rows(
        bytes,
        16,
        (row, at) =>
          `${offsets ? at.toString(8).padStart(7, '0') : ''} ${Array.from(row, (byte) => byte.toString(16).padStart(2, '0')).join(' ')}\n`,
      )
      return printed(body + (offsets ? `${bytes.length.toString(8).padStart(7, '0')}\n` : ''))
    }),
  ]
}

/** Each place where two files differ, from `from` on: its number and both bytes in octal. */
function differences(a: Uint8Array, b: Uint8Array, from: number, length: number): string {
  const width = String(length).length
  const octal = (byte: number | undefined) => (byte ?? 0).toString(8).padStart(3)
  let text = ''
  for (let at = from; at < length; at += 1)
    if (a[at] !== b[at]) text += `${String(at + 1).padStart(width)} ${octal(a[at])} ${octal(b[at])}\n`
  return text
}

function rows(bytes: Uint8Array, width: number, line: (row: Uint8Array, at: number) => string): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += width) text += line(bytes.subarray(at, at + width), at)
  return text
}

function slice(bytes: Uint8Array, skip: string | undefined, length: string | undefined): Uint8Array {
  const from = Number(skip ?? 0)
  return bytes.subarray(from, length === undefined ? undefined : from + Number(length))
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function plainHex(bytes: Uint8Array, width: number): string {
  return rows(bytes, width, (row) => `${hex(row)}\n`)
}

function visible(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '.')).join('')
}

function unhex(text: string, plain: boolean): Uint8Array {
  const digits = plain
    ? text
    : text
        .split('\n')
        .map((line) => /^[0-9a-f]+: (.*?)(?: {2}|$)/iu.exec(line)?.[1] ?? '')
        .join('')
  return Uint8Array.from(digits.replace(/[^0-9a-f]/giu, '').match(/../gu) ?? [], (pair) => Number.parseInt(pair, 16))
}
