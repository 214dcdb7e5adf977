import type { CustomCommand } from 'just-bash/browser'
import { pathIn } from './command-input.ts'
import { failed, printed } from './command-result.ts'
import { command } from './define.ts'
import { roomIn } from './room.ts'

const UNAME: readonly (readonly [flag: string, value: string])[] = [
  ['s', 'Linux'],
  ['n', 'localhost'],
  ['r', '6.0.0-embedded'],
  ['v', '#1'],
  ['m', 'x86_64'],
  ['o', 'GNU/Linux'],
]

/** What a script asks of the machine. There is none: the answers are those of a small Linux with one user. */
export function systemCommands(): CustomCommand[] {
  return [
    command('uname', ['a|all', 's', 'n', 'r', 'v', 'm', 'o', 'p', 'i'], ({ switches }) => {
      const wanted = UNAME.filter(
        ([flag]) => switches.has('a') || switches.has(flag) || (switches.size === 0 && flag === 's'),
      )
      return printed(`${wanted.map(([, value]) => value).join(' ')}\n`)
    }),
    command('id', ['u', 'g', 'n', 'G', 'r'], ({ switches }) => {
      if (switches.has('n')) return printed('user\n')
      if (switches.size > 0) return printed('1000\n')
      return printed('uid=1000(user) gid=1000(user) groups=1000(user)\n')
    }),
    command('groups', [], () => printed('user\n')),
    command('arch', [], () => printed('x86_64\n')),
    // As many as a script can use: its commands run one after another, in one thread.
    command('nproc', ['all'], () => printed('1\n')),
    command('tty', ['s'], ({ switches }) => ({
      stdout: switches.has('s') ? '' : 'not a tty\n',
      stderr: '',
      exitCode: 1,
    })),
    command('sync', [], () => printed()),
    command('df', ['h|human-readable', 'H|si', 'k', 'm', 'i|inodes'], async ({ operands, switches }, ctx) => {
      for (const operand of operands)
        if (!(await ctx.fs.exists(pathIn(ctx, operand)))) return failed('df', `${operand}: No such file or directory`)
      const room = await roomIn(ctx)
      if (switches.has('i')) return printed(table('Inodes IUsed IFree IUse%', room.maxEntries, room.entries, String))
      const unit = ['h', 'H'].some((flag) => switches.has(flag)) ? null : switches.has('m') ? 1024 ** 2 : 1024
      const shown = (bytes: number) => (unit === null ? readable(bytes) : String(Math.ceil(bytes / unit)))
      const title = unit === null ? 'Size' : unit === 1024 ? '1K-blocks' : '1M-blocks'
      return printed(table(`${title} Used Available Use%`, room.maxBytes, room.bytes, shown))
    }),
    // Pipelines here hold all output at once, so it has to end; far more than any `head` asks for.
    command('yes', [], ({ operands }) => printed(`${operands.join(' ') || 'y'}\n`.repeat(10_000))),
  ]
}

/** What `df` prints: all files lie in one memory, whatever their path. */
function table(titles: string, most: number, used: number, shown: (amount: number) => string): string {
  const share = `${most === 0 ? 0 : Math.ceil((used / most) * 100)}%`
  const row = (name: string, cells: readonly string[], place: string) =>
    `${name.padEnd(10)} ${cells.map((cell) => cell.padStart(10)).join(' ')} ${place}\n`
  const cells = [shown(most), shown(used), shown(Math.max(0, most - used)), share]
  return row('Filesystem', titles.split(' '), 'Mounted on') + row('memory', cells, '/')
}

function readable(bytes: number): string {
  if (bytes < 1_000) return String(bytes)
  const [unit, name] = bytes < 1_000_000 ? [1_000, 'kB'] : [1_000_000, 'MB']
  return `${(bytes / unit).toFixed(1).replace(/\.0$/u, '')}${name}`
}
