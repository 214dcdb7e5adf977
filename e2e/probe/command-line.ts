import { parseArgs } from 'node:util'
import { Mode, MODES } from '#contracts/risk.ts'
import type { CallProbeOptions } from './call.ts'

/** What the command line asks for. `wrong` says what is the matter with it. */
export type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly reason: string }
  | ({ readonly kind: 'call' } & CallProbeOptions)
  | { readonly kind: 'stream'; readonly provider: string; readonly file: string; readonly cut?: number }

export const USAGE = `Usage: npm run --silent probe -- COMMAND

  call [--mode M] [--dry-run] [--approve]
      Reads calls from standard input, one JSON object per line:
        {"tool": "execute", "arguments": {"command": "ls"}}
        {"tool": "execute", "rawArguments": "the text as a provider sent it"}
      and answers each with one line: the plan, the gate's decision and, where it ran, the result.
      All calls share one workspace in memory, which starts empty.
      --mode M    ${MODES.join(', ')}; ask unless said
      --dry-run   decide, and run nothing
      --approve   answer every question of the gate with yes; otherwise such a call does not run

  stream --provider P FILE [--cut N]
      Plays a recorded provider stream and prints what is final in it.
      --provider P   a wire format, or the name of a folder of recordings
      --cut N        end the stream after N bytes
`

/** Reads the words after the program's name. */
export function parseCommandLine(words: readonly string[]): Command {
  const [name, ...rest] = words
  if (name === undefined) return { kind: 'wrong', reason: 'A command is missing.' }
  if (name === '--help' || name === '-h' || name === 'help') return { kind: 'help' }
  try {
    if (name === 'call') return parseCall(rest)
    if (name === 'stream') return parseStream(rest)
  } catch (error) {
    return { kind: 'wrong', reason: error instanceof Error ? error.message : String(error) }
  }
  return { kind: 'wrong', reason: `There is no command "${name}".` }
}

function parseCall(args: string[]): Command {
  const { values } = parseArgs({
    args,
    options: {
      mode: { type: 'string' },
      'dry-run': { type: 'boolean' },
      approve: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help === true) return { kind: 'help' }
  const mode = Mode.safeParse(values.mode ?? 'ask')
  if (!mode.success)
    return { kind: 'wrong', reason: `There is no mode "${values.mode ?? ''}". Modes: ${MODES.join(', ')}.` }
  return { kind: 'call', mode: mode.data, dryRun: values['dry-run'] === true, approve: values.approve === true }
}

function parseStream(args: string[]): Command {
  const { values, positionals } = parseArgs({
    args,
    options: { provider: { type: 'string' }, cut: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    allowPositionals: true,
  })
  if (values.help === true) return { kind: 'help' }
  const { provider, cut } = values
  const [file, ...more] = positionals
  if (provider === undefined) return { kind: 'wrong', reason: 'Say whose stream it is: --provider P.' }
  if (file === undefined || more.length > 0) return { kind: 'wrong', reason: 'Name one file that holds the stream.' }
  if (cut === undefined) return { kind: 'stream', provider, file }
  if (!/^\d{1,12}$/.test(cut)) return { kind: 'wrong', reason: `--cut takes a number of bytes, not "${cut}".` }
  return { kind: 'stream', provider, file, cut: Number(cut) }
}
