import { pacer } from '../../../yield-turn.ts'
import { encodeText, latin1OfBytes } from './byte-text.ts'
import type { OutputLane } from './output-lane.ts'
import { withoutTraces } from './without-traces.ts'

/** Where the rewritten script writes what it would have printed, and where loops touch base. */
export const OUT = '/dev/.out'
export const ERR = '/dev/.err'
export const TICK = '/dev/.tick'
/** Where the paths begin that say which outlets a command prints to (`livePath`); nothing is ever read or written there. */
export const LIVE = '/dev/.live-'
/** Reads as the numbers of `UsageReply`, in its order, as text. */
export const USAGE = '/dev/.usage'

/** Bytes that an endless device gives: pipes here hold everything, so it must end. */
const RANDOM_BYTES = 65_536
const ZERO_BYTES = 1_048_576

const NAMES = new Set([
  OUT,
  ERR,
  TICK,
  USAGE,
  '/dev/null',
  '/dev/tty',
  '/dev/zero',
  '/dev/random',
  '/dev/urandom',
  '/dev/full',
])

/** The devices of one script. They live in the shell's thread: no message is needed to throw bytes away. */
export class DeviceFiles {
  private readonly pace = pacer()
  constructor(private readonly lane: OutputLane) {}

  has(path: string): boolean {
    return NAMES.has(path) || path.startsWith(LIVE)
  }

  /** Yields now and then, which is what lets an abort reach a busy script. */
  async write(path: string, bytes: Uint8Array): Promise<void> {
    if (path === OUT || path === '/dev/tty') await this.lane.bytes('stdout', bytes)
    else if (path === ERR) await this.lane.bytes('stderr', this.untraced(bytes))
    else if (path === '/dev/full') throw new Error(`ENOSPC: no space left on device, write '${path}'`)
    await this.pace()
  }

  /** What a command says, with what it was told to trace, comes in one piece. */
  private untraced(bytes: Uint8Array): Uint8Array {
    const text = latin1OfBytes(bytes)
    const own = withoutTraces(text)
    return own === text ? bytes : encodeText(own, 'latin1')
  }

  read(path: string): Uint8Array {
    if (path === '/dev/zero') return new Uint8Array(ZERO_BYTES)
    if (path === '/dev/random' || path === '/dev/urandom') return crypto.getRandomValues(new Uint8Array(RANDOM_BYTES))
    return new Uint8Array(0)
  }
}
