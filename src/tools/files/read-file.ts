import { implement } from '#contracts/capability.ts'
import { isBinary, textOf } from '#contracts/file-text.ts'
import { count, sizeInWords } from '../count.ts'
import { sniffType, toBase64 } from '../file-bytes.ts'
import { sightOf } from '../picture.ts'
import { absolutePath, shortPath } from '../workspace-path.ts'
import { explainFailure } from './explain-failure.ts'
import { readLines, type ReadLines } from './read-lines.ts'
import { refuseHiddenSecret } from './refuse-hidden-secret.ts'
import { saw } from './saw.ts'
import { readFileSpec } from './spec.ts'

/** What a file turned out to hold. `path` is absolute, the one behind links; `size` in bytes. */
type ReadOutput =
  | { kind: 'text'; path: string; size: number; read: ReadLines }
  | { kind: 'image'; path: string; size: number; mediaType: string; base64: string }
  | { kind: 'binary'; path: string; size: number; type: string; why: string }

/** `read_file`: text with line numbers, an image as an image, anything else described. */
export const readFile = implement(readFileSpec, {
  async run(run, input): Promise<ReadOutput> {
    const asked = absolutePath(input.path)
    const { path, bytes, revision } = await explainFailure(run, asked, () => run.sandbox.read(asked, run.signal))
    refuseHiddenSecret(asked, path)
    saw(run.memory, asked, revision)
    const size = bytes.length
    const sight = sightOf(bytes)
    if (sight.kind === 'picture')
      return { kind: 'image', path, size, mediaType: sight.mediaType, base64: toBase64(bytes) }
    const type = sniffType(bytes)
    // Of a known form and no UTF-8: what is in it is no text, even where no NUL says so.
    if (sight.kind === 'refused' || isBinary(bytes) || (type !== null && textOf(bytes) === null)) {
      const why = sight.kind === 'refused' ? sight.why : whyUnseen(type)
      return { kind: 'binary', path, size, type: type?.name ?? 'no known type', why }
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
      case 'binary':
        return [{ type: 'text', text: `${path} is a binary file: ${output.type}, ${size}. ${output.why}` }]
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

/** Types that models are shown as pictures where they are whole. */
const SHOWN: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

function whyUnseen(type: { mediaType: string } | null): string {
  return type !== null && SHOWN.has(type.mediaType)
    ? 'It is damaged or not whole, so it is not shown as a picture.'
    : 'Its content is not shown as text.'
}

function modelText(path: string, size: number, read: ReadLines): string {
  if (size === 0) return `${path} is empty (0 bytes).`
  const numbered = read.lines.map((line, index) => `${read.firstLine + index}\t${line}`)
  const notes = read.notes.map((note) => `[${note}]`)
  return [...numbered, ...notes].join('\n')
}
