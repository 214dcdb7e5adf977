import { expect, it } from 'vitest'
import { fillWords } from './words.ts'

it('a long path is cut where its folders are, and keeps the name of its file', () => {
  const path = `/workspace/${'folder/'.repeat(40)}report-of-the-year.txt`
  const said = fillWords('Write {path}?', { path })
  expect(said).toMatch(/^Write folder\/folder\/.*….*\/report-of-the-year\.txt\?$/)
  expect(said.length).toBeLessThan(100)
})

it('anything else keeps its beginning', () => {
  expect(fillWords('Run {command}', { command: 'x'.repeat(200) })).toBe(`Run ${'x'.repeat(80)}…`)
})
