import { asksVersion } from './asks-version.ts'
import { exact, mayBeOption, type Argument } from './argument.ts'
import { awkDoes, awkReads, makesNames } from './awk-program.ts'
import type { Judge, Rule, Rules } from './judge.ts'
import { isClear } from './optioned.ts'
import { parseOptions } from './options.ts'
import { isSecret } from './paths.ts'
import { AWK, SED } from './search-options.ts'
import { sedDoes } from './sed-script.ts'
import { readsVariables } from './variables.ts'

const sed: Rule = (judge, call) => {
  const parsed = parseOptions(call.args, SED)
  if (parsed.options.some(({ name }) => name === 'i' || name === 'I' || name === 'in-place'))
    return changesInPlace(
      judge,
      parsed.operands,
      parsed.options.some(({ name }) => name === 'e' || name === 'expression' || name === 'f' || name === 'file'),
      parsed.options.flatMap(({ name, value }) =>
        (name === 'e' || name === 'expression') && value !== null ? [value] : [],
      ),
    )
  if (!isClear(judge, call.name, parsed)) return
  const scripts: (Argument | null)[] = []
  for (const { name, value } of parsed.options) {
    if (name === 'e' || name === 'expression') scripts.push(value)
    if (name === 'f' || name === 'file') judge.found('destructive-local', `runs the sed script ${value?.shown ?? ''}`)
  }
  if (!parsed.options.some(({ name }) => /^(?:e|expression|f|file)$/u.test(name)))
    scripts.push(parsed.operands[0] ?? null)
  // Pieces of a script are joined by line ends.
  judgeSed(judge, scripts)
}

function judgeSed(judge: Judge, scripts: readonly (Argument | null)[]): void {
  const texts = scripts.map((script) => script?.sample ?? null)
  if (texts.includes(null)) {
    if (scripts.some((script) => script !== null))
      judge.found('destructive-local', 'runs a sed script that is only known when it runs')
    return
  }
  const done = sedDoes(texts.join('\n'))
  if (done.unreadable) judge.found('destructive-local', 'runs a sed script that cannot be told to only print')
  for (const file of done.writes) judge.writes(exact(file))
  readsSecrets(judge, done.reads)
}

/** Notes the files with keys or tokens among those that a script reads by itself. */
function readsSecrets(judge: Judge, files: readonly string[]): void {
  for (const file of files) if (isSecret(exact(file))) judge.found('credential-access', `reads ${file}`)
}

function changesInPlace(
  judge: Judge,
  operands: readonly Argument[],
  hasScript: boolean,
  scripts: readonly Argument[],
): void {
  const files = hasScript ? operands : operands.slice(1)
  if (files.length === 0) judge.found('workspace-write', 'changes files in place')
  for (const file of files) judge.writes(file, 'changes')
  judgeSed(judge, hasScript ? scripts : operands.slice(0, 1))
  if (hasScript && scripts.length === 0) judge.found('destructive-local', 'runs a sed script from a file')
}

const awk: Rule = (judge, call) => {
  const parsed = parseOptions(call.args, AWK)
  if (!isClear(judge, call.name, parsed)) return
  const programs: (Argument | null)[] = []
  let given = false
  for (const { name, value } of parsed.options) {
    if (name === 'e' || name === 'source') {
      programs.push(value)
      given = true
    } else if (
      /^(?:f|file|E|exec|i|include|l|load|L|W|d|dump-variables|D|debug|o|pretty-print|p|profile|m)$/u.test(name)
    ) {
      judge.found('destructive-local', `runs awk with ${value?.shown ?? name}, which may change files`)
      given = true
    } else if (value !== null && value.many) judge.found('destructive-local', `runs awk with ${value.shown}`)
  }
  if (!given) programs.push(parsed.operands[0] ?? null)
  for (const program of programs) {
    if (program === null) continue
    if (program.sample === null) judge.found('destructive-local', 'runs an awk program that is only known when it runs')
    else {
      const does = awkDoes(program.sample)
      readsVariables(judge, [program], /\bENVIRON\s*\[\s*"(\w+)"/gu)
      if (does === 'runs') judge.found('destructive-local', 'runs an awk program that may run commands')
      readsSecrets(judge, awkReads(program.sample))
      const isGiven = parsed.options.some(({ name, value }) => /^(?:v|assign)$/u.test(name) && value?.computed === true)
      if (makesNames(program.sample) || (isGiven && /\bgetline\b/u.test(program.sample)))
        judge.found('destructive-local', 'runs an awk program that reads files by names which it makes')
      if (does === 'writes') judge.found('destructive-local', 'runs an awk program that writes files')
    }
  }
}

const opens: Rule = (judge, call) => {
  if (asksVersion(call.name, call.args)) return
  const shown = call.args.filter((argument) => !mayBeOption(argument)).map((argument) => argument.shown)
  const what = shown.length === 0 ? 'starts an editor' : `opens ${shown.join(' ')} in an editor`
  judge.found('destructive-local', `${what}, which can change files and run programs`)
}

/** Programs that change text, and editors. */
export const EDITORS: Rules = [
  ['sed gsed', sed],
  ['awk gawk mawk nawk', awk],
  ['vi vim nvim view emacs nano pico micro ed code subl', opens],
]
