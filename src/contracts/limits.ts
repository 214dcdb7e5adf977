// The bounds that more than one file must know or a reader may look for, each with its reason. Units are in the names.

/** What `execute` hands to the model, head and tail together (spec RN5). */
export const SHELL_OUTPUT_MODEL_CHARS = 30_000
/** Private files that are kept by name of one command: enough to say what it read. */
export const PRIVATE_READS_KEPT = 20
/** What the page and the journal keep of one command's output: enough to read back, bounded for an endless writer. */
export const SHELL_OUTPUT_KEPT_CHARS = 1_000_000
/** A silent tool shows that it lives this often (spec RN4). */
export const HEARTBEAT_MS = 30_000
/** A tool that gives neither output nor a heartbeat for this long is ended: four heartbeats, so that one late tick ends nothing. */
export const TOOL_IDLE_MS = 120_000
/** What a tool gets after its own timeout before the host gives up on it (spec RN4). */
export const TOOL_GRACE_MS = 30_000
/** After stop, a tool has this long to end before its call is settled without it (spec RN4). */
export const ABORT_SETTLE_MS = 1_000
/** How long a stop waits for drafts and files that are being stored: half of that second, for other things end in it too. */
export const STOP_STORING_MS = 500
/** A command runs this long unless the call says otherwise. */
export const SHELL_TIMEOUT_MS = 120_000
/** The longest timeout that a call may ask for. */
export const SHELL_TIMEOUT_MAX_MS = 600_000
/** A soft abort of the shell has this long before its worker is terminated (measured: soft 15–60 ms). */
export const SHELL_HARD_ABORT_AFTER_MS = 250
/** How long any tool without its own timeout may run. */
export const TOOL_TIMEOUT_MS = 60_000
/** One `fetch_url`, redirects included (spec WB2). */
export const FETCH_DEADLINE_MS = 10_000
/** Redirects that one `fetch_url` follows; sites need two or three, a loop needs no more to be seen. */
export const FETCH_MAX_HOPS = 5
/** Bytes of a body that are read; the rest is left where it is (spec WB2). Articles stay far below it. */
export const FETCH_MAX_BYTES = 2_000_000
/** Bytes that are looked at to tell text from something else, and for a charset in the page itself (as browsers do). */
export const FETCH_SNIFF_BYTES = 1_024
/** Characters of one `fetch_url` answer unless the call says otherwise: about 5,000 tokens. */
export const FETCH_MODEL_CHARS = 20_000
/** The most that one call may ask for. */
export const FETCH_MODEL_MAX_CHARS = 100_000
/** Characters of readable text that are kept of one page. */
export const FETCH_TEXT_MAX_CHARS = 500_000
/** Characters of HTML that are parsed: the tree costs many times its text. */
export const FETCH_PARSE_MAX_CHARS = 1_000_000
/** Tags of a page that is laid out (measured: the worst page of this size takes about a second); one with more is read as bare text. */
export const FETCH_PARSE_MAX_TAGS = 20_000
/** Characters of an address; longer ones are refused unread. Servers rarely take more. */
export const ADDRESS_MAX_CHARS = 8_192
/** Requests that one relay serves at once; more are refused. */
export const RELAY_MAX_AT_ONCE = 8
/** Read-only calls of one turn that run side by side (spec RN2). */
export const SAFE_CONCURRENCY = 4

/** Provider requests in one turn before it stops and offers to go on. */
export const TURN_MAX_STEPS = 60
/** Tool calls in one turn before it stops and offers to go on. */
export const TURN_MAX_CALLS = 200
/** The same tool failing the same way this often ends the turn (spec RN3). */
export const TURN_MAX_SAME_FAILURES = 5
/** How often one call is asked about anew because what it acts on changed meanwhile; then it is not run. */
export const ASKED_AGAIN_MAX = 5
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
/** A stream of which no byte comes for this long is taken as lost. */
export const MODEL_IDLE_MS = 180_000
/** One list of models, from the first byte asked for to the last that came; a person waits for it. */
export const MODEL_LIST_MS = 30_000
/** The smallest real request of "test connection", as long as a model that thinks first may take; a person waits for it. */
export const MODEL_TEST_MS = 60_000
/** Bytes of a list of models; the longest known one has about one million. */
export const MODEL_LIST_MAX_BYTES = 10_000_000
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
/** Pixels of a picture's longer side; a provider refuses more, and every later request with the same picture in it. */
export const IMAGE_MAX_SIDE_PX = 8_000
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
/** A pasted text above this becomes a file: a text field of ten times as much answers a key only after seconds. */
export const PASTE_MAX_CHARS = 10_000
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
/** Characters of events kept: results may hold pictures. */
export const EVENTS_KEPT_CHARS = 16_000_000
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
/** Stored rules: more than anybody reads, few enough to hold each call against all of them. */
export const RULES_MAX = 500
/** Characters of one glob, one address or one word of a command in a rule. */
export const RULE_PATTERN_CHARS = 1_000
/** Characters of all that one rule is about. */
export const RULE_TARGET_CHARS = 8_000
/** Simple commands that one rule names. */
export const RULE_COMMANDS = 32
/** Words of one simple command in a rule. */
export const RULE_COMMAND_WORDS = 64
/** Characters of a path that a glob is held against: twice what any sandbox takes, so a longer one is no path. */
export const RULE_PATH_CHARS = 8_192
/** Bytes of a workspace's rule file: RULES_MAX rules of a common size. */
export const RULE_FILE_MAX_BYTES = 100_000
/** Past calls that a rule is tried on, newest first. */
export const PAST_CALLS_LOOKED = 500
/** Past calls that are named; the rest is counted. */
export const PAST_CALLS_LISTED = 10
/** Characters of stored calls that one look into the past reads: their outputs lie in the same records. */
export const PAST_CALLS_MAX_CHARS = 20_000_000
/** Characters of a command that are read by its grammar; a longer one counts as able to do anything. Nobody reads more before allowing it. */
export const COMMAND_MAX_CHARS = 20_000
/** Nodes of a command's tree, all its inner scripts together: what a script of the length above can hold, with room. */
export const COMMAND_MAX_NODES = 20_000
/** Commands that are judged in one script, each round of a loop for itself: about a tenth of a second. */
export const COMMAND_MAX_STEPS = 5_000
/** Variables of one command that are followed; a script with more can do anything, as far as the gate is concerned. */
export const COMMAND_MAX_VARIABLES = 200
/** Levels of nesting in a command, substitutions and `sh -c` included: far more than anyone writes, far less than the stack holds. */
export const COMMAND_MAX_DEPTH = 60
/** Scripts inside scripts (`sh -c "sh -c …"`) that are still read. */
export const COMMAND_MAX_INNER = 8
/** Effects of one command that are named to the person; more would not be read. */
export const COMMAND_MAX_EFFECTS = 12
/** Characters of one named effect, and of the part that decided. */
export const COMMAND_EFFECT_CHARS = 200
/** Characters of a text that the inspector shows at first: about a screen of it. */
export const INSPECT_HEAD_CHARS = 2_000
/** Characters that "show more" of the inspector brings at a time. */
export const INSPECT_SLICE_CHARS = 20_000
/** Characters of a result that the inspector writes out; the rest is counted, and stays in the journal. */
export const INSPECT_TEXT_MAX_CHARS = 4_000_000
/** Calls in one answer of the inspector's list. */
export const INSPECT_ROWS = 200
/** Messages that one look for calls goes through before it answers with what it has found. */
export const INSPECT_LOOKED_MESSAGES = 1_000
/** Characters of one sentence or name in the inspector's lists: it may come from a model. */
export const INSPECT_LINE_CHARS = 400
/** Things in the context that the monitor names; the rest is counted. Enough to say why, few enough for a record that is written often. */
export const WATCH_KEPT = 100
/** Characters of one of them. */
export const WATCH_WORDS_CHARS = 300
/** Addresses that the person typed and that are remembered: those of the last few messages. */
export const WATCH_TYPED_KEPT = 50
/** Characters of such an address; a longer one is asked about like any other. */
export const WATCH_TYPED_CHARS = 2_000
/** Characters of a result that are searched for the shape of a key: what the tools hand to a model at most. */
export const WATCH_SCAN_CHARS = 200_000
/** Sources of a workspace's content that are listed; older ones are counted. */
export const TRUST_SOURCES_KEPT = 100
/** Files that are shown as contributing; more are counted, and nobody looks through more. */
export const CONTRIBUTIONS_MAX = 100
/** Lines of what one file contributes. */
export const CONTRIBUTION_LINES = 100
/** Characters of one such line. */
export const CONTRIBUTION_LINE_CHARS = 300
/** Bytes of a `package.json` that is read for its scripts. */
export const PACKAGE_FILE_MAX_BYTES = 1_000_000
