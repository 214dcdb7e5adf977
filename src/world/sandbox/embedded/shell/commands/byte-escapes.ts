import type { CustomCommand, ExecResult } from 'just-bash/browser'
import { ByteSink } from './byte-sink.ts'
import { printedBytes } from './command-result.ts'
import { wrapper } from './define.ts'
import { overFileLimit } from './room.ts'
import { WORKSPACE_FILE_MAX_BYTES } from '#contracts/limits.ts'

/**
 * `\xe9` and `\351` mean one byte, and the library makes a character of it. A stand-in takes the byte's place on the
 * way through: one of 128 characters that nobody has a use for, at the end of the last private plane.
 */
const STAND_IN = 0x10ff00
const STAND_INS = /[\u{10ff80}-\u{10ffff}]/u

const IN_FORMAT = /\\(?:x([0-9a-f]{1,2})|([0-7]{1,3})|.)/gisu
const IN_ARGUMENT = /\\(?:x([0-9a-f]{1,2})|0?([0-7]{1,3})|.)/gisu
const DIRECTIVE = /%(?:%|([-+ #0']*)(\*|\d+)?(?:\.(\*|\d+)?)?([a-zA-Z]|\([^)]*\)T))/gu

/** printf and echo, in whose escapes a byte is a byte. */
export function byteEscapes(): CustomCommand[] {
  return [
    wrapper('printf', async (args, original) => {
      const [format = '', ...values] = args[0] === '--' ? args.slice(1) : args
      // A variable holds characters; so does `printf -v`.
      if (format.startsWith('-') || !args.some((arg) => arg.includes('\\'))) return original(args)
      const kinds = kindsOf(format)
      const stood = values.map((value, i) => (kinds[i % kinds.length] === 'b' ? standIn(value, IN_ARGUMENT) : value))
      return asBytes(await original(['--', standIn(format, IN_FORMAT), ...stood]))
    }),
    wrapper('echo', async (args, original, ctx) => {
      if (!args.some((arg) => arg.includes('\\'))) return original(args)
      const flags = args.slice(
        0,
        args.findIndex((arg) => !/^-[neE]+$/u.test(arg)),
      )
      const last = flags.join('').match(/[eE]/gu)?.at(-1)
      if (last === 'E' || (last === undefined && ctx.xpgEcho !== true)) return original(args)
      return asBytes(await original(args.map((arg, i) => (i < flags.length ? arg : standIn(arg, IN_ARGUMENT)))))
    }),
  ]
}

/** Which directive reads each of the values, in order; they are read round and round. */
function kindsOf(format: string): string[] {
  return [...format.matchAll(DIRECTIVE)].flatMap(([, , width, precision, letter]) => [
    ...(width === '*' ? ['*'] : []),
    ...(precision === '*' ? ['*'] : []),
    ...(letter === undefined ? [] : [letter]),
  ])
}

function standIn(text: string, escapes: RegExp): string {
  return text.replace(escapes, (whole, hex: string | undefined, octal: string | undefined) => {
    const byte = hex !== undefined ? Number.parseInt(hex, 16) : Number.parseInt(octal ?? '0', 8) & 0xff
    return byte < 0x80 ? whole : String.fromCodePoint(STAND_IN + byte)
  })
}

function asBytes(result: ExecResult): ExecResult {
  if (!STAND_INS.test(result.stdout)) return result
  const bytes = new ByteSink(WORKSPACE_FILE_MAX_BYTES, overFileLimit)
  const encoder = new TextEncoder()
  for (const part of result.stdout.split(/([\u{10ff80}-\u{10ffff}])/u))
    bytes.push(STAND_INS.test(part) ? Uint8Array.of((part.codePointAt(0) ?? 0) - STAND_IN) : encoder.encode(part))
  return { ...result, ...printedBytes(bytes.take()), stderr: result.stderr, exitCode: result.exitCode }
}
