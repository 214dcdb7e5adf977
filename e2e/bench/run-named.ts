import { publish, type Row } from './report.ts'

/** A suite of measurements by name. A `Map`, so that `constructor` is as unknown as any other name. */
export type Suites = ReadonlyMap<string, () => Promise<readonly Row[]>>

/**
 * Runs the suites named on the command line, or all, one after the other, each with its table and JSON.
 * A suite that breaks is said so and makes the exit code 1; a missed target does not. Exit code 2 with the
 * known names for a name that does not exist.
 */
export async function runNamed(suites: Suites, names: readonly string[]): Promise<number> {
  const unknown = names.filter((name) => !suites.has(name))
  if (unknown.length > 0) {
    console.error(`Unknown: ${unknown.join(', ')}. Known: ${[...suites.keys()].join(', ')}.`)
    return 2
  }
  let code = 0
  for (const [name, run] of suites) {
    if (names.length > 0 && !names.includes(name)) continue
    try {
      const rows = await run()
      if (rows.length > 0) console.log(`written: ${publish(name, rows)}`)
    } catch (error) {
      console.error(`\n${name} could not be measured: ${error instanceof Error ? error.message : String(error)}`)
      code = 1
    }
  }
  return code
}
