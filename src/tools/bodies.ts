import type { BodyTable } from './load-bodies.ts'

/** The lazy half of every group (spec RG2): one dynamic import each, fetched on the group's first call. */
export const BODIES: BodyTable = new Map([
  ['files', () => import('./files/body.ts')],
  ['shell', () => import('./shell/body.ts')],
  ['web', () => import('./web/body.ts')],
  ['tasks', () => import('./tasks/body.ts')],
  ['human', () => import('./human/body.ts')],
  ['ui', () => import('./ui/body.ts')],
  ['session', () => import('./session/body.ts')],
])
