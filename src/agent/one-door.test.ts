import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const files = ['src', 'workers']
  .flatMap((root) => readdirSync(root, { recursive: true, encoding: 'utf8' }).map((file) => `${root}/${file}`))
  .filter((file) => /\.tsx?$/.test(file) && !/\.(test|bench)\.tsx?$/.test(file))
const mentioning = (pattern: RegExp): string[] =>
  files.filter((file) => pattern.test(readFileSync(file, 'utf8'))).toSorted()

it('only the thread that joins the rooms names the table of bodies', () => {
  expect(mentioning(/from '.*bodies\.ts'/).filter((file) => !file.startsWith('src/tools/'))).toEqual([
    'workers/agent.ts',
  ])
})

it('only the door runs a body; an approval may look at its preview', () => {
  expect(mentioning(/\bbody\.run\(/)).toEqual(['src/agent/invoke.ts'])
  expect(mentioning(/\.loadBody\(/)).toEqual(['src/agent/door.ts', 'src/agent/invoke.ts', 'src/agent/session-run.ts'])
})
