import { z } from '#contracts/zod.ts'
import type { CapabilityGroup } from '#contracts/capability.ts'
import { DECEPTIVE, DECEPTIVE_PATH } from '#contracts/deceptive-path.ts'
import { LIST_MAX_ENTRIES, READ_LINES, TOOL_TIMEOUT_MS } from '#contracts/limits.ts'
import { WORKSPACE_ROOT } from '#contracts/ports/sandbox.ts'
import { defineCapability } from '../define-capability.ts'

const OUTSIDE = `It is outside the workspace. Use a path below ${WORKSPACE_ROOT}, or one relative to it`

// Refused before anyone is asked: nobody should have to read a name that does not look like what it is, or to allow what
// the sandbox will refuse.
const path = (what: string) =>
  z
    .string()
    .min(1)
    .max(4_096)
    .refine((given) => !DECEPTIVE.test(given), DECEPTIVE_PATH)
    .refine(staysInWorkspace, OUTSIDE)
    .describe(what)
/** False for a path that leaves the workspace, also where it comes back. Where links lead is the sandbox's to look at. */
function staysInWorkspace(path: string): boolean {
  const root = WORKSPACE_ROOT.slice(1)
  const stack: string[] = path.startsWith('/') ? [] : [root]
  for (const part of path.split('/')) {
    if (part === '..') {
      stack.pop()
      if (stack[0] !== root) return false
    } else if (part !== '' && part !== '.') stack.push(part)
  }
  return stack[0] === root
}

const offset = (what: string) => z.number().int().nonnegative().max(100_000).default(0).describe(what)
const shared = { group: 'files', needs: ['sandbox'], timeoutMs: TOOL_TIMEOUT_MS } as const

export const lsSpec = defineCapability({
  ...shared,
  name: 'ls',
  description:
    'Lists a directory of the workspace: directories first, then files with their sizes. ' +
    'Use it to see what is there; use glob to find files by name and grep to find them by content. ' +
    `Returns at most ${LIST_MAX_ENTRIES} entries and says how to get the rest.`,
  input: z.strictObject({
    path: path('Directory, relative to the workspace root or absolute.').default('.'),
    depth: z.number().int().min(1).max(10).default(1).describe('How many levels deep; 1 is the directory alone.'),
    offset: offset('Entries to skip, to go on where an earlier listing stopped.'),
  }),
  risk: 'read-only-local',
  concurrency: 'parallel',
  target: { kind: 'path', argument: 'path' },
  words: { done: 'List {path}', ask: 'List {path}?' },
})

export const readFileSpec = defineCapability({
  ...shared,
  name: 'read_file',
  description:
    'Reads a file of the workspace. Text comes back with line numbers (a number, a tab, the line); the numbers are ' +
    'not part of the file. An image (PNG, JPEG, GIF, WebP) comes back as a picture; other binary files are only described. ' +
    `Without a range it returns the first ${READ_LINES} lines and says how to get the rest. Read a file before you change it.`,
  input: z.strictObject({
    path: path('File, relative to the workspace root or absolute.'),
    offset: z
      .number()
      .int()
      .optional()
      .describe('First line, from 1. Negative counts from the end: -20 starts at the 20th line from the end.'),
    limit: z.number().int().min(1).max(READ_LINES).optional().describe(`How many lines, at most ${READ_LINES}.`),
  }),
  risk: 'read-only-local',
  concurrency: 'parallel',
  target: { kind: 'path', argument: 'path' },
  refine: 'path',
  words: { done: 'Read {path}', ask: 'Read {path}?' },
})

export const writeFileSpec = defineCapability({
  ...shared,
  name: 'write_file',
  description:
    'Writes a whole text file, creating it and its directories or replacing all that it held. ' +
    'To change part of a file use edit_file. Refuses to replace a file that you have not read, or that changed since. ' +
    'Returns the file as it now stands, with its line count and revision.',
  input: z.strictObject({
    path: path('File, relative to the workspace root or absolute.'),
    content: z.string().describe('The whole new content.'),
  }),
  risk: 'workspace-write',
  concurrency: 'serial',
  target: { kind: 'path', argument: 'path' },
  refine: 'path',
  words: { done: 'Write {path}', ask: 'Write {path}?' },
})

export const editFileSpec = defineCapability({
  ...shared,
  name: 'edit_file',
  description:
    'Replaces text in a file, literally. old_text must be in the file exactly once, white space included and without ' +
    'line numbers; give more of its surroundings to make it unique, or set replace_all. The line ends of the file are kept. ' +
    'Refuses when the file changed since you last read it. Returns the changed region as it now stands.',
  input: z.strictObject({
    path: path('File, relative to the workspace root or absolute.'),
    old_text: z.string().min(1).describe('The text to replace, exactly as it stands in the file.'),
    new_text: z.string().describe('What stands there afterwards; empty removes the text.'),
    replace_all: z.boolean().default(false).describe('Replace every occurrence.'),
  }),
  risk: 'workspace-write',
  concurrency: 'serial',
  target: { kind: 'path', argument: 'path' },
  refine: 'path',
  words: { done: 'Edit {path}', ask: 'Edit {path}?' },
})

export const globSpec = defineCapability({
  ...shared,
  name: 'glob',
  description:
    'Finds files by name. Patterns know **, *, ?, [ab] and {a,b}, and are matched against the path below `path`: ' +
    '"**/*.ts" finds at any depth. Hidden files need a literal dot. ' +
    `Returns at most ${LIST_MAX_ENTRIES} paths and says how to get the rest.`,
  input: z.strictObject({
    pattern: z.string().min(1).max(1_000).describe('The pattern, such as "src/**/*.{ts,tsx}".'),
    path: path('Directory to look in.').default('.'),
    offset: offset('Paths to skip, to go on where an earlier search stopped.'),
  }),
  risk: 'read-only-local',
  concurrency: 'parallel',
  target: { kind: 'path', argument: 'path' },
  words: { done: 'Find {pattern}', ask: 'Find {pattern} in {path}?' },
})

export const grepSpec = defineCapability({
  ...shared,
  name: 'grep',
  description:
    'Searches the text of files, line by line, with a regular expression (or plain text with `literal`). ' +
    'Look-around and back-references do not exist in it. ' +
    'Binary files are skipped, and files named like what holds keys (.env, *.pem) unless `path` names one. Returns path, line number and line, and says how to get the rest.',
  input: z.strictObject({
    pattern: z.string().min(1).max(2_000).describe('The regular expression, without slashes around it.'),
    path: path('Directory or file to search.').default('.'),
    glob: z
      .string()
      .min(1)
      .max(1_000)
      .optional()
      .describe('Only files whose path matches this pattern, such as "*.md".'),
    literal: z.boolean().default(false).describe('Take `pattern` as plain text.'),
    ignore_case: z.boolean().default(false).describe('Take upper and lower case as equal.'),
    offset: offset('Matches to skip, to go on where an earlier search stopped.'),
  }),
  risk: 'read-only-local',
  concurrency: 'parallel',
  target: { kind: 'path', argument: 'path' },
  refine: 'path',
  words: { done: 'Search for {pattern}', ask: 'Search {path} for {pattern}?' },
})

export const FILES: CapabilityGroup = Object.freeze({
  name: 'files',
  instructions:
    'Paths of the file tools are relative to the workspace root, /workspace, wherever the shell stands. ' +
    'Read a file before you change it, prefer edit_file to write_file for a change to part of a file, ' +
    'and check the region that a change returns. Prefer ls, glob, grep and read_file to shell commands that do the same.',
  specs: [lsSpec, readFileSpec, writeFileSpec, editFileSpec, globSpec, grepSpec],
})
