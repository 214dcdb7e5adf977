import { z } from './zod.ts'
import { Approval, ApprovalAnswer, HumanAnswer, HumanQuestion } from './approvals.ts'
import { CallView } from './calls.ts'
import { Failure } from './failure.ts'
import {
  CallFilter,
  DryRun,
  InspectedCall,
  InspectedCalls,
  InspectedRun,
  InspectedTool,
  SliceOf,
  TextSlice,
  ToolRow,
} from './inspection.ts'
import { JsonValue } from './json.ts'
import { MESSAGE_MAX_ATTACHMENTS, MESSAGE_MAX_CHARS } from './limits.ts'
import { Message } from './messages.ts'
import { Dialect, ModelInfo, ModelRef } from './models.ts'
import { MoneyChange } from './money.ts'
import { Mode } from './risk.ts'
import { RuleDraft, RuleFileView, RulePreview, RuleView } from './rules.ts'
import { QueuedMessage, Session, TurnDiff } from './sessions.ts'
import { Settings, StorageReport } from './settings.ts'
import { TrustLook, TrustState } from './trust.ts'
import { FileEntry } from './views.ts'

const sessionId = z.string().min(1).max(100)
const nothing = z.object({})
const path = z.string().min(1).max(4_096)

/** A demo as the page lists it. */
export const Demo = z.object({ id: z.string(), title: z.string(), about: z.string() })
export type Demo = z.infer<typeof Demo>

/** A session as it is shown: its tail, and what waits. */
export const OpenSession = z.object({
  session: Session,
  messages: z.array(Message),
  calls: z.array(CallView),
  approvals: z.array(Approval),
  questions: z.array(HumanQuestion),
  access: z.enum(['write', 'read-only']),
  hasOlder: z.boolean(),
})
export type OpenSession = z.infer<typeof OpenSession>

/** The result of "test connection". `failure` names the cause and what to change (spec PV5, PV8). */
export const ConnectionTest = z.object({
  ok: z.boolean(),
  message: z.string(),
  failure: Failure.optional(),
  models: z.array(ModelInfo),
})
export type ConnectionTest = z.infer<typeof ConnectionTest>

/**
 * Everything that the page may ask of the agent's thread: name → what goes in and what comes out.
 * Both sides parse both. No output has a field in which a key could come out.
 */
export const COMMANDS = {
  'app.state': {
    input: nothing,
    output: z.object({
      sessions: z.array(Session),
      settings: Settings,
      demos: z.array(Demo),
      storage: StorageReport,
      /** The number of the next event: subscribe from here. */
      nextEvent: z.number().int(),
    }),
  },
  'session.create': {
    input: z.object({ model: ModelRef.nullable().optional(), mode: Mode.optional() }),
    output: z.object({ session: Session }),
  },
  /** `nextEvent`: the number of the next event when reading began. What it or a later one says is newer than this. */
  'session.open': { input: z.object({ sessionId }), output: OpenSession.extend({ nextEvent: z.number().int() }) },
  'session.older': {
    input: z.object({ sessionId, beforeSeq: z.number().int().nonnegative() }),
    output: z.object({ messages: z.array(Message), calls: z.array(CallView), hasOlder: z.boolean() }),
  },
  'session.update': {
    input: z.object({
      sessionId,
      title: z.string().min(1).max(200).optional(),
      mode: Mode.optional(),
      model: ModelRef.optional(),
    }),
    output: z.object({ session: Session }),
  },
  'session.delete': { input: z.object({ sessionId }), output: nothing },
  'turn.send': {
    input: z.object({
      sessionId,
      text: z.string().max(MESSAGE_MAX_CHARS),
      attachments: QueuedMessage.shape.attachments.max(MESSAGE_MAX_ATTACHMENTS),
    }),
    output: z.object({ queued: z.boolean() }),
  },
  /**
   * A message that may be a native intent (spec PL4). `taken`: it was one and is stored; its call shows what
   * comes of it. Otherwise nothing was done, and it is a message for the model.
   */
  'intent.run': {
    input: z.object({ sessionId, text: z.string().max(MESSAGE_MAX_CHARS) }),
    output: z.object({ taken: z.boolean() }),
  },
  /** A slash command. Fails, and does nothing, where there is no such command or its argument is wrong. */
  'slash.run': { input: z.object({ sessionId, text: z.string().max(MESSAGE_MAX_CHARS) }), output: nothing },
  /** The names of the slash commands that this session can run now. */
  'slash.list': { input: z.object({ sessionId }), output: z.object({ names: z.array(z.string()) }) },
  'turn.stop': { input: z.object({ sessionId }), output: nothing },
  'turn.goOn': { input: z.object({ sessionId }), output: nothing },
  'turn.diff': {
    input: z.object({ sessionId, turnId: z.string().nullable() }),
    output: z.object({ diff: TurnDiff.nullable() }),
  },
  'queue.edit': {
    input: z.object({ sessionId, id: z.string(), text: z.string().min(1).max(MESSAGE_MAX_CHARS) }),
    output: nothing,
  },
  /** Sends what waits, the oldest first. Does nothing while a turn runs, which sends it when it comes to rest. */
  'queue.send': { input: z.object({ sessionId }), output: nothing },
  'queue.remove': { input: z.object({ sessionId, id: z.string() }), output: nothing },
  'approval.answer': {
    input: z.object({ sessionId, approvalId: z.string(), answer: ApprovalAnswer }),
    output: nothing,
  },
  'question.answer': { input: z.object({ sessionId, questionId: z.string(), answer: HumanAnswer }), output: nothing },
  'call.detail': {
    input: z.object({ sessionId, callId: z.string() }),
    output: z.object({ call: CallView, plan: JsonValue, model: JsonValue, durable: JsonValue }),
  },
  /** One directory, up to LIST_MAX_ENTRIES of it; `omitted` counts the others. */
  'workspace.list': {
    input: z.object({ sessionId, path }),
    output: z.object({ entries: z.array(FileEntry), omitted: z.number().int().nonnegative() }),
  },
  'workspace.read': {
    input: z.object({ sessionId, path }),
    output: z.object({
      path: z.string(),
      size: z.number().int(),
      revision: z.string(),
      content: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('text'), text: z.string() }),
        z.object({ kind: z.literal('image'), mediaType: z.string(), base64: z.string() }),
        z.object({ kind: z.literal('binary') }),
        z.object({ kind: z.literal('too-large') }),
      ]),
    }),
  },
  /** The person's own edit. `revision` is what was read, null for a file that must not exist yet; anything else is refused. */
  'workspace.write': {
    input: z.object({ sessionId, path, text: z.string(), revision: z.string().nullable() }),
    output: z.object({ revision: z.string() }),
  },
  /** A file of the person's, up to WORKSPACE_FILE_MAX_BYTES. Where one is there already nothing happens unless they said what. */
  'workspace.upload': {
    input: z.object({
      sessionId,
      path,
      base64: z.string(),
      onTaken: z.enum(['ask', 'replace', 'keep-both']).optional(),
    }),
    /** `path` is where it lies now. Not `written`: something lies there, and nothing was changed. */
    output: z.object({ path: z.string(), written: z.boolean() }),
  },
  'workspace.download': { input: z.object({ sessionId, path }), output: z.object({ base64: z.string() }) },
  'workspace.remove': { input: z.object({ sessionId, path }), output: nothing },
  'provider.save': {
    input: z.object({
      id: z.string().nullable(),
      dialect: Dialect.exclude(['scripted']),
      label: z.string().min(1).max(80),
      baseUrl: z.string().max(2_000),
      /** undefined keeps the key that is there, null removes it. */
      key: z.string().min(1).max(2_000).nullable().optional(),
    }),
    /** `warning`: it was saved, but the person should know this, in whole sentences. */
    output: z.object({ providerId: z.string(), warning: z.string().optional() }),
  },
  'provider.remove': {
    input: z.object({ providerId: z.string() }),
    output: z.object({ warning: z.string().optional() }),
  },
  'provider.test': {
    input: z.object({ providerId: z.string(), modelId: z.string().nullable() }),
    output: ConnectionTest,
  },
  'provider.models': {
    input: z.object({ providerId: z.string() }),
    output: z.object({ models: z.array(ModelInfo), failure: Failure.optional() }),
  },
  /** Turns the fetch relay on. A token that is left out keeps the one that is there, for the same address only. */
  'relay.save': {
    input: z.object({ url: z.string().max(2_000), token: z.string().min(1).max(500).optional() }),
    output: nothing,
  },
  'relay.remove': { input: nothing, output: nothing },
  /** Whether the relay that was saved answers and takes the token. */
  'relay.test': { input: nothing, output: z.object({ ok: z.boolean(), message: z.string() }) },
  'settings.update': {
    input: z.object({
      defaultModel: ModelRef.nullable().optional(),
      defaultMode: Mode.optional(),
      theme: z.enum(['system', 'light', 'dark']).optional(),
      money: MoneyChange.optional(),
    }),
    output: z.object({ settings: Settings }),
  },
  'demo.start': { input: z.object({ demoId: z.string() }), output: z.object({ session: Session }) },
  'storage.report': { input: nothing, output: StorageReport },
  /** The stored rules, newest first; `corrupt` are records that cannot be read. `file` is that session's workspace's. */
  'rules.list': {
    input: z.object({ sessionId: sessionId.nullable() }),
    output: z.object({
      rules: z.array(RuleView),
      corrupt: z.array(z.object({ id: z.string(), reason: z.string() })),
      file: RuleFileView.nullable(),
    }),
  },
  'rules.add': { input: z.object({ draft: RuleDraft }), output: z.object({ rule: RuleView }) },
  'rules.delete': { input: z.object({ ruleId: z.string().min(1).max(100) }), output: nothing },
  /** What a draft would mean; one that is no rule yet comes back with its problems. */
  'rules.preview': { input: z.object({ draft: RuleDraft }), output: RulePreview },
  /** The rule that an approval of this call may become; null where none is offered. */
  'rules.suggest': {
    input: z.object({ sessionId, callId: z.string() }),
    output: z.object({ preview: RulePreview.nullable() }),
  },
  /** Takes on the rule file as it was shown; null lets go of one that has been deleted. */
  'rules.acceptFile': { input: z.object({ sessionId, digest: z.string().nullable() }), output: nothing },
  /** What a workspace contributes, or would contribute were it trusted. */
  'trust.look': { input: z.object({ sessionId }), output: TrustLook },
  /** The person's word. `digest` is of what was looked at: trust in anything else is refused. Needed to trust, not to withdraw. */
  'trust.set': {
    input: z.object({ sessionId, trusted: z.boolean(), digest: z.string().nullable() }),
    output: z.object({ trust: TrustState }),
  },
  /** Calls of a session for the inspector, the newest before `beforeSeq`; null begins at the end. */
  'inspect.calls': {
    input: z.object({ sessionId, filter: CallFilter, beforeSeq: z.number().int().nonnegative().nullable() }),
    output: InspectedCalls,
  },
  'inspect.call': { input: z.object({ sessionId, callId: z.string().min(1).max(100) }), output: InspectedCall },
  /** More of a text, from that character on. */
  'inspect.slice': {
    input: z.object({ sessionId, of: SliceOf, from: z.number().int().nonnegative() }),
    output: TextSlice,
  },
  /** What the gate would say now of a call's plan, without running it. */
  'inspect.dryRun': { input: z.object({ sessionId, callId: z.string().min(1).max(100) }), output: DryRun },
  'inspect.tools': { input: z.object({ sessionId }), output: z.object({ tools: z.array(ToolRow) }) },
  'inspect.tool': { input: z.object({ sessionId, tool: z.string().min(1).max(200) }), output: InspectedTool },
  'inspect.run': { input: z.object({ sessionId }), output: InspectedRun },
} as const

export type CommandName = keyof typeof COMMANDS
export type CommandInput<N extends CommandName> = z.input<(typeof COMMANDS)[N]['input']>
export type CommandOutput<N extends CommandName> = z.output<(typeof COMMANDS)[N]['output']>

/** What comes back over the lane: the output, or a failure as data. */
export type CommandResult<N extends CommandName = CommandName> =
  { ok: true; value: CommandOutput<N> } | { ok: false; failure: Failure }
