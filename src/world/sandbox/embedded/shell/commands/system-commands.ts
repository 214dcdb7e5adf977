import type { CustomCommand } from 'just-bash/browser'
import { printed } from './command-result.ts'
import { failed } from './command-result.ts'
import { command } from './define.ts'

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
    command('nproc', ['all'], () => printed('1\n')),
    command('tty', ['s'], () => ({ ...failed('tty', ''), stdout: 'not a tty\n', stderr: '' })),
    command('sync', [], () => printed()),
    command('ps', ['a', 'u', 'x', 'e', 'f', 'A', 'o:', 'p:'], () =>
      printed('    PID TTY          TIME CMD\n      1 ?        00:00:00 bash\n'),
    ),
    command('df', ['h', 'k', 'm', 'T', 'B:'], () =>
      printed('Filesystem      Size  Used Avail Use% Mounted on\nmemory          250M     -     -    - /\n'),
    ),
    // Pipelines here hold all output at once, so it has to end; far more than any `head` asks for.
    command('yes', [], ({ operands }) => printed(`${operands.join(' ') || 'y'}\n`.repeat(10_000))),
  ]
}
