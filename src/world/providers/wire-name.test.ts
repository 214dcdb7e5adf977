import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { wireName } from './wire-name.ts'

const LEGAL = /^[a-zA-Z0-9_-]{1,64}$/

it('sends a legal name as it is', () => {
  fc.assert(
    fc.property(fc.stringMatching(LEGAL), (name) => {
      expect(wireName(name)).toBe(name)
    }),
  )
})

it('makes a legal name of any other, the same every time', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      expect(wireName(name)).toMatch(LEGAL)
      expect(wireName(name)).toBe(wireName(name))
    }),
  )
})

it('keeps made-up names apart from each other and from what they look like', () => {
  const names = [
    'read file',
    'read.file',
    'read/file',
    'functions.read file',
    '',
    ' ',
    'é',
    'a'.repeat(65),
    'a'.repeat(66),
  ]
  const sent = names.map(wireName)
  expect(new Set([...sent, 'read_file', 'functions_read_file']).size).toBe(names.length + 2)
  expect(sent[0]).toBe('unknown_read_file_93f6e711')
})
