import type { OptionTable } from './options.ts'

/** The options of programs that are told what to look for, by a word of their own or by an option. */
export const GREP: OptionTable = {
  flags: 'abcEFGHhIiLlnoPqRrSsTUuVvwxyZz0123456789',
  values: 'ABCDdefm',
  long: 'extended-regexp fixed-strings basic-regexp perl-regexp regexp= file= ignore-case no-ignore-case word-regexp line-regexp null-data no-messages invert-match version help max-count= byte-offset line-number line-buffered with-filename no-filename label= only-matching quiet silent binary-files= text binary directories= devices= recursive dereference-recursive include= exclude= exclude-from= exclude-dir= files-without-match files-with-matches count initial-tab null before-context= after-context= group-separator= no-group-separator color? colour? unix-byte-offsets',
}

export const RG: OptionTable = {
  flags: 'acFHhIilLnNopPqsSUuvVwx.0bz',
  values: 'ABCdeEfgjmMrtT',
  long: 'after-context= before-context= context= binary block-buffered byte-offset case-sensitive color= colors= column context-separator= count count-matches crlf debug dfa-size-limit= encoding= engine= field-context-separator= field-match-separator= file= files files-with-matches files-without-match fixed-strings follow generate= glob= glob-case-insensitive heading help hidden hyperlink-format= iglob= ignore-case ignore-file= ignore-file-case-insensitive include-zero invert-match json line-buffered line-number line-regexp max-columns= max-columns-preview max-count= max-depth= max-filesize= mmap multiline multiline-dotall no-config no-filename no-heading no-ignore no-ignore-dot no-ignore-exclude no-ignore-files no-ignore-global no-ignore-messages no-ignore-parent no-ignore-vcs no-json no-line-number no-messages no-mmap no-unicode null null-data one-file-system only-matching passthru path-separator= pcre2 pcre2-version pre= pre-glob= pretty quiet regexp= regex-size-limit= replace= search-zip hostname-bin= smart-case sort= sortr= stats stop-on-nonmatch text threads= trace trim type= type-add= type-clear= type-list type-not= unrestricted version vimgrep with-filename word-regexp',
}

export const SED: OptionTable = {
  flags: 'nErsuza',
  values: 'efl',
  attached: 'iI',
  long: 'quiet silent debug expression= file= follow-symlinks in-place? line-length= null-data posix regexp-extended sandbox separate unbuffered zero-terminated help version',
}

export const AWK: OptionTable = {
  flags: 'bcCGhkMnNOPrsStV',
  values: 'FvfeiElLWm',
  attached: 'dDop',
  operandsEnd: true,
  long: 'field-separator= assign= file= source= exec= include= load= characters-as-bytes traditional copyright gen-pot help csv no-optimize optimize posix re-interval sandbox lint? lint-old version non-decimal-data use-lc-numeric dump-variables? pretty-print? profile? debug? bignum',
}

/** Without those that read another file or take two values. */
export const JQ: OptionTable = {
  flags: 'nrRjacCSseMhV',
  values: 'L',
  long: 'null-input raw-input raw-output raw-output0 join-output ascii-output compact-output color-output monochrome-output sort-keys slurp exit-status tab indent= unbuffered stream stream-errors seq args jsonargs library-path= help version build-configuration',
}

export const YQ: OptionTable = {
  flags: 'neCMPrNvVhyYjSsc0',
  values: 'opIl',
  long: 'no-colors colors null-input exit-status input-format= output-format= indent= prettyPrint unwrapScalar? no-doc verbose version help raw-output compact-output sort-keys yaml-output arg= xml-output toml-output header-preprocess? front-matter= from-file= expression= string-interpolation?',
}
