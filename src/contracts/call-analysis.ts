import { RISK_CLASSES, type RiskClass } from './risk.ts'

/**
 * What the gate reads from one call's arguments before it decides (spec GT1, GT7): the class of exactly this call and
 * why. For a command it comes from its grammar; for everything else it is the declared class.
 */
export interface CallAnalysis {
  /** The riskiest of `classes`. */
  readonly risk: RiskClass
  /**
   * Every class that something in it has, riskiest first, each once; never empty. What decides looks at all of them:
   * a class that stands higher must not hide one that is asked about more strictly.
   */
  readonly classes: readonly RiskClass[]
  /** One sentence: why it has this class; '' where nothing was refined. */
  readonly reason: string
  /**
   * What it would do, in words, for the approval: "deletes build/", "sends data to example.com". Riskiest first, one of
   * each class at least; where there are more than are named, the last line counts them ("and 14 more").
   */
  readonly effects: readonly string[]
  /** The part of the command that decided, as it was written; '' where there is none. */
  readonly decidedBy: string
  /**
   * Every simple command in it, in order, each as its resolved words (program first), wherever it stands in the tree.
   * Null where any of them cannot be resolved, or where it is no command: no rule can then allow it by its words.
   */
  readonly commands: readonly (readonly string[])[] | null
  /** All origins that it would contact, as `URL.origin` writes them. */
  readonly origins: readonly string[]
}

/** The analysis of a call that nothing refines. */
export function plainAnalysis(risk: RiskClass): CallAnalysis {
  return { risk, classes: [risk], reason: '', effects: [], decidedBy: '', commands: null, origins: [] }
}

/** The classes, riskiest first, each once. */
export function riskiestFirst(classes: Iterable<RiskClass>): RiskClass[] {
  return [...new Set(classes)].toSorted((a, b) => RISK_CLASSES.indexOf(b) - RISK_CLASSES.indexOf(a))
}
