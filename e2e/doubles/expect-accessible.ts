import axe from 'axe-core'
import { expect } from 'vitest'

/** Rules about a whole page, which a part that is mounted alone cannot keep. */
export const OF_WHOLE_PAGES = ['region', 'page-has-heading-one'] as const

/**
 * Expects that axe finds nothing in `root`, with the rules of `without` left out. What fades in is finished first: only
 * then has it its full contrast. Asked again for a moment: that a box scrolls is known once it is laid out, and that it
 * can be reached with Tab one render later.
 */
export async function expectAccessible(
  root: Element | Document = document,
  without: readonly string[] = [],
): Promise<void> {
  // The tests' own page has no title.
  const rules = Object.fromEntries([...without, 'document-title'].map((rule) => [rule, { enabled: false }]))
  const violations = async (): Promise<string[]> => {
    for (const animation of document.getAnimations())
      if (animation.effect?.getTiming().iterations === 1) animation.finish()
    const found = await axe.run(root, { rules, resultTypes: ['violations'] })
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)
  }
  await expect.poll(violations).toEqual([])
}
