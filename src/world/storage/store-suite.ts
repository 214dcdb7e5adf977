import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fail } from '#contracts/failure.ts'
import { LOG_MAX_ENTRIES, RULES_MAX } from '#contracts/limits.ts'
import type { CorruptRecord, Store } from '#contracts/ports/store.ts'
import { DEFAULT_SETTINGS } from '#contracts/settings.ts'
import type { Storage } from './open-storage.ts'
import { EVERYTHING, startingWith } from './records.ts'
import {
  sampleAgentMessage,
  sampleApproval,
  sampleCall,
  samplePlannedCall,
  sampleRule,
  sampleProvider,
  sampleQuestion,
  sampleSession,
  sampleUserMessage,
} from './store-samples.ts'

/** What every store promises. `open` gives an empty one; `onCorrupt` is handed to it. */
export function storeSuite(name: string, open: (onCorrupt: (record: CorruptRecord) => void) => Promise<Storage>): void {
  describe(`store: ${name}`, () => {
    let storage: Storage
    let store: Store
    let corrupt: CorruptRecord[]

    beforeEach(async () => {
      corrupt = []
      storage = await open((record) => corrupt.push(record))
      store = storage.store
    })
    afterEach(() => storage.close())

    /** Puts a row past all checks, as a fault or another version would have left it. */
    const plant = (
      store: 'messages' | 'calls' | 'sessions' | 'settings' | 'pending' | 'rules' | 'ruleFiles',
      row: object,
    ) => storage.records.write([store], 'relaxed', (rows) => rows.put(store, row))

    test('settings are the defaults until they are changed', async () => {
      expect(await store.settings()).toEqual(DEFAULT_SETTINGS)
      const dark = { ...DEFAULT_SETTINGS, theme: 'dark' as const }
      expect(await store.updateSettings((settings) => ({ ...settings, theme: 'dark' }))).toEqual(dark)
      expect(await store.settings()).toEqual(dark)
    })

    test('changes of the settings at once are all kept', async () => {
      const provider = (id: string) => sampleProvider(id)
      const ids = Array.from({ length: 10 }, (_, index) => `p${index}`)
      const returned = await Promise.all([
        ...ids.map((id) =>
          store.updateSettings((settings) => ({ ...settings, providers: [...settings.providers, provider(id)] })),
        ),
        store.updateSettings((settings) => ({ ...settings, theme: 'dark' })),
        store.updateSettings((settings) => ({ ...settings, defaultMode: 'plan' })),
      ])
      const all = { ...DEFAULT_SETTINGS, providers: ids.map(provider), theme: 'dark', defaultMode: 'plan' }
      expect(returned.at(-1)).toEqual(all)
      expect(await store.settings()).toEqual(all)
    })

    test('a change of the settings that throws or is not in its form leaves them as they were', async () => {
      await store.updateSettings((settings) => ({ ...settings, theme: 'dark' }))
      const refused = fail('command', 'not-found', 'It is gone.')
      const throwing = store.updateSettings(() => {
        throw refused
      })
      await expect(throwing).rejects.toBe(refused)
      const nameless = { ...sampleProvider('p'), label: '' }
      await expect(store.updateSettings((settings) => ({ ...settings, providers: [nameless] }))).rejects.toMatchObject({
        failure: { stage: 'storage', kind: 'invalid' },
      })
      expect(await store.settings()).toEqual({ ...DEFAULT_SETTINGS, theme: 'dark' })
    })

    test('settings that were returned may be changed without changing what is stored', async () => {
      const returned = await store.updateSettings((settings) => ({ ...settings, providers: [sampleProvider('p')] }))
      returned.providers.length = 0
      expect((await store.settings()).providers).toEqual([sampleProvider('p')])
    })

    const WHOLE = {
      id: 'settings',
      providers: [sampleProvider('p'), sampleProvider('q')],
      defaultModel: { providerId: 'p', modelId: 'm' },
      defaultMode: 'plan',
      theme: 'dark',
      relay: { url: 'https://relay.example', tokenId: 'token' },
      money: { currency: 'EUR', perDollar: 0.9, turnCap: 1, sessionCap: null },
    } as const
    const { id: _, ...SETTINGS } = WHOLE
    const broken = { ...sampleProvider('p'), dialect: 'telepathy' }

    test.each<[lost: string[], row: object, left: object]>([
      [['defaultMode'], { ...WHOLE, defaultMode: 'nonsense' }, { ...SETTINGS, defaultMode: 'ask' }],
      [
        ['theme', 'defaultModel'],
        { ...WHOLE, theme: 7, defaultModel: 'm' },
        { ...SETTINGS, theme: 'system', defaultModel: null },
      ],
      [['providers'], { ...WHOLE, providers: 'none' }, { ...SETTINGS, providers: [] }],
      [
        ['providers/p'],
        { ...WHOLE, providers: [broken, sampleProvider('q')] },
        { ...SETTINGS, providers: [sampleProvider('q')] },
      ],
      [
        ['providers/2'],
        { ...WHOLE, providers: [sampleProvider('p'), null] },
        { ...SETTINGS, providers: [sampleProvider('p')] },
      ],
      // What is not whole is turned off, never guessed.
      [['relay'], { ...WHOLE, relay: { url: 'https://relay.example' } }, { ...SETTINGS, relay: null }],
      [
        ['money'],
        { ...WHOLE, money: { ...WHOLE.money, turnCap: 'much' } },
        { ...SETTINGS, money: DEFAULT_SETTINGS.money },
      ],
      // As from before there were a relay and caps: that they are not there is no damage.
      [['providers', 'defaultModel', 'defaultMode', 'theme'], { id: 'settings' }, DEFAULT_SETTINGS],
    ])(
      'damage to %j of the settings costs nothing else, is told once, and the row is kept',
      async (lost, row, left) => {
        await plant('settings', row)
        expect(await store.settings()).toEqual(left)
        expect(await store.settings()).toEqual(left)
        expect(corrupt.map(({ store, key }) => `${store} ${key}`).toSorted()).toEqual(
          lost.map((name) => `settings settings/${name}`).toSorted(),
        )
        const changed = await store.updateSettings((settings) => ({ ...settings, theme: 'light' }))
        expect([changed, await store.settings()]).toEqual([
          { ...left, theme: 'light' },
          { ...left, theme: 'light' },
        ])
        const rows = await storage.records.read(['settings'], (all) => all.list('settings', EVERYTHING))
        expect(rows).toEqual([
          { ...row, id: 'damaged-000001' },
          { ...left, theme: 'light', id: 'settings' },
        ])
      },
    )

    test('of damaged settings the last few are kept, and no whole ones', async () => {
      await plant('settings', WHOLE)
      await store.updateSettings((settings) => settings)
      for (let round = 1; round <= 7; round += 1) {
        await plant('settings', { ...WHOLE, theme: round })
        await store.updateSettings((settings) => settings)
      }
      const rows = await storage.records.read(['settings'], (all) => all.list('settings', startingWith('damaged-')))
      expect(rows).toEqual([3, 4, 5, 6, 7].map((theme) => ({ ...WHOLE, theme, id: `damaged-00000${theme}` })))
    })

    test('of a damaged session every field that parses is given, of its lists every entry', async () => {
      const queued = { id: 'q', text: 'next', attachments: [] }
      const whole = sampleSession('a', { queue: [queued] })
      await plant('sessions', { ...whole, model: 7, queue: ['x', queued], todos: [...whole.todos, null], nextSeq: -1 })
      const { model: _model, nextSeq: _nextSeq, ...left } = whole
      expect(await store.damagedSession('a')).toEqual(left)
      expect(await store.damagedSession('nobody')).toEqual({})
    })

    test('sessions are read one by one and all together', async () => {
      const sessions = [sampleSession('a'), sampleSession('b')]
      for (const session of sessions) await store.saveSession(session)
      expect(await store.session('a')).toEqual(sessions[0])
      expect(await store.session('nobody')).toBeNull()
      expect(await store.sessions()).toEqual({ sessions, corrupt: [] })
    })

    test('a corrupt session is named and does not hide the others', async () => {
      await store.saveSession(sampleSession('a'))
      await plant('sessions', { id: 'broken', title: 7 })
      const all = await store.sessions()
      expect(all.sessions).toEqual([sampleSession('a')])
      expect(all.corrupt).toEqual([{ store: 'sessions', key: 'broken', reason: expect.any(String) }])
      await expect(store.session('broken')).rejects.toMatchObject({
        failure: { stage: 'storage', kind: 'corrupt-record' },
      })
    })

    test('a record that is not in its form is refused and nothing is stored', async () => {
      const bad = { ...sampleSession('a'), nextSeq: -1 }
      await expect(store.saveSession(bad)).rejects.toMatchObject({ failure: { stage: 'storage', kind: 'invalid' } })
      expect(await store.session('a')).toBeNull()
    })

    test('the tail gives the newest messages, oldest first, and says whether older ones exist', async () => {
      const messages = Array.from({ length: 7 }, (_, seq) => sampleUserMessage('s', seq))
      for (const message of messages) await store.saveMessage(message)
      await store.saveMessage(sampleUserMessage('t', 0))
      expect(await store.tail('s', 3)).toEqual({ messages: messages.slice(4), calls: [], hasOlder: true, corrupt: [] })
      expect(await store.tail('s', 3, 4)).toEqual({
        messages: messages.slice(1, 4),
        calls: [],
        hasOlder: true,
        corrupt: [],
      })
      expect(await store.tail('s', 4, 4)).toEqual({
        messages: messages.slice(0, 4),
        calls: [],
        hasOlder: false,
        corrupt: [],
      })
      expect(await store.tail('s', 100)).toEqual({ messages, calls: [], hasOlder: false, corrupt: [] })
      expect(await store.tail('nobody', 3)).toEqual({ messages: [], calls: [], hasOlder: false, corrupt: [] })
    })

    test('the tail brings the calls of its messages, in order, and no others', async () => {
      const turn = sampleAgentMessage('s', 1)
      const calls = [1, 0].map((position) => sampleCall('s', `c${position}`, 'planned', { position, messageSeq: 1 }))
      await store.saveMessage(sampleUserMessage('s', 0))
      await store.saveTurn(turn, calls)
      await store.saveTurn(sampleAgentMessage('s', 2), [sampleCall('s', 'later', 'planned', { messageSeq: 2 })])
      await store.saveCall(sampleCall('s', 'slash', 'planned', { messageSeq: null }))
      expect(await store.tail('s', 1, 2)).toEqual({
        messages: [turn],
        calls: calls.toReversed(),
        hasOlder: true,
        corrupt: [],
      })
    })

    test('a message is replaced by one with the same place', async () => {
      await store.saveMessage(sampleAgentMessage('s', 0, 'streaming'))
      await store.saveMessage(sampleAgentMessage('s', 0, 'complete'))
      expect((await store.tail('s', 9)).messages).toEqual([sampleAgentMessage('s', 0, 'complete')])
    })

    test('a corrupt message leaves a note in its place', async () => {
      await store.saveMessage(sampleUserMessage('s', 0))
      await plant('messages', { ...sampleUserMessage('s', 1), role: 'nobody' })
      await store.saveMessage(sampleUserMessage('s', 2))
      const tail = await store.tail('s', 9)
      expect(tail.messages[1]).toEqual({
        id: 'corrupt-s-1',
        sessionId: 's',
        seq: 1,
        turnId: 'turn',
        at: 1,
        role: 'note',
        note: 'corrupt',
        text: expect.stringContaining('damaged'),
        canGoOn: false,
        toModel: false,
      })
      expect([tail.messages[0], tail.messages[2]]).toEqual([sampleUserMessage('s', 0), sampleUserMessage('s', 2)])
      expect(tail.corrupt).toEqual([{ store: 'messages', key: 's/1', reason: expect.stringContaining('role') }])
    })

    test('a corrupt call is named and its message stays readable', async () => {
      await store.saveMessage(sampleAgentMessage('s', 1))
      await plant('calls', { taskId: 's', callId: 'bad', messageSeq: 1, position: 0, openSince: 3, state: 'planned' })
      const tail = await store.tail('s', 9)
      expect(tail).toEqual({
        messages: [sampleAgentMessage('s', 1)],
        calls: [],
        hasOlder: false,
        corrupt: [{ store: 'calls', key: 's/bad', reason: expect.any(String) }],
      })
      expect(await store.openCalls('s')).toEqual([])
      expect(corrupt).toEqual(tail.corrupt)
      await expect(store.call('s', 'bad')).rejects.toMatchObject({ failure: { kind: 'corrupt-record' } })
    })

    test('a turn and its calls are stored together or not at all', async () => {
      const calls = [sampleCall('s', 'a', 'planned'), { ...sampleCall('s', 'b', 'planned'), position: 0.5 }]
      await expect(store.saveTurn(sampleAgentMessage('s', 1), calls)).rejects.toMatchObject({
        failure: { kind: 'invalid' },
      })
      expect(await store.tail('s', 9)).toEqual({ messages: [], calls: [], hasOlder: false, corrupt: [] })
      expect(await store.call('s', 'a')).toBeNull()
    })

    test('a message, its calls and the record behind it are stored together or not at all', async () => {
      const bad = { ...sampleCall('s', 'b', 'planned'), position: 0.5 }
      const message = sampleUserMessage('s', 0)
      await expect(store.appendMessage(message, sampleSession('s'), [bad])).rejects.toMatchObject({
        failure: { kind: 'invalid' },
      })
      expect([await store.session('s'), (await store.tail('s', 9)).messages]).toEqual([null, []])
      await store.appendMessage(message, sampleSession('s'), [sampleCall('s', 'a', 'planned', { messageSeq: 0 })])
      expect(await store.session('s')).toEqual(sampleSession('s'))
      expect(await store.tail('s', 9)).toEqual({
        messages: [message],
        calls: [sampleCall('s', 'a', 'planned', { messageSeq: 0 })],
        hasOlder: false,
        corrupt: [],
      })
    })

    test('a call only moves forward', async () => {
      await store.saveCall(sampleCall('s', 'c', 'started', { startedAt: 20 }))
      await store.saveCall(sampleCall('s', 'c', 'asked'))
      expect(await store.call('s', 'c')).toEqual(sampleCall('s', 'c', 'started', { startedAt: 20 }))
      await store.saveCall(sampleCall('s', 'c', 'settled', { settledAt: 30 }))
      await store.saveCall(sampleCall('s', 'c', 'settled', { settledAt: 99 }))
      await store.saveTurn(sampleAgentMessage('s', 1), [sampleCall('s', 'c', 'planned')])
      expect(await store.call('s', 'c')).toEqual(sampleCall('s', 'c', 'settled', { settledAt: 30 }))
    })

    test('two writers at once cannot take a call backwards', async () => {
      const states = ['settled', 'planned', 'started', 'asked'] as const
      await Promise.all(states.map((state) => store.saveCall(sampleCall('s', 'c', state))))
      expect((await store.call('s', 'c'))?.state).toBe('settled')
    })

    test('open calls are the unsettled ones of that session, oldest first', async () => {
      await store.saveCall(sampleCall('s', 'late', 'asked', { plannedAt: 30 }))
      await store.saveCall(sampleCall('s', 'second', 'started', { plannedAt: 20, position: 1 }))
      await store.saveCall(sampleCall('s', 'first', 'planned', { plannedAt: 20, position: 0 }))
      await store.saveCall(sampleCall('s', 'done', 'settled', { plannedAt: 5 }))
      await store.saveCall(sampleCall('t', 'elsewhere', 'started'))
      expect((await store.openCalls('s')).map((call) => call.callId)).toEqual(['first', 'second', 'late'])
      await store.saveCall(sampleCall('s', 'first', 'settled', { plannedAt: 20 }))
      expect((await store.openCalls('s')).map((call) => call.callId)).toEqual(['second', 'late'])
    })

    test('what waits for a person is there until it is removed, in the order of asking', async () => {
      await store.savePending({ approval: sampleApproval('s', 'x', 2) })
      await store.savePending({ approval: sampleApproval('s', 'y', 1) })
      await store.savePending({ question: sampleQuestion('s', 'q', 3) })
      await store.savePending({ question: sampleQuestion('t', 'q', 3) })
      expect(await store.pending('s')).toEqual({
        approvals: [sampleApproval('s', 'y', 1), sampleApproval('s', 'x', 2)],
        questions: [sampleQuestion('s', 'q', 3)],
      })
      await store.removePending('s', 'x')
      await store.removePending('s', 'nobody')
      expect((await store.pending('s')).approvals).toEqual([sampleApproval('s', 'y', 1)])
    })

    test('a corrupt waiting record is reported and left out', async () => {
      await plant('pending', { sessionId: 's', id: 'bad', kind: 'approval' })
      expect(await store.pending('s')).toEqual({ approvals: [], questions: [] })
      expect(corrupt).toEqual([{ store: 'pending', key: 's/bad', reason: expect.any(String) }])
    })

    test('the difference of a turn is kept by session and turn', async () => {
      const diff = { sessionId: 's', turnId: 't1', files: [], at: 4 }
      await store.saveTurnDiff(diff)
      expect(await store.turnDiff('s', 't1')).toEqual(diff)
      expect(await store.turnDiff('s', 't2')).toBeNull()
    })

    test('the event log gives its newest entries, oldest first', async () => {
      for (let at = 1; at <= 5; at += 1) await store.log({ sessionId: 's', at, name: 'planned', data: { count: at } })
      expect(await store.logEntries('s', 2)).toEqual([
        { sessionId: 's', at: 4, name: 'planned', data: { count: 4 } },
        { sessionId: 's', at: 5, name: 'planned', data: { count: 5 } },
      ])
      expect(await store.logEntries('t', 2)).toEqual([])
    })

    test('the event log forgets its oldest entries beyond the limit', async () => {
      await storage.records.write(['events'], 'relaxed', async (rows) => {
        for (const number of [1, 2, LOG_MAX_ENTRIES]) {
          await rows.put('events', { sessionId: 's', number, at: number, name: 'old', data: null })
        }
      })
      await store.log({ sessionId: 's', at: 9, name: 'new', data: null })
      expect((await store.logEntries('s', 10)).map((entry) => entry.at)).toEqual([2, LOG_MAX_ENTRIES, 9])
    })

    test('deleting a session removes all that is its own and nothing else', async () => {
      for (const id of ['s', 's2']) {
        await store.saveSession(sampleSession(id))
        await store.saveTurn(sampleAgentMessage(id, 1), [sampleCall(id, 'c1', 'started')])
        await store.savePending({ approval: sampleApproval(id, 'x', 1) })
        await store.saveTurnDiff({ sessionId: id, turnId: 'turn', files: [], at: 1 })
        await store.log({ sessionId: id, at: 1, name: 'planned', data: null })
      }
      await store.deleteSession('s')
      const left = await Promise.all(
        ['s', 's2'].map(async (id) => ({
          session: (await store.session(id)) !== null,
          tail: await store.tail(id, 9),
          open: (await store.openCalls(id)).length,
          waiting: (await store.pending(id)).approvals.length,
          diff: (await store.turnDiff(id, 'turn')) !== null,
          log: (await store.logEntries(id, 9)).length,
        })),
      )
      expect(left).toEqual([
        {
          session: false,
          tail: { messages: [], calls: [], hasOlder: false, corrupt: [] },
          open: 0,
          waiting: 0,
          diff: false,
          log: 0,
        },
        {
          session: true,
          tail: {
            messages: [sampleAgentMessage('s2', 1)],
            calls: [sampleCall('s2', 'c1', 'started')],
            hasOlder: false,
            corrupt: [],
          },
          open: 1,
          waiting: 1,
          diff: true,
          log: 1,
        },
      ])
    })

    test('rules are there, oldest first, until they are removed', async () => {
      const rules = [sampleRule('b', { createdAt: 1 }), sampleRule('a', { createdAt: 2 })]
      for (const rule of rules.toReversed()) await store.addRule(rule)
      expect(await store.rules()).toEqual({ rules, corrupt: [] })
      await store.removeRule('b')
      await store.removeRule('nobody')
      expect(await store.rules()).toEqual({ rules: [rules[1]], corrupt: [] })
    })

    test('a rule that is not in its form is refused, and one that cannot be read is named with what it said', async () => {
      await expect(store.addRule({ ...sampleRule('a'), tool: 'no tool' })).rejects.toMatchObject({
        failure: { stage: 'storage', kind: 'invalid' },
      })
      await plant('rules', { ...sampleRule('bad'), target: { kind: 'path' } })
      await plant('rules', { id: 'worse', verdict: 'perhaps' })
      await store.addRule(sampleRule('good'))
      const { rules, corrupt: unread } = await store.rules()
      expect(rules).toEqual([sampleRule('good')])
      expect(unread).toEqual([
        { store: 'rules', key: 'bad', reason: expect.any(String), verdict: 'deny' },
        { store: 'rules', key: 'worse', reason: expect.any(String), verdict: null },
      ])
      await store.removeRule('bad')
      expect((await store.rules()).corrupt.map(({ key }) => key)).toEqual(['worse'])
    })

    test('no more rules are stored than anybody reads', async () => {
      await storage.records.write(['rules'], 'relaxed', async (rows) => {
        for (let index = 0; index < RULES_MAX - 1; index += 1) await rows.put('rules', sampleRule(`r${index}`))
      })
      await store.addRule(sampleRule('last'))
      await expect(store.addRule(sampleRule('one more'))).rejects.toMatchObject({
        failure: { kind: 'invalid', message: expect.stringContaining('Delete one') },
      })
      expect((await store.rules()).rules.length).toBe(RULES_MAX)
    })

    test('what a rule decided last is kept with it, and never brings back one that was removed', async () => {
      const use = { sessionId: 's', callId: 'c', words: 'Write a', outcome: 'deny', at: 5 } as const
      await store.addRule(sampleRule('a'))
      await store.noteRuleUse('a', use)
      await store.noteRuleUse('nobody', use)
      expect((await store.rules()).rules).toEqual([sampleRule('a', { last: use })])
      await Promise.all([store.removeRule('a'), store.noteRuleUse('a', use)])
      expect((await store.rules()).rules).toEqual([])
    })

    test('the rule file that was taken on is kept by workspace', async () => {
      const file = { workspaceId: 'w', digest: 'd', text: '{"rules":[]}', at: 3 }
      await store.acceptRuleFile(file)
      expect(await store.acceptedRuleFile('w')).toEqual(file)
      expect(await store.acceptedRuleFile('v')).toBeNull()
      await store.forgetRuleFile('w')
      expect(await store.acceptedRuleFile('w')).toBeNull()
      await plant('ruleFiles', { workspaceId: 'w', digest: 7 })
      expect(await store.acceptedRuleFile('w')).toBeNull()
      expect(corrupt).toEqual([{ store: 'ruleFiles', key: 'w', reason: expect.any(String) }])
    })

    test.each([
      ['that its record names', { workspaceId: 'w-s' }, 'w-s'],
      ['that its damaged record still names', { workspaceId: 'w-s', mode: 'none' }, 'w-s'],
      ['of its own id where its record names none', { workspaceId: 5 }, 's'],
    ])('deleting a session removes the files of the workspace %s, and no others', async (_, fields, own) => {
      const file = { path: '/workspace/a', bytes: Uint8Array.of(1), mode: 0o644, modifiedAt: 1, link: null }
      const others = ['5', 'w-t', `${own}x`]
      for (const id of [own, ...others]) await storage.workspaces.save(id, [{ ...file, directory: false }], [])
      await plant('sessions', { ...sampleSession('s'), ...fields })
      await store.deleteSession('s')
      const left = await Promise.all([own, ...others].map((id) => storage.workspaces.load(id)))
      expect(left.map((files) => files.length)).toEqual([0, 1, 1, 1])
    })

    test('deleting a session removes the rules of its workspace and no others', async () => {
      await store.saveSession(sampleSession('s'))
      await store.addRule(sampleRule('own', { workspaceId: 'w-s' }))
      await store.addRule(sampleRule('other', { workspaceId: 'w-t' }))
      await store.addRule(sampleRule('everywhere'))
      for (const workspaceId of ['w-s', 'w-t'])
        await store.acceptRuleFile({ workspaceId, digest: 'd', text: '', at: 1 })
      await store.deleteSession('s')
      expect((await store.rules()).rules.map(({ id }) => id).toSorted()).toEqual(['everywhere', 'other'])
      expect([await store.acceptedRuleFile('w-s'), await store.acceptedRuleFile('w-t')]).toEqual([
        null,
        { workspaceId: 'w-t', digest: 'd', text: '', at: 1 },
      ])
    })

    test('past plans are those of every session, newest first, at most as many as wanted', async () => {
      expect(await store.pastPlans(5)).toEqual([])
      const at = (index: number) => samplePlannedCall(index % 2 === 0 ? 's' : 't', `c${index}`, Math.floor(index / 3))
      for (let index = 0; index < 120; index += 1) await store.saveCall(at(index))
      await store.saveCall(sampleCall('s', 'never-planned', 'settled', { plannedAt: 999 }))
      await plant('calls', { taskId: 's', callId: 'damaged', plannedAt: 1_000 })
      const all = await store.pastPlans(500)
      // Ties are in the order of their keys; what matters is that no call is left out or told twice.
      expect(new Set(all.map(({ plan }) => plan.callId)).size).toBe(120)
      expect(all.length).toBe(120)
      expect(all.map(({ plannedAt }) => plannedAt)).toEqual(
        all.map(({ plannedAt }) => plannedAt).toSorted((a, b) => b - a),
      )
      expect(all[0]).toEqual({ sessionId: 't', plan: at(119).plan, plannedAt: 39 })
      expect(await store.pastPlans(7)).toEqual(all.slice(0, 7))
    })

    test('looking back stops where the records have grown very large', async () => {
      const durable = 'x'.repeat(2_000_000)
      const client = { kind: 'text', summary: '', text: '' } as const
      const outcome = { status: 'ok' as const, model: [], client, durable }
      for (let index = 0; index < 60; index += 1)
        await store.saveCall(samplePlannedCall('s', `c${index}`, index, index < 10 ? {} : { outcome }))
      // The first look takes a whole batch, which is past the bound by then.
      expect((await store.pastPlans(500)).length).toBe(50)
    }, 60_000)

    test('what was read or saved may be changed without changing what is stored', async () => {
      const session = sampleSession('a')
      await store.saveSession(session)
      session.todos.length = 0
      const read = await store.session('a')
      read?.todos.splice(0)
      expect(await store.session('a')).toEqual(sampleSession('a'))
    })
  })
}
