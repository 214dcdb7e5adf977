import type { CustomCommand, ResolvedCommandContext } from 'just-bash/browser'
import { inputBytes } from './command-input.ts'
import { reasonOf } from './command-result.ts'
import { command } from './define.ts'

const DIGESTS = { sha384sum: 'SHA-384', sha512sum: 'SHA-512' } as const

/** Checksums that the library lacks. */
export function sumCommands(): CustomCommand[] {
  return [
    ...Object.entries(DIGESTS).map(([name, algorithm]) =>
      command(name, ['b|binary', 't|text', 'c|check'], ({ operands, switches }, ctx) =>
        switches.has('c')
          ? checkSums(name, operands, ctx, (bytes) => digest(algorithm, bytes))
          : eachFile(name, operands, ctx, async (bytes, file) => `${await digest(algorithm, bytes)}  ${file}\n`),
      ),
    ),
    command('cksum', [], ({ operands }, ctx) =>
      eachFile(
        'cksum',
        operands,
        ctx,
        (bytes, file) => `${crc(bytes)} ${bytes.length}${file === '-' ? '' : ` ${file}`}\n`,
      ),
    ),
    command('sum', ['r', 's|sysv'], ({ operands, switches }, ctx) =>
      eachFile('sum', operands, ctx, (bytes, file) => {
        const name = file === '-' ? '' : ` ${file}`
        if (switches.has('s')) return `${sysvSum(bytes)} ${Math.ceil(bytes.length / 512)}${name}\n`
        let sum = 0
        for (const byte of bytes) sum = (((sum >> 1) | ((sum & 1) << 15)) + byte) & 0xffff
        const blocks = Math.ceil(bytes.length / 1024)
        return `${String(sum).padStart(5, '0')} ${String(blocks).padStart(5)}${name}\n`
      }),
    ),
  ]
}

async function eachFile(
  name: string,
  operands: readonly string[],
  ctx: ResolvedCommandContext,
  line: (bytes: Uint8Array, file: string) => Promise<string> | string,
) {
  let [stdout, stderr] = ['', '']
  for (const operand of operands.length === 0 ? ['-'] : operands) {
    try {
      stdout += await line(await inputBytes(ctx, operand), operand)
    } catch (error) {
      stderr += `${name}: ${operand}: ${reasonOf(error)}\n`
    }
  }
  return { stdout, stderr, exitCode: stderr === '' ? 0 : 1 }
}

async function checkSums(
  name: string,
  operands: readonly string[],
  ctx: ResolvedCommandContext,
  sumOf: (bytes: Uint8Array) => Promise<string>,
) {
  let [stdout, wrong] = ['', 0]
  for (const operand of operands.length === 0 ? ['-'] : operands) {
    for (const line of new TextDecoder().decode(await inputBytes(ctx, operand)).split('\n')) {
      const parts = /^([0-9a-f]+) [ *](.+)$/u.exec(line)
      if (parts === null) continue
      const [, wanted, file = ''] = parts
      const right = (await sumOf(await inputBytes(ctx, file)).catch(() => '')) === wanted
      if (!right) wrong += 1
      stdout += `${file}: ${right ? 'OK' : 'FAILED'}\n`
    }
  }
  return {
    stdout,
    stderr: wrong === 0 ? '' : `${name}: WARNING: ${wrong} computed checksum did NOT match\n`,
    exitCode: wrong === 0 ? 0 : 1,
  }
}

async function digest(algorithm: string, bytes: Uint8Array): Promise<string> {
  const sum = new Uint8Array(await crypto.subtle.digest(algorithm, bytes.slice()))
  return Array.from(sum, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The sum of System V: all bytes added, folded to 16 bits. */
function sysvSum(bytes: Uint8Array): number {
  const sum = bytes.reduce((total, byte) => total + byte, 0)
  const folded = (sum % 0x10000) + (Math.floor(sum / 0x10000) % 0x10000)
  return (folded & 0xffff) + (folded >>> 16)
}

/** The CRC of POSIX cksum: polynomial 0x04c11db7, most significant bit first, the length appended. */
function crc(bytes: Uint8Array): number {
  let sum = 0
  const add = (byte: number) => {
    sum ^= byte << 24
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 0x80000000 ? (sum << 1) ^ 0x04c11db7 : sum << 1
  }
  for (const byte of bytes) add(byte)
  for (let length = bytes.length; length > 0; length = Math.floor(length / 256)) add(length & 0xff)
  return ~sum >>> 0
}
