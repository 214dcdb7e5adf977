/** What a command was given: switches, options with values, and operands in order. */
export interface CommandLine {
  readonly switches: ReadonlySet<string>
  /** The last value of each option. */
  readonly values: ReadonlyMap<string, string>
  /** Every value of an option, in order. */
  all(option: string): readonly string[]
  readonly operands: readonly string[]
}

/** An option that the command does not know, or one without its value. Its message goes to stderr. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/**
 * Splits arguments as getopt does: `-ab`, `-n2`, `-n 2`, `--name=v`, `--name v`, `--`.
 * `known` lists names: those ending with `:` take a value; `a|all` names one option twice, reported as `a`.
 */
export function commandLine(args: readonly string[], known: readonly string[]): CommandLine {
  const options = new Map<string, { name: string; takesValue: boolean }>()
  for (const entry of known) {
    const takesValue = entry.endsWith(':')
    const names = entry.replace(/:$/u, '').split('|')
    for (const name of names) options.set(name, { name: names[0] ?? name, takesValue })
  }
  const switches = new Set<string>()
  const lists = new Map<string, string[]>()
  const keep = (name: string, value: string) => void lists.set(name, [...(lists.get(name) ?? []), value])
  const operands: string[] = []
  const rest = [...args]
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    if (arg === '--') {
      operands.push(...rest.splice(0))
    } else if (arg.startsWith('--')) {
      const [name = '', value] = splitOnce(arg.slice(2), '=')
      const option = options.get(name)
      if (option === undefined) throw new UsageError(`unrecognized option '--${name}'`)
      if (option.takesValue) keep(option.name, value ?? needed(rest.shift(), `--${name}`))
      else switches.add(option.name)
    } else if (arg.startsWith('-') && arg !== '-') {
      for (let at = 1; at < arg.length; at += 1) {
        const option = options.get(arg.charAt(at))
        if (option === undefined) throw new UsageError(`invalid option -- '${arg.charAt(at)}'`)
        if (!option.takesValue) {
          switches.add(option.name)
          continue
        }
        const attached = arg.slice(at + 1)
        keep(option.name, attached === '' ? needed(rest.shift(), `-${arg.charAt(at)}`) : attached)
        break
      }
    } else operands.push(arg)
  }
  const values = new Map([...lists].map(([name, list]) => [name, list.at(-1) ?? '']))
  return { switches, values, all: (option) => lists.get(option) ?? [], operands }
}

function needed(value: string | undefined, option: string): string {
  if (value === undefined) throw new UsageError(`option '${option}' needs a value`)
  return value
}

function splitOnce(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator)
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)]
}
