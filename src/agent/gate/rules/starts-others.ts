/** Programs that start what their arguments name. Behind one of them every word may be a program of its own. */
const STARTS_OTHERS = new Set(
  (
    'builtin bunx busybox chroot command coproc doas env eval exec find flock ionice nice nohup npx parallel pnpx ' +
    'setsid stdbuf sudo time timeout unbuffer uvx watch xargs'
  ).split(' '),
)
/** Programs that take one of their words, or what they are fed with, as a script. */
const SHELLS = new Set('ash bash dash env eval ksh parallel sh source ssh su trap watch zsh'.split(' '))

/** True for programs that start others. */
export function startsOthers(program: string): boolean {
  return STARTS_OTHERS.has(baseName(program))
}

/** True where a word of the command, or what it is fed with, may be a whole script. */
export function readsScripts(command: readonly string[]): boolean {
  const [program = ''] = command
  if (program === '.' || SHELLS.has(baseName(program))) return true
  return startsOthers(program) && command.some((word) => SHELLS.has(baseName(word)))
}

/** A program's name without the folder that it lies in. */
export function baseName(program: string): string {
  return program.slice(program.lastIndexOf('/') + 1)
}
