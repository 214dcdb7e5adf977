/** Tool calls in each answer of the mock model. */
export const CALLS_PER_TURN = 4

/** What every stack offers its model: one tool that adds two numbers. */
export const SUM_TOOL = { name: 'sum', description: 'Adds two numbers and returns the sum.' } as const

/** The arguments of one call, different each time so that no stack sees a model in a loop. */
export function sumArguments(turn: number, call: number): { a: number; b: number } {
  return { a: turn * CALLS_PER_TURN + call, b: 1 }
}

/**
 * One agent stack over a mock model that answers at once: `turns` answers with four calls each, then one
 * of text. Resolves with how many times the tool ran, so that a stack which skips work is found out.
 */
export interface Stack {
  run(turns: number): Promise<number>
}
