import { BY_PATH } from './internal-names.ts'

const ADDED = /^\++ \/usr\/bin\/\.sallyport-.*\n/gmu
const RUN_BY_PATH = `/usr/bin/bash ${BY_PATH} `

/** Messages of a script that traces itself (`set -x`), without what was added to it. */
export function withoutTraces(stderr: string): string {
  return stderr.includes('.sallyport-') ? stderr.replace(ADDED, '').replaceAll(RUN_BY_PATH, '') : stderr
}
