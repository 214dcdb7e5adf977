/** Variables whose value says what a shell or a well-known program runs, reads at its start, or loads. */
const STEERING =
  /^(?:PATH|IFS|ENV|CDPATH|SHELL|SHELLOPTS|PROMPT_COMMAND|PS[0-4]|GLOBIGNORE|EXECIGNORE|FPATH|POSIXLY_CORRECT|HOME|BASH\w*|LD_\w+|DYLD_\w+|GCONV_PATH|LOCPATH|NLSPATH|TERMINFO(?:_DIRS)?|TERMCAP|GIT_\w+|PAGER|MANPAGER|MANOPT|MANPATH|EDITOR|VISUAL|FCEDIT|BROWSER|LESS\w*|MORE|GREP_OPTIONS|TAR_OPTIONS|TAPE|RIPGREP_CONFIG_PATH|FZF_\w+|BAT_\w+|DELTA_\w+|SYSTEMD_\w+|XDG_\w+|AWKPATH|AWKLIBPATH|NODE_(?!(?:ENV|DEBUG|NO_WARNINGS)$)\w+|PIP_(?!(?:DISABLE_PIP_VERSION_CHECK|NO_INPUT)$)\w+|UV_(?!(?:OFFLINE|NO_PROGRESS)$)\w+|COREPACK_(?!ENABLE_DOWNLOAD_PROMPT$)\w+|PYTHON\w+|PERL\w+|RUBY\w+|GEM_\w+|BUNDLE_\w+|JAVA_\w+|_JAVA_OPTIONS|JDK_\w+|CLASSPATH|LUA_\w+|npm_\w+|NPM_\w+|YARN_\w+|CARGO\w*|RUST\w+|GO(?:FLAGS|ENV|PATH|ROOT|PROXY|TOOLCHAIN)|MAKE\w*|GNUMAKEFLAGS|CC|CXX|WGETRC|CURL_\w+|ZIPOPT|UNZIP\w*|GZIP|BZIP2?|XZ_\w+|ZSTD_\w+|SSH_\w+|RSYNC_\w+|DOCKER_\w+|KUBECONFIG|AWS_\w+|GNUPGHOME|HIST\w+|INPUTRC|ZDOTDIR|PROXY|\w*_proxy|\w*_PROXY|SSL_\w+|SSLKEYLOGFILE|OPENSSL_\w+)$/u
/** Endings of names that programs read options, programs or files from. */
const ENDINGS =
  /(?:OPTS?|OPTIONS|FLAGS|ARGS|PAGER|EDITOR|PATH|HOME|RC|CONFIG|CONF|SHELL|CMD|COMMAND|RSH|ASKPASS|INIT|PRELOAD|STARTUP|HOOKS?|DIR|PREFIX)$/iu
/** Values that switch something off, or name a program that only shows. */
const HARMLESS: ReadonlyMap<string, RegExp> = new Map([
  ['PAGER', /^(?:|cat|less|more)$/u],
  ['GIT_PAGER', /^(?:|cat|less|more)$/u],
  ['MANPAGER', /^(?:|cat|less|more)$/u],
  ['SYSTEMD_PAGER', /^(?:|cat|less|more)$/u],
  ['LESS', /^-?[FRXSNiQeEMmsJ]*$/u],
  ['GIT_TERMINAL_PROMPT', /^[01]$/u],
  ['GIT_OPTIONAL_LOCKS', /^[01]$/u],
  ['GIT_PAGER_IN_USE', /^[01]?$/u],
  ['POSIXLY_CORRECT', /^\w*$/u],
  ['RUST_BACKTRACE', /^\w*$/u],
  ['RUST_LOG', /^[\w=,:]*$/u],
  ['PYTHONUNBUFFERED', /^\w*$/u],
  ['PYTHONDONTWRITEBYTECODE', /^\w*$/u],
  ['PYTHONIOENCODING', /^[\w-]*$/u],
  ['TZDIR', /^$/u],
])

/** True where assigning to a variable of the shell may change what other programs do. `text` is null where unknown. */
export function isSteering(name: string, text: string | null): boolean {
  if (text !== null && HARMLESS.get(name)?.test(text) === true) return false
  return STEERING.test(name)
}

/** The same for a variable that a program gets in its environment, where any name may mean something to it. */
export function isSteeringExport(name: string, text: string | null): boolean {
  if (text !== null && HARMLESS.get(name)?.test(text) === true) return false
  return STEERING.test(name) || (ENDINGS.test(name) && !/^(?:CLICOLOR|LC_\w+)$/u.test(name))
}
