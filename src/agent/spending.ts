import type { AgentMessage, Message } from '#contracts/messages.ts'
import type { Usage } from '#contracts/models.ts'
import { amountText, costText, isUnpriced, NOTHING_SPENT, type Money } from '#contracts/money.ts'
import type { Session } from '#contracts/sessions.ts'
import { count } from '#tools/count.ts'
import type { SessionChange } from './session-state.ts'

/** What something has cost, in US dollars, and how many of its requests are not in that because their cost is not known. */
export interface Spent {
  readonly dollars: number
  readonly unpriced: number
}

/** What caps are held against. `letGoOnAt`: what the session had cost when the person last let it go on past its cap. */
export interface Spending {
  readonly turn: Spent
  readonly session: Spent & { readonly letGoOnAt: number }
}

/** Which cap on money is reached, by how much, and what going on does, in sentences; null while requests may be made. */
export function capReached({ turn, session }: Spending, money: Money): string | null {
  const { currency, turnCap, sessionCap } = money
  if (sessionCap !== null && isReached(session.dollars - session.letGoOnAt, sessionCap, money)) {
    const since = session.letGoOnAt > 0 ? ' since it was last let go on' : ''
    const cost = costText(session.dollars - session.letGoOnAt, money)
    return `This session has cost ${cost}${since}, and the cap on a session is ${amountText(sessionCap, currency)}.${rest(session)}`
  }
  if (turnCap !== null && isReached(turn.dollars, turnCap, money))
    return `This turn has cost ${costText(turn.dollars, money)}, and the cap on a turn is ${amountText(turnCap, currency)}.${rest(turn)}`
  return null
}

/** `cap` is in the person's currency. */
function isReached(dollars: number, cap: number, { perDollar }: Money): boolean {
  return dollars * perDollar >= cap
}

function rest({ unpriced }: Spent): string {
  const unknown =
    unpriced === 0
      ? ''
      : ` ${count(unpriced, 'request')} whose cost is not known ${unpriced === 1 ? 'is' : 'are'} not counted.`
  return `${unknown} Going on allows as much again.`
}

function sessionSpending({ usage, spend }: Session): Spending['session'] {
  return { dollars: usage.cost ?? 0, ...(spend ?? NOTHING_SPENT) }
}

/** What changes in a session's record when the person lets it go on: where its cap is reached, it counts from here. */
export function lettingGoOn(session: Session, money: Money): SessionChange {
  const { dollars, unpriced, letGoOnAt } = sessionSpending(session)
  const { sessionCap } = money
  if (sessionCap === null || !isReached(dollars - letGoOnAt, sessionCap, money)) return {}
  return { spend: { unpriced, letGoOnAt: dollars } }
}

/** Counts what one turn costs. */
export class TurnSpending {
  #spent: Spent = { dollars: 0, unpriced: 0 }

  /** Of the whole session, so that a turn that goes on after a reload is counted from its beginning. */
  constructor(messages: readonly Message[], turnId: string) {
    for (const message of messages) if (message.role === 'agent' && message.turnId === turnId) this.add(message)
  }

  /** What caps are held against now. `tried` was used since the last step that was counted. */
  with({ cost }: Usage, record: Session): Spending {
    const session = sessionSpending(record)
    const more = cost ?? 0
    return {
      turn: { ...this.#spent, dollars: this.#spent.dollars + more },
      session: { ...session, dollars: session.dollars + more },
    }
  }

  /** Counts one step, and says what the session's record has to say of it besides its usage. */
  add(message: AgentMessage): (session: Session) => SessionChange {
    const { dollars, unpriced } = this.#spent
    const unknown = isUnpriced(message)
    this.#spent = { dollars: dollars + (message.metadata.usage.cost ?? 0), unpriced: unpriced + (unknown ? 1 : 0) }
    return ({ spend = NOTHING_SPENT }) => (unknown ? { spend: { ...spend, unpriced: spend.unpriced + 1 } } : {})
  }
}
