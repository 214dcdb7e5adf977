import { exact, type Argument } from './argument.ts'
import type { Judge, Rules } from './judge.ts'
import { optioned } from './optioned.ts'
import { YQ } from './search-options.ts'
import { readsVariables } from './variables.ts'

/** Programs that only print, whatever their options and operands are. */
const PRINTS =
  'ls dir vdir cat tac head tail wc nl rev cut paste comm join fold fmt expand unexpand tr pr stat du df readlink realpath ' +
  'basename dirname pathchk cmp diff colordiff md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum md5 ' +
  'seq sleep true false : yes expr factor numfmt id whoami groups logname users who w last tty uname nproc uptime ' +
  'free pgrep pidof pstree lscpu lsblk lsusb lspci vmstat iostat which whereis type echo column tsort od hd hexdump ' +
  'strings grep egrep fgrep rgrep zgrep bc cal ncal getconf locale tput clear ' +
  'shasum sw_vers lsb_release times ulimit umask dirs help caller tokei getopt pwd look html-to-markdown break continue return exit logout apropos whatis'

const NOTHING = (): void => {}

/**
 * The second operand names what is written. A first one that may become several words may name it, too; and it may be
 * none, which leaves the next word as what is read.
 */
function writesSecond(judge: Judge, operands: readonly Argument[]): void {
  const [first, second] = operands
  const output = first?.many === true ? first : second
  if (output !== undefined) judge.writes(output)
}

/** Programs that only print as long as none of their few other options is used. */
const WITH_OPTIONS: Rules = [
  optioned('zcat bzcat xzcat lzcat', { flags: 'fqvkL', long: 'force quiet verbose help version' }),
  optioned('zstdcat', { flags: 'fqv', long: 'force quiet verbose' }),
  // One system's starts the program that it is given.
  optioned('arch', {
    long: 'help version',
    operands: (judge, [program]) => {
      if (program !== undefined) judge.found('destructive-local', `runs ${program.shown}`)
    },
  }),
  [
    'ps',
    (judge, { args }) => {
      const texts = args.map(({ text }) => text ?? '')
      // Without a hyphen, `e` shows the variables of every process. Behind some options stands a name.
      const shows = texts.some(
        (text, i) =>
          text === '-E' ||
          /environ|^(?:-o)?(?:.*,)?env(?:,|$)/u.test(text) ||
          (/^[A-Za-z]*e[A-Za-z]*$/u.test(text) && !/^(?:-[A-Za-z]*[CGUguotp]|--\w+)$/u.test(texts[i - 1] ?? '')),
      )
      if (shows) judge.found('credential-access', 'reads the variables of running programs')
    },
  ],
  optioned('sort', {
    flags: 'bdfghiMnRrVcCmsuz0123456789',
    values: 'kStTo',
    long: 'ignore-leading-blanks dictionary-order ignore-case general-numeric-sort ignore-nonprinting month-sort human-numeric-sort numeric-sort random-sort random-source= reverse sort= version-sort batch-size= check? merge output= stable buffer-size= field-separator= temporary-directory= parallel= unique zero-terminated files0-from= key= debug compress-program= help version',
    writes: 'o output',
    runs: 'compress-program',
    destroys: 'files0-from',
    destroysWords: 'reads files whose names stand in another',
  }),
  optioned('uniq', {
    flags: 'cdDiuz0123456789',
    values: 'fsw',
    long: 'count repeated all-repeated? skip-fields= group? ignore-case skip-chars= unique zero-terminated check-chars= help version',
    operands: writesSecond,
  }),
  optioned('tree', {
    flags: 'adflxrtcUvpsuDghFqNQniASJXC',
    values: 'LPIHTo',
    long: 'dirsfirst filesfirst prune noreport charset= filelimit= sort= du gitignore gitfile= matchdirs metafirst ignore-case fromfile info nolinks si timefmt= inodes device version help fflinks',
    writes: 'o',
    operands: (judge, operands, options) => {
      // Then what is in the file is shown as a tree.
      if (!options.has('fromfile')) return
      for (const operand of operands)
        if (judge.isSecret(operand)) judge.found('credential-access', `reads ${operand.shown}`)
    },
  }),
  optioned('date', {
    flags: 'uRj',
    values: 'dfrvs',
    attached: 'I',
    long: 'date= debug file= iso-8601? resolution reference= rfc-email rfc-2822 rfc-3339= set= universal utc help version',
    destroys: 's set',
    destroysWords: 'sets the clock',
    operands: (judge, operands) => {
      for (const operand of operands)
        if (!operand.prefix.startsWith('+')) judge.found('destructive-local', 'sets the clock')
    },
  }),
  optioned('hostname', {
    flags: 'sfiIdAya',
    long: 'short fqdn long ip-address all-ip-addresses domain all-fqdns yp nis alias help version',
    operands: (judge, operands) => {
      if (operands.length > 0) judge.found('destructive-local', 'sets the name of the machine')
    },
  }),
  [
    'jq gojq',
    (judge, { args }) => {
      readsVariables(judge, args, /(?:\benv|\$ENV)\s*(?:\.\s*"?|\[\s*")([A-Za-z_]\w*)/gu)
      if (args.some(({ text }) => /(?<![.\w$"'])(?:import|include)\b(?!\s*[:=)])/u.test(text ?? '')))
        judge.found('destructive-local', 'reads files that its program names')
    },
  ],
  optioned('file', {
    destroys: 'C compile',
    destroysWords: 'writes a file of its own',
    flags: 'bCcdEhiIklLNnprsSvzZ0',
    values: 'fFmeP',
    long: 'brief checking-printout debug exclude= extension files-from= separator= compile no-sandbox mime mime-type mime-encoding keep-going dereference no-dereference magic-file= no-buffer no-pad preserve-date print0 raw special-files uncompress version help apple parameter=',
  }),
  optioned('hash', { flags: 'lt', long: '' }),
  optioned('xxd', {
    flags: 'abeEipuvCdrR',
    values: 'cglosn',
    operands: writesSecond,
    singleHyphen: true,
    long: 'autoskip bits capitalize cols= decimal EBCDIC groupsize= include len= offset= plain ps revert seek= uppercase version postscript',
  }),
  optioned('base64 base32 basenc', {
    flags: 'diDn',
    values: 'wbo',
    long: 'decode ignore-garbage wrap= base64 base64url base32 base32hex base16 base2msbf base2lsbf z85 help version input= output=',
    writes: 'o output',
    // One system's `-i` takes a file, the other's takes none; a second operand would then be written.
    operands: (judge, operands, options) => {
      const [, output] = operands
      if (options.has('i')) writesSecond(judge, operands)
      else if (output !== undefined) judge.writes(output)
    },
  }),
  optioned('yq', {
    ...YQ,
    // `-s` writes a file per document in one program of that name; in the other it reads all into one.
    destroys: 's',
    destroysWords: 'may write files (-s)',
    operands: (judge, operands) => {
      readsVariables(judge, operands, /\b(?:str)?env\(\s*([A-Za-z_]\w*)/gu)
      for (const { text, prefix } of operands)
        for (const [, file] of (text ?? prefix).matchAll(/\bload\w*\(\s*(?:"([^"]+)"\s*\))?/gu)) {
          if (file === undefined) judge.found('destructive-local', 'reads a file by a name which it makes')
          else if (judge.isSecret(exact(file))) judge.found('credential-access', `reads ${file}`)
        }
    },
  }),
  optioned('shuf', {
    flags: 'erz',
    values: 'ino',
    long: 'echo input-range= head-count= output= random-source= repeat zero-terminated help version',
    writes: 'o output',
  }),
  optioned('iconv', {
    flags: 'lcs',
    values: 'fto',
    long: 'from-code= to-code= list output= silent verbose help version',
    writes: 'o output',
  }),
  optioned('less more', {
    flags: 'aBcCdeEfFgGiIJKLmMnNqQrRsSuUwWX0123456789',
    values: 'bhjpPtTxyz',
    destroys: 'p',
    destroysWords: 'gives the pager a command to run',
    long: 'chop-long-lines LINE-NUMBERS line-numbers quit-if-one-screen RAW-CONTROL-CHARS raw-control-chars no-init quit-at-eof QUIT-AT-EOF ignore-case IGNORE-CASE help version squeeze-blank-lines',
    operands: (judge, operands) => {
      for (const operand of operands)
        if (operand.prefix.startsWith('+') || operand.prefix === '')
          judge.found('destructive-local', 'gives the pager a command to run')
    },
  }),
  optioned('man info', {
    flags: 'afkwWiI7uD',
    values: 'sSmLMe',
    long: 'all whatis apropos where path location regex wildcard names-only help version usage no-hyphenation no-justification sections= ignore-case match-case',
  }),
  optioned('bat batcat', {
    flags: 'ApPnuSfhVL',
    values: 'lHrmt',
    long: 'plain show-all language= highlight-line= line-range= theme= style= number color= decorations= paging= wrap= tabs= list-languages list-themes help version force-colorization file-name= diff terminal-width= squeeze-blank no-pager',
  }),
  optioned('history', {
    flags: '',
    operands: () => {},
  }),
  optioned('netstat', {
    flags: 'anltuprsiegMcvWoO46xb',
    values: '',
    long: 'all numeric listening tcp udp programs route interfaces statistics wide',
  }),
  optioned('ss', {
    flags: 'anltuprsiemo46xhHOZ0',
    values: 'f',
    long: 'all numeric listening tcp udp processes summary options extended memory info ipv4 ipv6 unix no-header oneline',
  }),
  optioned('lsof', { flags: 'nPtalbRUVw', values: 'ipucdsFg', attached: '' }),
  optioned('cloc', {
    long: 'json yaml csv md by-file by-file-by-lang quiet hide-rate exclude-dir= include-lang= exclude-lang= exclude-ext= include-ext= progress-rate= version help',
    singleHyphen: true,
  }),
  optioned('journalctl', {
    flags: 'fbkxerqa',
    values: 'unpotg',
    attached: '',
    long: 'no-pager since= until= unit= lines= priority= output= grep= reverse list-boots catalog boot? follow version help',
  }),
  optioned('dmesg', {
    flags: 'HTxkLPtrhVuw',
    values: 'lfs',
    long: 'human ctime decode level= facility= color? nopager kernel userspace since= until= help version',
  }),
  optioned('top htop', { flags: 'bciHSs1', values: 'ndpuUo', long: '' }),
]

/** Everything of this family. */
export const PRINTING: Rules = [[PRINTS, NOTHING], ...WITH_OPTIONS]
