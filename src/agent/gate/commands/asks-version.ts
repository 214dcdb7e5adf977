import type { Argument } from './argument.ts'

/**
 * What else than `--version` and `--help` asks a program for no more than its version, or how it is used. For another
 * one the same letter may mean "tell more", and the same word the name of a file.
 */
const ALSO: ReadonlyMap<string, readonly string[]> = new Map(
  [
    'node -v -h',
    'deno -V -h',
    'bun -v -h',
    'python -V -VV -h',
    'python3 -V -VV -h',
    'perl -v -h',
    'ruby -v -h',
    'php -v -h',
    'lua -v',
    'java -version',
    'javac -version',
    'kotlinc -version',
    'scala -version',
    'tsx -v -h',
    'tsc -v -h',
    'eslint -v -h',
    'prettier -h',
    'jest -v -h',
    'vitest -v -h',
    'vite -v -h',
    'playwright -V -h',
    'pytest -V -h',
    'mypy -V -h',
    'ruff -V -h version help',
    'black -h',
    'tox -h',
    'pip -V -h help',
    'pip3 -V -h help',
    'pipx -h',
    'poetry -V -h',
    'uv -V -h help',
    'go version help',
    'cargo -V -h version help',
    'rustc -V -vV -h',
    'rustup -V -h',
    'gcc -v',
    'g++ -v',
    'cc -v',
    'clang -v',
    'make -v -h',
    'cmake -version -h',
    'gradle -v -h',
    'mvn -v -h',
    'composer -V -h',
    'bundle -v -h',
    'gem -v -h',
    'mix -v -h',
    'elixir -v -h',
    'docker -v version help',
    'kubectl version help',
    'helm version help',
    'terraform -v version',
    'gh version help',
    'aws help',
    'psql -V',
    'mysql -V',
    'sqlite3 -version',
    'redis-cli -v',
    'ssh -V',
    'rsync -V -h',
    'nc -h',
    'tmux -V',
    'vim -h',
    'ffmpeg -version',
  ].map((line) => {
    const [program = '', ...words] = line.split(' ')
    return [program, words] as const
  }),
)
/** They take these words for a script, or read one from their input all the same. */
const NONE = /^(?:tclsh\S*|wish|expect|erl|script)$/u

/** True where a program is only asked for its version, or how it is used. */
export function asksVersion(program: string, args: readonly Argument[]): boolean {
  const word = args.length === 1 ? (args[0]?.text ?? '') : ''
  if (NONE.test(program)) return false
  return word === '--version' || word === '--help' || ALSO.get(program)?.includes(word) === true
}
