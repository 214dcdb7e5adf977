import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ByteSink } from './byte-sink.ts'
import { TAR_END, tarPieces, unpackTar } from './tar-format.ts'

type Packed = Parameters<typeof tarPieces>[0]

function packed(entries: readonly Packed[]): Uint8Array {
  const sink = new ByteSink(1_000_000, () => new Error('too large'))
  for (const entry of entries) for (const piece of tarPieces(entry)) sink.push(piece)
  sink.push(TAR_END)
  return sink.take()
}

const name = fc.stringMatching(/^[a-z\u00e9]{1,60}(\/[a-z]{1,60}){0,3}$/u)
const common = {
  name,
  mode: fc.constantFrom(0o644, 0o755),
  modifiedAt: fc.nat(1_000_000).map((seconds) => seconds * 1_000),
}
const entry: fc.Arbitrary<Packed> = fc.oneof(
  fc.record({
    ...common,
    kind: fc.constant('file' as const),
    bytes: fc.uint8Array({ maxLength: 1_500 }),
    link: fc.constant(''),
  }),
  fc.record({ ...common, kind: fc.constant('link' as const), bytes: fc.constant(new Uint8Array(0)), link: name }),
)

test('what is packed is unpacked, long names and links included', () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 5 }), (entries) => {
      expect(unpackTar(packed(entries)).map((one) => ({ ...one, bytes: one.bytes.slice() }))).toEqual(entries)
    }),
  )
})

test('a cut or foreign archive is an error, not half a result', () => {
  const file: Packed = { name: 'a', kind: 'file', bytes: new Uint8Array(2_000), mode: 0o644, modifiedAt: 0, link: '' }
  expect(() => unpackTar(packed([file]).subarray(0, 1_500))).toThrow('Unexpected EOF')
  expect(() => unpackTar(new Uint8Array(1_024).fill(65))).toThrow('not look like')
  const long: Packed = { ...file, name: 'n'.repeat(101) }
  expect(() => unpackTar(packed([long]).subarray(0, 1_024))).toThrow('Unexpected EOF')
})
