import { implement } from '#contracts/capability.ts'
import { READ_IMAGE_MAX_BYTES } from '#contracts/limits.ts'
import { count, sizeInWords } from '../count.ts'
import { isBinary, imageType, sniffType, toBase64 } from '../file-bytes.ts'
import { absolutePath, shortPath } from '../workspace-path.ts'
import { explainFailure } from './explain-failure.ts'
import { readLines, type ReadLines } from './read-lines.ts'
import { readFileSpec } from './spec.ts'

/** What a file turned out to hold. `path` is absolute, `size` in bytes. */
type ReadOutput =
  | { kind: 'text'; path: string; size: number; read: ReadLines }
  | { kind: 'image'; path: string; size: number; mediaType: string; base64: string }
  | { kind: 'binary'; path: string; size: number; type: string; tooLarge: boolean }

/** `read_file`: text with line numbers, an image as an image, anything else described. */
export const readFile = implement(readFileSpec, {
  async run(run, input): Promise<ReadOutput> {
    const path = absolutePath(input.path)
    const { bytes, revision } = await explainFailure(run, path, () => run.sandbox.read(path, run.signal))
    run.memory.seen.set(path, revision)
    const size = bytes.length
    const mediaType = imageType(bytes)
    if (mediaType !== null && size <= READ_IMAGE_MAX_BYTES)
      return { kind: 'image', path, size, mediaType, base64: toBase64(bytes) }
    // An image's type is known by its first bytes only, so what follows them may still be text-like: it stays binary.
    if (mediaType !== null || isBinary(bytes)) {
      return {
        kind: 'binary',
        path,
        size,
        type: sniffType(bytes)?.name ?? 'no known type',
        tooLarge: mediaType !== null,
      }
    }
    return { kind: 'text', path, size, read: readLines(bytes, shortPath(path), input) }
  },

  toModel(output) {
    const path = shortPath(output.path)
    const size = sizeInWords(output.size)
    switch (output.kind) {
      case 'text':
        return [{ type: 'text', text: modelText(path, output.size, output.read) }]
      case 'image':
        return [
          { type: 'text', text: `${path} (${output.mediaType}, ${size})` },
          { type: 'image', mediaType: output.mediaType, base64: output.base64 },
        ]
      case 'binary': {
        const why = output.tooLarge
          ? `It is too large to be shown as a picture (above ${READ_IMAGE_MAX_BYTES / 1_000_000} MB); make it smaller first.`
          : 'Its content is not shown as text.'
        return [{ type: 'text', text: `${path} is a binary file: ${output.type}, ${size}. ${why}` }]
      }
    }
  },

  toClient(output) {
    const { path } = output
    switch (output.kind) {
      case 'text': {
        const { lines, firstLine, totalLines } = output.read
        return {
          kind: 'file',
          summary: count(lines.length, 'line'),
          path,
          text: lines.join('\n'),
          firstLine,
          totalLines,
        }
      }
      case 'image':
        return {
          kind: 'image',
          summary: sizeInWords(output.size),
          path,
          mediaType: output.mediaType,
          base64: output.base64,
        }
      case 'binary': {
        const text = `${shortPath(path)} is a binary file: ${output.type}, ${sizeInWords(output.size)}.`
        return { kind: 'text', summary: `binary, ${sizeInWords(output.size)}`, text }
      }
    }
  },
})

function modelText(path: string, size: number, read: ReadLines): string {
  if (size === 0) return `${path} is empty (0 bytes).`
  const numbered = read.lines.map((line, index) => `${read.firstLine + index}\t${line}`)
  const notes = read.notes.map((note) => `[${note}]`)
  return [...numbered, ...notes].join('\n')
}
