import { fail } from '#contracts/failure.ts'
import type { Sandbox, SandboxType } from '#contracts/ports/sandbox.ts'
import { openEmbeddedSandbox, type EmbeddedParts } from './embedded/embedded-sandbox.ts'

const UNAVAILABLE: Readonly<Record<Exclude<SandboxType, 'embedded'>, string>> = {
  webcontainer:
    'The WebContainer sandbox is not part of this version. Use the embedded sandbox, which runs here and offline.',
  e2b: 'The E2B sandbox is not part of this version. Use the embedded sandbox, which needs no key and no network.',
  daytona:
    'The Daytona sandbox is not part of this version. Use the embedded sandbox, which needs no key and no network.',
}

/**
 * Opens a sandbox of the type asked for.
 * @throws FailureError `unavailable` with the reason and the remedy where that type cannot run here; what
 * the store throws while loading
 */
export async function createSandbox(type: SandboxType, parts: EmbeddedParts): Promise<Sandbox> {
  if (type === 'embedded') return openEmbeddedSandbox(parts)
  throw fail('execution', 'unavailable', UNAVAILABLE[type])
}
