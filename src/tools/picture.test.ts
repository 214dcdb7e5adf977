import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { IMAGE_MAX_SIDE_PX, READ_IMAGE_MAX_BYTES } from '#contracts/limits.ts'
import { readPicture, sightOf, type Picture } from './picture.ts'

/** Pictures of 3 × 2 pixels as an encoder wrote them, and where each keeps its width. */
const PICTURES: readonly [name: string, Picture['mediaType'], base64: string][] = [
  [
    'PNG',
    'image/png',
    'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAEUlEQVR4nGNgQAYn5LgYGBgABYIA8QrrGykAAAAASUVORK5CYII=',
  ],
  [
    'JPEG',
    'image/jpeg',
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDACgcHiMeGSgjISMtKygwPGRBPDc3PHtYXUlkkYCZlo+AjIqgtObDoKrarYqMyP/L2u71////m8H////6/+b9//j/2wBDASstLTw1PHZBQXb4pYyl+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj/wAARCAACAAMDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAZEAEAAgMAAAAAAAAAAAAAAAAAAQIhgbH/xAAVAQEBAAAAAAAAAAAAAAAAAAAAAf/EABURAQEAAAAAAAAAAAAAAAAAAAAB/9oADAMBAAIRAxEAPwCPfE6jgAtf/9k=',
  ],
  [
    'progressive JPEG',
    'image/jpeg',
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDACgcHiMeGSgjISMtKygwPGRBPDc3PHtYXUlkkYCZlo+AjIqgtObDoKrarYqMyP/L2u71////m8H////6/+b9//j/2wBDASstLTw1PHZBQXb4pYyl+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj/wgARCAACAAMDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAUAQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIQAxAAAAGMH//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAQUCf//EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQMBAT8Bf//EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQIBAT8Bf//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEABj8Cf//EABUQAQEAAAAAAAAAAAAAAAAAAAAB/9oACAEBAAE/Ia//2gAMAwEAAgADAAAAEAf/xAAVEQEBAAAAAAAAAAAAAAAAAAAAAf/aAAgBAwEBPxCv/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAgBAgEBPxB//8QAGBAAAgMAAAAAAAAAAAAAAAAAAAEhgbH/2gAIAQEAAT8Qi6WH/9k=',
  ],
  ['GIF', 'image/gif', 'R0lGODdhAwACAIEAAMgeCgAAAAAAAAAAACwAAAAAAwACAAAICAADCAwAIEBAADs='],
  [
    'moving GIF',
    'image/gif',
    'R0lGODdhAwACAIEAAMgeCgAAAAAAAAAAACwAAAAAAwACAAAICAADCAwAIEBAACH5BAEAAAEALAAAAAADAAIAgQkJCQAAAAAAAAAAAAgGAAEIHBgQADs=',
  ],
  ['WebP', 'image/webp', 'UklGRioAAABXRUJQVlA4IB4AAACQAQCdASoDAAIAB0CWJZwAAudFrAAA/umKxwgAAAA='],
  ['lossless WebP', 'image/webp', 'UklGRiAAAABXRUJQVlA4TBMAAAAvAkAAAA8wHoM8CvMfeBiBiP6HAA=='],
  [
    'WebP with transparency',
    'image/webp',
    'UklGRkYAAABXRUJQVlA4WAoAAAAQAAAAAgAAAQAAQUxQSAcAAAAABAQEBAQEAFZQOCAYAAAAMAEAnQEqAwACAAdAliWkAANwAP7vlkAA',
  ],
]

const fromBase64 = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'))
const fromText = (text: string) => new TextEncoder().encode(text)

/** The PNG above with other sides; nobody here looks at the checksum. */
function pngOf(width: number, height: number): Uint8Array {
  const bytes = fromBase64(PICTURES[0]?.[2] ?? '')
  const view = new DataView(bytes.buffer)
  view.setUint32(16, width)
  view.setUint32(20, height)
  return bytes
}

describe.each(PICTURES)('a %s', (_, mediaType, base64) => {
  const bytes = fromBase64(base64)

  it('is known with its sides, also where something follows it', () => {
    const picture = { mediaType, width: 3, height: 2 }
    const longer = new Uint8Array([...bytes, 0, 1, 2, 3])
    expect([readPicture(bytes), readPicture(longer)]).toEqual([picture, picture])
    expect(sightOf(bytes)).toEqual({ kind: 'picture', mediaType })
  })

  it('is no picture where it is cut off, wherever that is', () => {
    const taken = Array.from({ length: bytes.length }, (_, end) => end).filter(
      (end) => readPicture(bytes.subarray(0, end)) !== null,
    )
    expect(taken).toEqual([])
  })
})

it.each([
  'GIF89a is a format, not a picture\n',
  'GIF87a\n',
  'RIFF is how a WEBP begins, and a VP8 too\n',
  '\ufffdPNG\r\n\u001a\nIHDR',
  '',
])('a text that begins like a picture is none: %j', (text) => {
  expect(sightOf(fromText(text))).toEqual({ kind: 'none' })
})

it('first bytes alone are no picture', () => {
  const heads = [[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], [0xff, 0xd8, 0xff, 0xd9], [...fromText('GIF89a')]]
  for (const head of heads) {
    expect(readPicture(new Uint8Array(head))).toBeNull()
    expect(readPicture(new Uint8Array([...head, ...new Uint8Array(5_000)]))).toBeNull()
    expect(readPicture(new Uint8Array([...head, ...new Uint8Array(5_000).fill(0xff)]))).toBeNull()
  }
})

it('a picture without a side is none', () => {
  expect([sightOf(pngOf(0, 5)), sightOf(pngOf(5, 0))]).toEqual([{ kind: 'none' }, { kind: 'none' }])
})

it('a picture that providers refuse is refused here, with what to do', () => {
  expect(sightOf(pngOf(IMAGE_MAX_SIDE_PX, IMAGE_MAX_SIDE_PX))).toEqual({ kind: 'picture', mediaType: 'image/png' })
  expect(sightOf(pngOf(1_440, IMAGE_MAX_SIDE_PX + 1))).toEqual({
    kind: 'refused',
    why: 'It has 1440 × 8001 pixels, and a picture may have 8000 a side; make it smaller or cut it into parts first.',
  })
  const heavy = new Uint8Array(READ_IMAGE_MAX_BYTES + 1)
  heavy.set(pngOf(3, 2))
  expect(sightOf(heavy)).toEqual({
    kind: 'refused',
    why: 'It is too large to be shown as a picture (above 5 MB); make it smaller first.',
  })
})

it('any bytes after any beginning end in an answer', () => {
  const beginning = fc.constantFrom(...PICTURES.map(([, , base64]) => fromBase64(base64)))
  const damaged = fc
    .tuple(beginning, fc.array(fc.tuple(fc.nat(600), fc.integer({ min: 0, max: 255 }))))
    .map(([of, changes]) => {
      const bytes = Uint8Array.from(of)
      for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value
      return bytes
    })
  fc.assert(
    fc.property(damaged, (bytes) => {
      expect(['picture', 'refused', 'none']).toContain(sightOf(bytes).kind)
    }),
    { seed: 3, numRuns: 2_000 },
  )
})
