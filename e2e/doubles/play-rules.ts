import type { RuleOption, RuleView } from '#contracts/rules.ts'
import type { FakeRuntime, Handlers } from './fake-runtime.ts'
import { NOW } from './page-records.ts'

/** A rule as the page gets it. */
export function ruleView(id: string, changed: Partial<RuleView> = {}): RuleView {
  return {
    id,
    verdict: 'allow',
    tool: 'edit_file',
    target: { kind: 'path', glob: 'src/*' },
    agentId: 'default',
    workspaceId: null,
    source: 'approval',
    createdAt: NOW - 7_200_000,
    words: 'Allow `edit_file` for `src/*`, in every workspace',
    ...changed,
  }
}

const PAST = {
  count: 14,
  looked: 120,
  calls: ['Edit src/tides.ts', 'Edit src/page.ts', 'Edit src/a-file-with-a-name-that-does-not-fit-in-one-line.ts'].map(
    (words, index) => ({ sessionId: 's1', callId: `p${index}`, words, at: NOW - index * 3_600_000 }),
  ),
}

/** The rule of an approval, as far as it may reach. */
const suggested = (folder: boolean, everywhere: boolean): RuleOption => ({
  reach: { folder, everywhere },
  words: `Allow \`edit_file\` for \`src/${folder ? '*' : 'tides.ts'}\`, in ${everywhere ? 'every' : 'this'} workspace`,
  past: { ...PAST, count: folder ? 14 : 3 },
})

/** The commands about rules, played: `rules` has some of each kind, `rules-file` a file that waits, others none. */
export function playRules(name: string, runtime: FakeRuntime, sessionId: string): Handlers {
  let rules: RuleView[] =
    name !== 'rules'
      ? []
      : [
          ruleView('r1', {
            last: { sessionId, callId: 'c4', words: 'Edit src/tides.ts', outcome: 'run', at: NOW - 60_000 },
          }),
          ruleView('r2', {
            verdict: 'deny',
            source: 'user',
            tool: 'execute',
            target: { kind: 'command', commands: [{ words: ['git', 'push'], more: true }] },
            words: 'Deny `execute` for scripts with `git push …`, in every workspace',
            last: { sessionId, callId: 'c7', words: 'Run git push --force', outcome: 'deny', at: NOW - 3_600_000 },
          }),
          ruleView('r3', {
            verdict: 'ask',
            source: 'user',
            tool: '*',
            workspaceId: `ws-${sessionId}`,
            target: { kind: 'path', glob: '**/secrets/**' },
            words: 'Ask before every tool for `**/secrets/**`',
          }),
        ]
  const fromFile = ruleView('file-1', {
    source: 'file',
    workspaceId: `ws-${sessionId}`,
    tool: 'write_file',
    target: { kind: 'path', glob: 'docs/**' },
    words: 'Allow `write_file` for `docs/**`',
    limits: 'Never covers calls that delete files.',
  })
  let accepted = false
  return {
    'rules.list': () => ({
      rules,
      corrupt: name === 'rules' ? [{ id: 'bad', reason: '"target" is not as expected (invalid_union).' }] : [],
      file:
        name === 'rules-file'
          ? {
              status: accepted ? 'accepted' : 'new',
              problem: '',
              digest: 'd1',
              rules: [fromFile],
              kept: [],
              written: { sessionId, callId: 'c4', words: 'Write .sallyport/rules.json', at: NOW },
            }
          : null,
    }),
    'rules.delete': ({ ruleId }) => {
      rules = rules.filter(({ id }) => id !== ruleId)
      runtime.emit({ type: 'rules' })
      return {}
    },
    'rules.preview': ({ draft }) => ({
      words: draft.text === '[' ? '' : 'Deny `execute` for scripts with `rm …`, in every workspace',
      problems: draft.text === '[' ? [{ field: 'text', message: 'A [ in the path pattern has no ].' }] : [],
      notes: [],
      past: PAST,
    }),
    'rules.add': ({ draft }) => {
      const rule = ruleView('r9', { verdict: draft.verdict, source: 'user', words: 'Deny everything' })
      rules = [rule, ...rules]
      runtime.emit({ type: 'rules' })
      return { rule }
    },
    'rules.suggest': () => ({
      preview: {
        ...suggested(false, false),
        problems: [],
        notes: [],
        options: [suggested(false, false), suggested(false, true), suggested(true, false), suggested(true, true)],
      },
    }),
    'rules.acceptFile': () => {
      accepted = true
      runtime.emit({ type: 'rules' })
      return {}
    },
  }
}
