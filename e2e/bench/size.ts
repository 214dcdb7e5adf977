import { existsSync } from 'node:fs'
import { build } from 'vite'
import { measureSizes, type SizeRow } from '../build/sizes.ts'
import { atMost, figure, type Row } from './report.ts'

const KB = 1_024

/** Gzipped sizes of the built app in KB of 1,024 bytes: what loads first, then each part that waits. */
export async function measureSize(): Promise<Row[]> {
  const sizes = await measuredOrBuilt()
  return sizes.map(({ what, bytes, maxBytes }) =>
    maxBytes === null ? figure(what, 'KB gz', bytes / KB) : atMost(maxBytes / KB, what, 'KB gz', bytes / KB),
  )
}

/** The sizes of the build that is there; of a fresh one where there is none, or only a part. */
async function measuredOrBuilt(): Promise<SizeRow[]> {
  if (existsSync('dist/index.html')) {
    try {
      return measureSizes()
    } catch {
      console.log('The build is not complete; building it again.')
    }
  }
  await build({ logLevel: 'warn' })
  return measureSizes()
}
