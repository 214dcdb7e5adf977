import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** A folder of the data that yardsticks read (`SALLYPORT_DATA`), or null, having said what is skipped without it. */
export function dataFolder(name: string, skipped: string): string | null {
  const folder = join(process.env['SALLYPORT_DATA'] ?? join('..', 'shared', 'data'), name)
  if (existsSync(folder)) return folder
  console.log(`\nSkipped: ${skipped}. There is no folder "${folder}"; set SALLYPORT_DATA to where the data is.`)
  return null
}
