import type { JsonValue } from '#contracts/json.ts'

/** A call as a result recommends it, ready to be copied: `read_file {"path":"a.txt","offset":2001}`. Undefined arguments are left out. */
export function callText(tool: string, args: Record<string, JsonValue | undefined>): string {
  return `${tool} ${JSON.stringify(args)}`
}
