/** One word of a command as far as it is known before it runs. */
export interface Argument {
  /** The whole text; null where it is only known when it runs. */
  readonly text: string | null
  /** The text with a digit for each number that is not known; null where more than numbers are not known. */
  readonly sample: string | null
  /** The beginning that is known; the whole text where that is known. */
  readonly prefix: string
  /** The end that is known. */
  readonly suffix: string
  /** It may become several words, or none. */
  readonly many: boolean
  /** The words after the first begin with something of their own. */
  readonly splits: boolean
  /** Each word that it becomes begins with something that no program takes for an option. */
  readonly plain: boolean
  /** What it stands for, where that is one of a few things: the found names of a glob, or what a command printed. */
  readonly shown: string
  /** What fills it was read or put together by the script, and may be the name of anything. */
  readonly computed?: boolean
  /** A parameter of the function in which it stands is in it. */
  readonly given?: boolean
}

/** A word that is known. */
export function exact(text: string): Argument {
  return {
    text,
    sample: text,
    prefix: text,
    suffix: text,
    many: false,
    splits: false,
    plain: !text.startsWith('-'),
    shown: text,
  }
}

/** A word of which only the beginning is known, such as what `xargs` adds. */
export function unknownArgument(prefix: string, many: boolean, shown: string): Argument {
  return {
    text: null,
    sample: null,
    prefix,
    suffix: '',
    many,
    splits: many,
    plain: prefix !== '' && !/^[-+]/u.test(prefix),
    shown,
  }
}

/** What is put behind the words of a program that is run with a list of names. */
export const LISTED = unknownArgument('', true, 'what is listed')

/** True where the word may turn out to be an option. */
export function mayBeOption(argument: Argument): boolean {
  return argument.text === null ? !argument.plain : argument.text.startsWith('-') && argument.text !== '-'
}

/** True for the names that a pattern like `*.ts` finds. */
export function isNamedByEnding({ splits, suffix }: Argument): boolean {
  return !splits && /\.\w+$/u.test(suffix)
}
