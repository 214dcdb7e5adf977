import { isAbort } from '#contracts/failure.ts'
import type { Sandbox, Snapshot } from '#contracts/ports/sandbox.ts'
import type { TurnDiff } from '#contracts/sessions.ts'
import type { SessionState } from './session-state.ts'
import { turnDiff } from './turn-diff.ts'
import type { Turn } from './turn.ts'

/** What the turns of one session change in its workspace. */
export class TurnFiles {
  #baseline: { turnId: string; snapshot: Snapshot } | null = null

  constructor(
    private readonly state: SessionState,
    private readonly sandbox: Sandbox | null,
  ) {}

  /** The last turn that began here and was not forgotten. */
  get turnId(): string | null {
    return this.#baseline?.turnId ?? null
  }

  /** Keeps what a turn begins with. */
  async begin({ id: turnId, late }: Turn): Promise<void> {
    const { sandbox } = this
    this.#baseline = sandbox === null ? null : { turnId, snapshot: await sandbox.snapshot(late) }
  }

  /** Forgets the last turn: the one before it stays to be seen. */
  forget(): void {
    this.#baseline = null
  }

  /**
   * What the running turn has changed so far; null where that is not known, and where it was stopped and the sandbox
   * does not say in time.
   */
  async changes({ id: turnId, late }: Turn): Promise<TurnDiff | null> {
    if (this.#baseline?.turnId !== turnId || this.sandbox === null) return null
    const { snapshot } = this.#baseline
    let now: Snapshot
    try {
      now = await this.sandbox.snapshot(late)
    } catch (error) {
      if (late.aborted && isAbort(error)) return null
      throw error
    }
    const { files, omitted } = turnDiff(snapshot, now)
    const at = this.state.share.ports.clock.now()
    return { sessionId: this.state.record.id, turnId, files, at, ...(omitted > 0 ? { omitted } : {}) }
  }
}
