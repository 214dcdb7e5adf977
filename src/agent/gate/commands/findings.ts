import type { RiskClass } from '#contracts/risk.ts'
import type { Argument } from './argument.ts'
import { hostKind } from '../outbound.ts'
import { isReadingPort } from '../outbound-ports.ts'
import { UNNAMED_ORIGIN } from '../unnamed-origin.ts'
import { isAddress, namesOrigin, originsOf } from './origins.ts'

/** One thing that a command may do. */
export interface Finding {
  readonly risk: RiskClass
  readonly effect: string
  /** The part that does it, about as it was written. */
  readonly part: () => string
}

/** What was found in a command so far. */
export class Findings {
  readonly all: Finding[] = []
  /** The simple commands as words; null once one of them is not known. */
  commands: string[][] | null = []
  readonly origins = new Set<string>()
  /** How the part that is looked at is written. */
  part: () => string = () => ''

  /** Notes an effect of the part that is looked at. */
  note(risk: RiskClass, effect: string): void {
    if (risk !== 'read-only-local') this.all.push({ risk, effect, part: this.part })
  }

  /** Keeps what an address names for the rules about addresses. */
  reaches(address: Argument): void {
    const origins = originsOf(address)
    for (const origin of origins) this.origins.add(origin)
    const [first] = isAddress(address) ? origins : []
    if (first !== undefined) this.#guard(new URL(first).hostname)
  }

  /**
   * What the outbound guard lets nobody read is always asked about: where commands have a network, there may be a server
   * of the work itself, and there may be what a host keeps its keys in.
   */
  #guard(host: string): void {
    const kind = hostKind(host)
    if (kind !== null) this.note('external-side-effect', `goes to ${host}, which is ${kind.words}`)
  }

  /** The same where the address itself is what is contacted: what it does not tell beyond doubt is told of, too, and a port of no page. */
  contacts(address: Argument): void {
    this.reaches(address)
    if (!namesOrigin(address)) this.contactsUnnamed()
    const [first = ''] = address.text === null ? [] : originsOf(address)
    const port = URL.canParse(first) ? new URL(first).port : ''
    if (/^https?:/iu.test(address.prefix) && port !== '' && !isReadingPort(Number(port)))
      this.note(
        'external-side-effect',
        `goes to port ${port} of ${new URL(first).hostname}, from which no pages are read`,
      )
  }

  /** Something is contacted that is not named, or not certainly: no rule for an origin covers it. */
  contactsUnnamed(): void {
    this.origins.add(UNNAMED_ORIGIN)
  }

  /** Something whose evaluation may run a command, which no word of the script need tell. */
  evaluates(what: string): void {
    this.commands = null
    this.note('destructive-local', `evaluates ${short(what)}, which may run a command`)
  }

  /** What only this shell reads in this way. */
  foreign(what: string): void {
    this.note('destructive-local', `uses ${what}, which other shells read differently`)
  }

  /** A variable that decides what other programs do. */
  steers(name: string): void {
    this.note('destructive-local', `changes ${short(name)}, which decides what other programs do`)
  }

  /** Looks at a part: what is found meanwhile is found there. */
  within(part: () => string, look: () => void): void {
    const outer = this.part
    this.part = part
    look()
    this.part = outer
  }
}

/** Bounded, for people. */
export function short(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}
