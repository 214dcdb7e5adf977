import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packTar, unpackTar, type TarEntry } from './tar-format.ts'

const name = fc.stringMatching(/^[a-z\u00e9]{1,60}(\/[a-z]{1,60}){0,3}$/u)
const entry: fc.Arbitrary<TarEntry> = fc.record({
  name,
  kind: fc.constant('file' as const),
  bytes: fc.uint8Array({ maxLength: 1_500 }),
  mode: fc.constantFrom(0o644, 0o755),
  modifiedAt: fc.nat(1_000_000).map((seconds) => seconds * 1_000),
  link: fc.constant(''),
})

test('what is packed is unpacked, long names included', () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 5 }), (entries) => {
      expect(unpackTar(packTar(entries)).map((one) => ({ ...one, bytes: one.bytes.slice() }))).toEqual(entries)
    }),
  )
})

test('a cut or foreign archive is an error, not half a result', () => {
  const file: TarEntry = { name: 'a', kind: 'file', bytes: new Uint8Array(2_000), mode: 0o644, modifiedAt: 0, link: '' }
  expect(() => unpackTar(packTar([file]).subarray(0, 1_500))).toThrow('Unexpected EOF')
  expect(() => unpackTar(new Uint8Array(1_024).fill(65))).toThrow('not look like')
})
