import { IMAGE_MAX_SIDE_PX, READ_IMAGE_MAX_BYTES } from '#contracts/limits.ts'

/** A whole picture of a kind that models accept, with its sides in pixels. */
export interface Picture {
  readonly mediaType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp'
  readonly width: number
  readonly height: number
}

/** What a file is to a model: a picture that it can be shown, one that providers refuse and why, or no picture. */
export type Sight =
  | { readonly kind: 'picture'; readonly mediaType: Picture['mediaType'] }
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'none' }

/**
 * Whether a file can be put before a model. A provider refuses a picture that is none, or too large, with the request
 * that holds it and with each one after it, so this looks before anything is sent.
 */
export function sightOf(bytes: Uint8Array): Sight {
  const picture = readPicture(bytes)
  if (picture === null) return { kind: 'none' }
  const { mediaType, width, height } = picture
  if (bytes.length > READ_IMAGE_MAX_BYTES) {
    const why = `It is too large to be shown as a picture (above ${READ_IMAGE_MAX_BYTES / 1_000_000} MB); make it smaller first.`
    return { kind: 'refused', why }
  }
  if (Math.max(width, height) > IMAGE_MAX_SIDE_PX) {
    const why = `It has ${width} × ${height} pixels, and a picture may have ${IMAGE_MAX_SIDE_PX} a side; make it smaller or cut it into parts first.`
    return { kind: 'refused', why }
  }
  return { kind: 'picture', mediaType }
}

/**
 * Reads the header of a PNG, JPEG, GIF or WebP and looks for its end; pixels are not decoded. Null for anything else: a
 * text that begins like one, and a file that was cut off.
 */
export function readPicture(bytes: Uint8Array): Picture | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const found = readPng(view) ?? readJpeg(view) ?? readGif(view) ?? readWebp(view)
    return found !== null && found.width > 0 && found.height > 0 ? found : null
  } catch (error) {
    // A length in the file leads past its end.
    if (error instanceof RangeError) return null
    throw error
  }
}

function textAt(view: DataView, at: number, length: number): string {
  let text = ''
  for (let index = at; index < at + length; index += 1) text += String.fromCharCode(view.getUint8(index))
  return text
}

function startsWith(view: DataView, text: string): boolean {
  return view.byteLength >= text.length && textAt(view, 0, text.length) === text
}

function readPng(view: DataView): Picture | null {
  if (!startsWith(view, '\x89PNG\r\n\x1a\n') || textAt(view, 12, 4) !== 'IHDR') return null
  let hasPixels = false
  // Each chunk: length, name, that many bytes, and a checksum.
  for (let at = 8; ; at += 12 + view.getUint32(at)) {
    const name = textAt(view, at + 4, 4)
    if (name === 'IDAT') hasPixels = true
    if (name !== 'IEND') continue
    // Its checksum is the end of the file.
    view.getUint32(at + 8)
    return hasPixels ? { mediaType: 'image/png', width: view.getUint32(16), height: view.getUint32(20) } : null
  }
}

/** Markers that begin a frame and hold its size: all of 0xc0 to 0xcf but tables and restart settings. */
function beginsFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}

function readJpeg(view: DataView): Picture | null {
  if (!startsWith(view, '\xff\xd8\xff')) return null
  let size: { width: number; height: number } | null = null
  for (let at = 2; view.getUint8(at) === 0xff;) {
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      // Any number of these may stand before a marker.
      at += 1
      continue
    }
    if (beginsFrame(marker)) size = { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    const next = at + 2 + view.getUint16(at + 2)
    // The pixels begin here; a picture inside of the header has an end of its own, which does not count.
    if (marker === 0xda) return size !== null && hasJpegEnd(view, next) ? { mediaType: 'image/jpeg', ...size } : null
    at = next
  }
  return null
}

function hasJpegEnd(view: DataView, from: number): boolean {
  for (let at = view.byteLength - 2; at >= from; at -= 1) {
    if (view.getUint8(at) === 0xff && view.getUint8(at + 1) === 0xd9) return true
  }
  return false
}

function readGif(view: DataView): Picture | null {
  if (!startsWith(view, 'GIF87a') && !startsWith(view, 'GIF89a')) return null
  let [width, height, drawn] = [view.getUint16(6, true), view.getUint16(8, true), false]
  const colors = (flags: number) => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1))
  const afterBlocks = (from: number): number => {
    let at = from
    for (let length = view.getUint8(at); length > 0; length = view.getUint8(at)) at += 1 + length
    return at + 1
  }
  for (let at = 13 + colors(view.getUint8(10)); ;) {
    const block = view.getUint8(at)
    if (block === 0x3b) return drawn ? { mediaType: 'image/gif', width, height } : null
    if (block === 0x21) at = afterBlocks(at + 2)
    else if (block === 0x2c) {
      // What is drawn may reach over the screen that the header states, and widens it.
      width = Math.max(width, view.getUint16(at + 1, true) + view.getUint16(at + 5, true))
      height = Math.max(height, view.getUint16(at + 3, true) + view.getUint16(at + 7, true))
      drawn = true
      at = afterBlocks(at + 11 + colors(view.getUint8(at + 9)))
    } else return null
  }
}

function readWebp(view: DataView): Picture | null {
  if (!startsWith(view, 'RIFF') || textAt(view, 8, 4) !== 'WEBP') return null
  if (8 + view.getUint32(4, true) > view.byteLength) return null
  const size = webpSize(view)
  return size === null ? null : { mediaType: 'image/webp', ...size }
}

function webpSize(view: DataView): { width: number; height: number } | null {
  const uint24 = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 65_536
  switch (textAt(view, 12, 4)) {
    case 'VP8 ':
      if (textAt(view, 23, 3) !== '\x9d\x01\x2a') return null
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
    case 'VP8L': {
      if (view.getUint8(20) !== 0x2f) return null
      const bits = view.getUint32(21, true)
      return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return { width: uint24(24) + 1, height: uint24(27) + 1 }
    default:
      return null
  }
}
