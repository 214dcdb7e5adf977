import { beforeAll, describe, expect, it } from 'vitest'
import { isReadOnly } from '#contracts/risk.ts'
import { createShellGrammar } from '#world/sandbox/embedded/shell-grammar.ts'
import { commandSafety, loadCommandSafety } from '../command-safety.ts'
import { ARCHIVE, BRANCH, CHANGING, CONTACTING, FORMAT_PATCH, type GitTable, READING, TAG } from './git-tables.ts'

const grammar = createShellGrammar()
beforeAll(async () => {
  await Promise.all([grammar.load(), loadCommandSafety()])
})

const TABLES: readonly (readonly [name: string, table: GitTable])[] = [
  ...[...READING].flatMap(([name, table]) => (table === null ? [] : [[name, table] as const])),
  ...CHANGING,
  ...Object.entries(CONTACTING),
  ['branch', BRANCH],
  ['tag', TAG],
  ['archive', ARCHIVE],
  ['format-patch', FORMAT_PATCH],
]

/** The subcommand as it is typed. */
const typed = (name: string): string => (name === 'stash' || name === 'reflog' ? `${name} show` : name)

/** Every way to write an option: bundled behind each flag, attached, apart, abbreviated as far as it goes. */
function spellings(option: string, { flags = '' }: GitTable): readonly string[] {
  if (option.length > 1)
    return [...option].flatMap((_, i) => {
      const written = `--${option.slice(0, i + 1)}`
      return [written, `${written}=./x`, `${written} ./x`]
    })
  const before = ['', ...[...flags].filter((flag) => flag !== option)]
  return before.flatMap((flag) => [`-${flag}${option}`, `-${flag}${option}./x`, `-${flag}${option} ./x`])
}

describe('an option of git that starts a program or overwrites files', () => {
  it.each(TABLES.filter(([, { destroys }]) => destroys !== undefined))(
    'counts for %s, however it is written',
    (name, table) => {
      const commands = (table.destroys ?? '')
        .split(' ')
        .flatMap((option) => spellings(option, table))
        .map((option) => `git ${typed(name)} ${option} a b`)
      // What only looks like an abbreviation may be the whole name of a harmless option.
      const passed = commands.filter((command) => isReadOnly(commandSafety(command, grammar).risk))
      expect(passed.filter((command) => !isWhole(command, table))).toEqual([])
    },
  )

  it.each(TABLES)('cannot hide behind the others of %s', (name, table) => {
    const before = [
      ...[...(table.flags ?? '')].map((flag) => `-${flag}`),
      ...[...(table.values ?? '')].map((letter) => `-${letter} v`),
      ...[...(table.attached ?? '')].map((letter) => `-${letter}`),
      ...(table.long ?? '')
        .split(' ')
        .filter((entry) => entry !== '')
        .map((entry) => `--${entry.replace(/[=?]$/u, '')}${entry.endsWith('=') ? ' v' : ''}`),
    ]
    const passed = before
      .map((option) => `git ${typed(name)} ${option} --not-an-option-of-it a`)
      .filter((command) => isReadOnly(commandSafety(command, grammar).risk))
    expect(passed).toEqual([])
  })
})

function isWhole(command: string, { long = '' }: GitTable): boolean {
  const written = /--([\w-]+)/u.exec(command)?.[1]
  return long.split(' ').some((entry) => entry.replace(/[=?]$/u, '') === written)
}
