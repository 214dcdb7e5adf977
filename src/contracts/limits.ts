// Every bound of the product in one place, each with its reason. Units are in the names.

/** MCP servers with more tools than this are deferred, alone (spec VI4). */
export const DEFER_SERVER_ABOVE_TOOLS = 10
/** With more MCP tools than this in all, every MCP tool is deferred (spec VI4). */
export const DEFER_ALL_ABOVE_TOOLS = 30
/** A result this large starts compaction in the background (spec RS2). */
export const COMPACT_RESULT_FROM_TOKENS = 2_500
/** What `execute` hands to the model, head and tail together (spec RN5). */
export const SHELL_OUTPUT_MODEL_CHARS = 30_000
/** What the page and the journal keep of one command's output: enough to read back, bounded for an endless writer. */
export const SHELL_OUTPUT_KEPT_CHARS = 1_000_000
/** A silent tool shows that it lives this often (spec RN4); what ends one that does not is its own time-out. */
export const HEARTBEAT_MS = 30_000
/** What a tool gets after its own timeout before the host gives up on it (spec RN4). */
export const TOOL_GRACE_MS = 30_000
/** After stop, a tool has this long to end before its call is settled without it (spec RN4). */
export const ABORT_SETTLE_MS = 1_000
/** A command runs this long unless the call says otherwise. */
export const SHELL_TIMEOUT_MS = 120_000
/** The longest timeout that a call may ask for. */
export const SHELL_TIMEOUT_MAX_MS = 600_000
/** A soft abort of the shell has this long before its worker is terminated (measured: soft 15–60 ms). */
export const SHELL_HARD_ABORT_AFTER_MS = 250
/** How long any tool without its own timeout may run. */
export const TOOL_TIMEOUT_MS = 60_000
/** An idle MCP client is closed after this (spec MC2). */
export const MCP_IDLE_MS = 300_000
/** One `fetch_url`, redirects included (spec WB2). */
export const FETCH_DEADLINE_MS = 10_000
/** Read-only calls of one turn that run side by side (spec RN2). */
export const SAFE_CONCURRENCY = 4

/** Provider requests in one turn before it stops and offers to go on. */
export const TURN_MAX_STEPS = 60
/** Tool calls in one turn before it stops and offers to go on. */
export const TURN_MAX_CALLS = 200
/** The same tool failing the same way this often ends the turn (spec RN3). */
export const TURN_MAX_SAME_FAILURES = 5
/** Identical calls in a row that end the turn: a model in a loop. */
export const TURN_MAX_IDENTICAL_CALLS = 5
/** Working time of a turn; it stands still while a person is asked. */
export const TURN_MAX_MS = 1_800_000

/** Tries of one provider request in all, the first included; only transient failures are tried again. */
export const MODEL_MAX_ATTEMPTS = 4
/** First wait before a new try; doubles each time, jittered. */
export const MODEL_RETRY_BASE_MS = 1_000
/** A provider that asks for a longer wait than this is reported instead of waited for. */
export const MODEL_RETRY_MAX_MS = 60_000
/** A stream that says nothing for this long is taken as lost. */
export const MODEL_IDLE_MS = 180_000
/** Text that a provider may send in one step, characters; more is a fault. */
export const MODEL_STEP_MAX_CHARS = 4_000_000
/** Tool calls in one provider step; the rest is refused with a recorded failure. */
export const MODEL_STEP_MAX_CALLS = 64

/** Lines that `read_file` returns when the call names no range. */
export const READ_LINES = 2_000
/** Characters of one line before it is cut (with a notice). */
export const READ_LINE_CHARS = 2_000
/** Characters of one `read_file` answer, all lines together. */
export const READ_MAX_CHARS = 100_000
/** Bytes of an image that is put before a model. */
export const READ_IMAGE_MAX_BYTES = 5_000_000
/** Entries that `ls` and `glob` list. */
export const LIST_MAX_ENTRIES = 1_000
/** Matches that `grep` returns. */
export const GREP_MAX_MATCHES = 200
/** Lines around a change that write and edit results show. */
export const REGION_CONTEXT_LINES = 4
/** Lines of a written region before its middle is left out. */
export const REGION_MAX_LINES = 60

/** Bytes of one file in the embedded workspace. */
export const WORKSPACE_FILE_MAX_BYTES = 50_000_000
/** Bytes of the whole embedded workspace. */
export const WORKSPACE_MAX_BYTES = 250_000_000
/** Files in the embedded workspace. */
export const WORKSPACE_MAX_FILES = 20_000
/** Changed files are written to IndexedDB this long after the first change (measured: 1,000 files in 0.3 s). */
export const WORKSPACE_FLUSH_MS = 250

/** Characters of one message that a person may send. */
export const MESSAGE_MAX_CHARS = 400_000
/** Attachments on one message. */
export const MESSAGE_MAX_ATTACHMENTS = 20
/** Bytes of one attachment. */
export const ATTACHMENT_MAX_BYTES = 20_000_000
/** Messages that wait while a turn runs. */
export const QUEUE_MAX_MESSAGES = 20
/** Attachments of all waiting messages together, as base64 characters: they are kept with the session's record. */
export const QUEUE_MAX_ATTACHMENT_CHARS = 12_000_000
/** Files whose revision a session remembers across reloads: the ones it saw last. */
export const SEEN_FILES_KEPT = 500
/** Events kept for a page that asks for "everything since n". */
export const EVENTS_KEPT = 5_000
/** Messages that opening a session reads; older ones on demand (spec ST1). */
export const SESSION_TAIL_MESSAGES = 60
/** A streaming message is written to storage this often, so that a dead tab keeps what was shown. */
export const DRAFT_FLUSH_MS = 250
/** Entries of one session's event log; the oldest go first. */
export const LOG_MAX_ENTRIES = 5_000
/** Lines of one diff that are kept; `omittedLines` counts the rest. */
export const DIFF_MAX_LINES = 2_000
/** Lines added and removed that a diff looks for before it shows the whole changed part as replaced; its cost grows with the square (measured: 500 cost about 60 ms). */
export const DIFF_MAX_EDITS = 500
/** Bytes of a changed part that are compared line by line; a larger one is shown as replaced. */
export const DIFF_MAX_BYTES = 2_000_000
/** Characters of one matching line that `grep` shows. */
export const GREP_LINE_CHARS = 500
/** Characters of all exported variables that one command hands to the next. */
export const SHELL_ENV_MAX_CHARS = 256_000
