import type { Argument } from './argument.ts'
import type { Judge, Rule, Rules } from './judge.ts'
import { parseOptions, type OptionTable, type Parsed } from './options.ts'

/** A program that only prints, but for what is named here. Options that it does not name are not known to be harmless. */
interface Optioned extends OptionTable {
  /** Options whose value is a file that is written. */
  readonly writes?: string
  /** Options whose value is a program that is run. */
  readonly runs?: string
  /** Options that change something else, and what. */
  readonly destroys?: string
  readonly destroysWords?: string
  readonly operands?: (judge: Judge, operands: readonly Argument[], options: ReadonlySet<string>) => void
}

/** The rule of one program, or of several with the same options. */
export function optioned(names: string, table: Optioned): Rules[number] {
  const writes = new Set((table.writes ?? '').split(' '))
  const runs = new Set((table.runs ?? '').split(' '))
  const destroys = new Set((table.destroys ?? '').split(' '))
  const rule: Rule = (judge, call) => {
    const parsed = parseOptions(call.args, table)
    if (!isClear(judge, call.name, parsed)) return
    for (const { name, value } of parsed.options) {
      if (writes.has(name)) {
        if (value === null) judge.found('destructive-local', 'writes a file')
        else judge.writes(value)
      } else if (runs.has(name)) judge.found('destructive-local', `runs ${value?.shown ?? 'a program'}`)
      else if (destroys.has(name)) judge.found('destructive-local', table.destroysWords ?? 'changes something')
    }
    table.operands?.(judge, parsed.operands, new Set(parsed.options.map(({ name }) => name)))
  }
  return [names, rule]
}

/** Notes what cannot be told of its options; true where all is known. */
export function isClear(judge: Judge, name: string, parsed: Parsed): boolean {
  if (parsed.unknown !== null) {
    judge.found('destructive-local', `runs ${name} with ${parsed.unknown}, an option that is not known here`)
    return false
  }
  if (parsed.unresolved !== null) {
    judge.found('destructive-local', `runs ${name} with ${parsed.unresolved.shown}, which may turn out to be an option`)
    return false
  }
  return true
}
