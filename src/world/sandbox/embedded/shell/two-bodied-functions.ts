import { bodiesOf, isSimple, literal, walk, type Command, type FunctionDef, type Script } from './syntax-tree.ts'

/** What may put another function, which nobody rewrote, in the place of one of the script's. */
const DEFINES = new Set(['eval', 'source', '.', 'alias'])
/** What prints nothing but an error. */
const QUIET = new Set(
  ': true false [ test local declare typeset readonly export unset set shift let read return break continue exit'.split(
    ' ',
  ),
)

/**
 * The functions of a script that are worth a second body, which prints as it goes. Those that a function defines, and
 * others of their name, are not: their copies would double with each level.
 */
export function twoBodiedFunctions(script: Script): FunctionDef[] {
  if (redefines(script)) return []
  const all = functionsIn(script)
  const inner = new Set(all.flatMap(({ body }) => functionsIn(body)).map(({ name }) => name))
  const outer = all.filter(({ name }) => !inner.has(name))
  const printing = namesOfPrinting(outer)
  return outer.filter(({ name }) => printing.has(name))
}

function redefines(script: Script): boolean {
  let found = false
  walk(script, (node) => {
    if (isSimple(node) && node.name !== null && DEFINES.has(literal(node.name))) found = true
  })
  return found
}

function functionsIn(node: unknown): FunctionDef[] {
  const found: FunctionDef[] = []
  walk(node, (each) => {
    if (each['type'] === 'FunctionDef') found.push(each as unknown as FunctionDef)
  })
  return found
}

/** Those that run anything which may print, and those that call them. A function is known by its name alone. */
function namesOfPrinting(functions: readonly FunctionDef[]): ReadonlySet<string> {
  const runs = functions.map(({ name, body }) => ({ name, programs: programsOf(body) }))
  const defined = new Set(runs.map(({ name }) => name))
  const printing = new Set<string>()
  for (let size = -1; size < printing.size;) {
    size = printing.size
    for (const { name, programs } of runs) {
      if (programs.every((program) => (defined.has(program) ? !printing.has(program) : QUIET.has(program)))) continue
      printing.add(name)
    }
  }
  return printing
}

/** The names of the commands that run right in a command; empty for a name that is expanded. */
function programsOf(command: Command): string[] {
  if (command.type === 'SimpleCommand') return command.name === null ? [] : [literal(command.name)]
  return bodiesOf(command).flatMap(({ pipelines }) =>
    pipelines.flatMap(({ commands }) => commands.flatMap((inner) => programsOf(inner))),
  )
}
