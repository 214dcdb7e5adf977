import type { OptionTable } from './options.ts'

/** The options of xargs, with which a program begins that is run with a list of names. */
export const XARGS: OptionTable = {
  flags: '0prtxo',
  values: 'aEdILnPsJRS',
  attached: 'eil',
  long: 'null arg-file= delimiter= eof? replace? max-lines? max-args= max-procs= interactive process-slot-var= no-run-if-empty max-chars= show-limits verbose exit open-tty help version',
  operandsEnd: true,
}
