// Globals that the bare language library lacks and that are pure (no effect on anything outside
// their own values). Rooms compiled with `lib: ES2023` see these and nothing else of the platform,
// so a new line here is a decision that a reviewer sees.

interface AbortSignalEventMap {
  abort: unknown
}
interface AbortSignal {
  readonly aborted: boolean
  readonly reason: unknown
  throwIfAborted(): void
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
}
declare const AbortSignal: {
  abort(reason?: unknown): AbortSignal
  any(signals: AbortSignal[]): AbortSignal
}
declare class AbortController {
  readonly signal: AbortSignal
  abort(reason?: unknown): void
}
declare class DOMException extends Error {
  constructor(message?: string, name?: string)
}
declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>
}
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean })
  decode(bytes?: Uint8Array, options?: { stream?: boolean }): string
}
declare class URL {
  constructor(url: string, base?: string)
  readonly href: string
  readonly origin: string
  readonly protocol: string
  readonly host: string
  readonly hostname: string
  readonly port: string
  readonly pathname: string
  readonly search: string
  readonly username: string
  readonly password: string
  static canParse(url: string, base?: string): boolean
}
declare function structuredClone<T>(value: T): T
declare function atob(text: string): string
declare function btoa(text: string): string
