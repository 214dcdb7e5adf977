/**
 * Variables that decide which program, alias or startup file runs, or what a command line is split into.
 * A command that was judged harmless by its words must not mean something else because of an earlier one.
 */
const STEERS =
  /^(?:PATH|HOME|SHELL|ENV|IFS|PS[0-4]|PROMPT_COMMAND|SHELLOPTS|CDPATH|GLOBIGNORE|EXECIGNORE|FIGNORE|INPUTRC|HIST\w*|BASH\w*|LD_\w*|DYLD_\w*|GCONV_PATH|LOCPATH|NLSPATH)$/u
/** Other names are no variables; some shells keep functions under them. */
const NAME = /^[A-Za-z_]\w*$/u

/** The variables that one command may hand to the next. */
export function carriedEnv(env: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => NAME.test(name) && !STEERS.test(name)))
}
