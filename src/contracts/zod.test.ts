import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('nothing makes a schema with zod itself, so that none is made before generated code is switched off', () => {
  const own = ['src', 'workers'].flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path))
      .map((path) => `${room}/${path}`),
  )
  const direct = own.filter((path) => /^(import|export) (?!type\b).*from 'zod/m.test(readFileSync(path, 'utf8')))
  expect(direct).toEqual(['src/contracts/zod.ts'])
})
