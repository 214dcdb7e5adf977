import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { RULES_MAX } from '#contracts/limits.ts'
import { Rule } from '#contracts/rules.ts'
import { digestOf } from '../../canonical-json.ts'
import { ALIASES } from '#tools/aliases.ts'
import { createRegistry } from '#tools/registry.ts'
import { GROUPS } from '#tools/specs.ts'
import { parseRuleFile } from './rule-file.ts'
import { ruleWords } from './rule-words.ts'
import { fileRules, ruleFileView } from './workspace-rules.ts'

const tools = createRegistry(GROUPS, ALIASES)
const file = (...rules: unknown[]): string => JSON.stringify({ rules })
const state = (text: string) => ({ kind: 'text', text, digest: digestOf(text) }) as const
const accepted = (text: string) => ({ workspaceId: 'w', digest: digestOf(text), text, at: 9 })
const ANY = { verdict: 'deny', tool: '*' }
const said = (rules: readonly Rule[]) => rules.map((rule) => `${rule.id}: ${ruleWords(rule)}`)

describe('a rule file', () => {
  it('holds rules about paths, commands, origins and every call', () => {
    const text = file(
      { verdict: 'deny', tool: '*', path: '**/.env' },
      { verdict: 'ask', tool: 'execute', command: ['npm publish …', 'git push'], why: 'They leave this machine.' },
      { verdict: 'allow', tool: 'fetch_url', origin: 'https://*.example.com' },
      { verdict: 'deny', tool: 'execute' },
    )
    const parsed = parseRuleFile(`\uFEFF${text}`, 'w', tools, 5)
    expect(parsed.ok && said(parsed.rules)).toEqual([
      'file-1: Deny every tool for `**/.env`, in one workspace',
      'file-2: Ask before `execute` for scripts with `npm publish …` or `git push`, in one workspace',
      'file-3: Allow `fetch_url` at `https://*.example.com`, in one workspace',
      'file-4: Deny every call of `execute`, in one workspace',
    ])
    for (const rule of parsed.ok ? parsed.rules : []) expect(Rule.parse(rule)).toEqual(rule)
  })

  it('names a tool by an alias, too', () => {
    const parsed = parseRuleFile(file({ verdict: 'deny', tool: 'bash' }), 'w', tools)
    expect(parsed.ok && said(parsed.rules)).toEqual(['file-1: Deny every call of `execute`, in one workspace'])
  })

  it.each([
    ['', 'it is not valid JSON.'],
    ['[]', 'it has to be an object with a list named “rules”.'],
    ['null', 'it has to be an object with a list named “rules”.'],
    ['{}', 'it has no list named “rules”.'],
    ['{"rules": {}}', '“rules” has to be a list.'],
    ['{"rules": [], "extends": "a"}', '“extends” does not belong beside the list “rules”.'],
    ['{"rules": [null]}', 'rule 1: it has to be an object with a verdict and a tool.'],
    [file(ANY, { verdict: 'ALLOW', tool: '*' }), 'rule 2: the verdict “ALLOW” is none of allow, ask, deny.'],
    [file(ANY, { verdict: { a: 1 }, tool: '*' }), 'rule 2: the verdict “{"a":1}” is none of allow, ask, deny.'],
    [file({ verdict: 'x'.repeat(99), tool: '*' }), `the verdict “${'x'.repeat(40)}…” is none of allow, ask, deny.`],
    [file({ tool: '*' }), 'rule 1: it has no verdict, which is one of allow, ask, deny.'],
    [file({ verdict: 'deny' }), 'rule 1: it names no tool. Write * for every tool.'],
    [file({ verdict: 'deny', tool: 7 }), 'rule 1: the tool “7” has to be a name in quotes.'],
    [
      file({ verdict: 'deny', tool: '*', paths: 'a', command: 3 }),
      'rule 1: the command has to be a text in quotes, or a list of such texts.',
    ],
    [file({ verdict: 'deny', tool: '*', command: ['ls', 3] }), 'rule 1: the command has to be a text in quotes, or'],
    [file({ verdict: 'deny', tool: '*', path: ['a'] }), 'rule 1: “path” has to be a text in quotes.'],
    [file({ verdict: 'deny', tool: '*', origin: {} }), 'rule 1: “origin” has to be a text in quotes.'],
    [file({ verdict: 'deny', tool: '*', why: null }), 'rule 1: “why” has to be a text in quotes.'],
    [
      file({ verdict: 'deny', tool: '*', paths: 'a' }),
      'rule 1: “paths” is no part of a rule, which has verdict, tool,',
    ],
    [file({ verdict: 'deny', tool: 'a b' }), 'rule 1: Choose a tool'],
    [file({ verdict: 'deny', tool: 'excute' }), 'rule 1: There is no tool named “excute”. Did you mean execute?'],
    [
      file({ verdict: 'deny', tool: '*', path: 'a', origin: 'b' }),
      'rule 1: it names more than one of path, command and origin.',
    ],
    [file({ verdict: 'deny', tool: '*', path: '[' }), 'rule 1: A [ in the path pattern has no ]'],
    [file({ verdict: 'allow', tool: '*', command: 'a && b' }), 'rule 1: “&” is no part of a simple command'],
    [
      file(...Array.from({ length: RULES_MAX + 1 }, () => ({ verdict: 'deny', tool: '*' }))),
      'it holds 501 rules, and at most 500',
    ],
    [`{"rules": []}${' '.repeat(100_000)}`, 'longer than 100,000 characters'],
  ])('%.60s is refused as a whole, with a sentence', (text, why) => {
    const parsed = parseRuleFile(text, 'w', tools)
    expect(parsed).toEqual({ ok: false, problem: expect.stringContaining(why) })
    expect(!parsed.ok && parsed.problem).toMatch(/^\.sallyport\/rules\.json cannot be used: .*\.$/)
  })

  it('never throws, whatever it holds', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.json().map((json) => `{"rules":[${json}]}`),
        ),
        (text) => {
          const parsed = parseRuleFile(text, 'w', tools)
          if (parsed.ok) for (const rule of parsed.rules) Rule.parse(rule)
          else expect(parsed.problem).not.toMatch(/Invalid|expected|Unrecognized|undefined/u)
        },
      ),
      { seed: 3, numRuns: 1_000 },
    )
  })
})

describe('what a file and the version that was taken on contribute together', () => {
  const DENY = { verdict: 'deny', tool: 'execute' }
  const ALLOW = { verdict: 'allow', tool: 'write_file' }
  const OLD = file(DENY, ALLOW)
  const force = (now: Parameters<typeof fileRules>[0], before: string | null) =>
    said(fileRules(now, before === null ? null : accepted(before), 'w', tools).rules)
  const deny = 'Deny every call of `execute`, in one workspace'
  const allow = 'Allow every call of `write_file`, in one workspace'

  it('is all of a file that was taken on, and of another only what makes it stricter', () => {
    expect(force(state(OLD), OLD)).toEqual([`file-1: ${deny}`, `file-2: ${allow}`])
    expect(force(state(OLD), null)).toEqual([`file-1: ${deny}`])
    expect(force(state(`${OLD} `), OLD)).toEqual([`file-1: ${deny}`, `kept-file-1: ${deny}`])
  })

  it('keeps what denied, where the file no longer does, is gone, or cannot be read', () => {
    expect(force(state(file(ALLOW)), OLD)).toEqual([`kept-file-1: ${deny}`])
    expect(force({ kind: 'none' }, OLD)).toEqual([`kept-file-1: ${deny}`])
    const broken = fileRules(state('{'), accepted(OLD), 'w', tools)
    expect({ rules: said(broken.rules), unreadable: broken.unreadable }).toEqual({
      rules: [`kept-file-1: ${deny}`],
      unreadable:
        '.sallyport/rules.json cannot be used: it is not valid JSON. Until then it is asked about what it may have denied.',
    })
  })

  it('is shown with what counts and what waits', () => {
    const view = (now: Parameters<typeof fileRules>[0], before: string | null, trusted = true) => {
      const shown = ruleFileView(now, before === null ? null : accepted(before), 'w', tools, trusted)
      return [shown.status, shown.rules.length, shown.kept.length]
    }
    expect([
      view({ kind: 'none' }, null),
      view({ kind: 'none' }, OLD),
      view(state(OLD), OLD),
      view(state(OLD), null),
      view(state(file()), OLD),
      view(state('{'), null),
      view(state(OLD), OLD, false),
    ]).toEqual([
      ['none', 0, 0],
      ['none', 0, 1],
      ['accepted', 2, 0],
      ['new', 2, 0],
      ['new', 0, 1],
      ['unreadable', 0, 0],
      ['untrusted', 2, 0],
    ])
  })
})
