/** One line, or the start of one that was too long to be kept. */
export interface Line {
  readonly text: string
  readonly tooLong: boolean
}

/**
 * The lines of a byte stream as they come. Ends at LF and CRLF only (U+2028 may stand in a JSON text); a
 * line of more than `maxChars` characters is cut there and marked, so that an endless one stays small.
 */
export async function* readLines(source: AsyncIterable<Uint8Array | string>, maxChars: number): AsyncGenerator<Line> {
  const decoder = new TextDecoder()
  let open = ''
  let tooLong = false
  const add = (text: string): void => {
    open += text
    if (open.length <= maxChars) return
    open = open.slice(0, maxChars)
    tooLong = true
  }
  const take = (): Line => {
    const line = { text: open.endsWith('\r') ? open.slice(0, -1) : open, tooLong }
    open = ''
    tooLong = false
    return line
  }
  for await (const chunk of source) {
    const pieces = (typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })).split('\n')
    for (const [index, piece] of pieces.entries()) {
      if (index > 0) yield take()
      add(piece)
    }
  }
  add(decoder.decode())
  if (open !== '') yield take()
}
