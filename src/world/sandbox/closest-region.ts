/** Lines of the file that are compared, and characters of the text given back: a message is no place for a file. */
const MAX_LINES = 20_000
const MAX_CHARS = 2_000
/** A region below this likeness (0 to 1) is not worth showing. */
const MIN_LIKENESS = 0.5

/** The part of a file that is most like a text that is not in it. `line` counts from 1; `why` follows "differs". */
export interface NearMiss {
  readonly text: string
  readonly line: number
  readonly why: string
}

type Fold = (text: string) => string

// From the least to the most that is given up; the first one under which the texts agree names the reason.
const FOLDS: readonly (readonly [why: string, fold: Fold])[] = [
  ['in its Unicode form (composed against decomposed characters)', (text) => text.normalize('NFC')],
  ['in its quotes or dashes (curly against straight)', straight],
  ['in white space', (text) => straight(text).replace(/\s+/gu, ' ').trim()],
  [
    'in its escapes (\\n or \\" written out)',
    (text) =>
      straight(text.replaceAll(String.raw`\n`, '\n').replaceAll(String.raw`\"`, '"'))
        .replace(/\s+/gu, ' ')
        .trim(),
  ],
  ['in upper and lower case', (text) => straight(text).replace(/\s+/gu, ' ').trim().toLowerCase()],
]

/**
 * Finds the lines that were probably meant: first those equal once Unicode form, quotes, white space or
 * case are set aside, else those with the most in common. Null where nothing is like it.
 */
export function closestRegion(text: string, wanted: string): NearMiss | null {
  const lines = text.split('\n', MAX_LINES)
  const height = wanted.replace(/\n$/u, '').split('\n').length
  for (const [why, fold] of FOLDS) {
    const at = equalUnder(fold, lines, wanted)
    if (at !== null) return { text: region(lines, at.line, at.height), line: at.line + 1, why }
  }
  const best = mostAlike(lines, wanted.split('\n'))
  return best === null ? null : { text: region(lines, best, height), line: best + 1, why: 'in some words' }
}

/** The first window of lines that holds the wanted text once both are folded; blank lines may be more or fewer. */
function equalUnder(fold: Fold, lines: readonly string[], wanted: string): { line: number; height: number } | null {
  const target = fold(wanted)
  if (target === '') return null
  const height = wanted.replace(/\n$/u, '').split('\n').length
  const first = fold(wanted.split('\n').find((line) => fold(line) !== '') ?? '')
  for (let line = 0; line < lines.length; line += 1) {
    // Cheap test first: the window's start must share the first wanted line.
    if (!fold(lines[line] ?? '').includes(height === 1 ? target : first)) continue
    for (let tall = Math.max(1, height - 2); tall <= height + 2; tall += 1) {
      if (fold(lines.slice(line, line + tall).join('\n')).includes(target)) return { line, height: tall }
    }
  }
  return null
}

/** The line at which a window has the most in common with the wanted lines. */
function mostAlike(lines: readonly string[], wanted: readonly string[]): number | null {
  const wantedWords = wanted.map(words)
  const anchors = wantedWords.flat().length
  if (anchors === 0) return null
  const fileWords = lines.map(words)
  let best: number | null = null
  let bestScore = MIN_LIKENESS
  const compared = Math.min(wanted.length, 40)
  for (let line = 0; line < lines.length; line += 1) {
    let score = 0
    for (let i = 0; i < compared; i += 1) score += likeness(wantedWords[i] ?? [], fileWords[line + i] ?? [])
    score /= compared
    if (score > bestScore) [best, bestScore] = [line, score]
  }
  return best
}

function words(line: string): string[] {
  return line.slice(0, 500).match(/[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? []
}

/** Shared words twice over all words; two empty lines are alike. */
function likeness(a: readonly string[], b: readonly string[]): number {
  if (a.length + b.length === 0) return 1
  const left = new Map<string, number>()
  for (const word of b) left.set(word, (left.get(word) ?? 0) + 1)
  let shared = 0
  for (const word of a) {
    const count = left.get(word) ?? 0
    if (count === 0) continue
    left.set(word, count - 1)
    shared += 1
  }
  return (2 * shared) / (a.length + b.length)
}

function straight(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\u2018\u2019\u201a\u2032]/gu, "'")
    .replace(/[\u201c\u201d\u201e\u2033]/gu, '"')
    .replace(/[\u2010-\u2015\u2212]/gu, '-')
    .replace(/[\u00a0\u2007\u202f]/gu, ' ')
}

function region(lines: readonly string[], line: number, height: number): string {
  return lines
    .slice(line, line + height)
    .join('\n')
    .slice(0, MAX_CHARS)
}
