import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dialectOf, recordedAnswers, type RecordedAnswer } from '../probe/recorded-stream.ts'

/** One recorded stream and how it is served. */
export interface Recording {
  readonly file: string
  readonly provider: string
  readonly dialect: string
  readonly text: string
  readonly answers: readonly RecordedAnswer[]
}

/** The recordings below a folder, one folder per provider, and those left out with the reason. */
export function readRecordings(root: string): { recordings: Recording[]; left: { file: string; reason: string }[] } {
  const recordings: Recording[] = []
  const left: { file: string; reason: string }[] = []
  const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  for (const provider of folders.map((entry) => entry.name).toSorted()) {
    for (const name of readdirSync(join(root, provider)).toSorted()) {
      const file = `${provider}/${name}`
      try {
        const dialect = dialectOf(provider)
        const text = readFileSync(join(root, provider, name), 'utf8')
        recordings.push({ file, provider, dialect, text, answers: recordedAnswers(dialect, text) })
      } catch (error) {
        left.push({ file, reason: error instanceof Error ? error.message : String(error) })
      }
    }
  }
  return { recordings, left }
}
