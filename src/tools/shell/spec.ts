import { z } from '#contracts/zod.ts'
import type { CapabilityGroup } from '#contracts/capability.ts'
import { SHELL_OUTPUT_MODEL_CHARS, SHELL_TIMEOUT_MAX_MS, SHELL_TIMEOUT_MS } from '#contracts/limits.ts'
import { defineCapability } from '../define-capability.ts'

export const executeSpec = defineCapability({
  name: 'execute',
  group: 'shell',
  description:
    'Runs a shell script in the workspace and returns its exit code, duration and output (standard output and error together). ' +
    'The working directory and exported variables carry over to the next call; aliases, functions, and variables that ' +
    'decide which program runs (PATH and the like) do not. ' +
    `Long output keeps its beginning and its end, ${SHELL_OUTPUT_MODEL_CHARS} characters in all. ` +
    'An exit code other than 0 is an answer to read, not an error of the tool.',
  input: z.strictObject({
    command: z.string().min(1).max(100_000).describe('The script, in bash syntax.'),
    cwd: z
      .string()
      .min(1)
      .max(4_096)
      .optional()
      .describe(
        'Directory to start in, absolute or relative to where the last command ended, which is also the default.',
      ),
    timeout_ms: z
      .number()
      .int()
      .min(1)
      .max(SHELL_TIMEOUT_MAX_MS)
      .optional()
      .describe(`Milliseconds until it is ended, ${SHELL_TIMEOUT_MS} unless said, at most ${SHELL_TIMEOUT_MAX_MS}.`),
    stdin: z.string().max(1_000_000).optional().describe('What the script reads on standard input.'),
  }),
  risk: 'destructive-local',
  concurrency: 'process',
  target: { kind: 'command', argument: 'command', folderArgument: 'cwd', inputArgument: 'stdin' },
  refine: 'command',
  needs: ['sandbox'],
  words: { done: 'Run {command}', ask: 'Run {command}?' },
  // The call's own timeout is kept by the sandbox; this is the longest that one may ask for.
  timeoutMs: SHELL_TIMEOUT_MAX_MS,
  timeoutArgument: 'timeout_ms',
})

export const SHELL: CapabilityGroup = Object.freeze({
  name: 'shell',
  instructions:
    'Each call of execute is one finished script: nothing keeps running after it, so no background jobs (&, nohup), no trap, ' +
    'kill or job control, and nothing that waits for a keyboard. What the shell of this sandbox lacks is listed under its limits; ' +
    'do not try node, npm, python, git or the network where they are named there. Read the exit code before you go on.',
  specs: [executeSpec],
})
