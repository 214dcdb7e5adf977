/** What every vendor takes as the name of a tool. */
const LEGAL = /^[a-zA-Z0-9_-]{1,64}$/

/**
 * What a call's tool is named on the wire. A model may make up a name that no vendor takes back, and a history that
 * holds it would be refused with every request from then on: such a name becomes a legal one, always the same for
 * the same name and, by its ending, not the name of a tool that there is.
 */
export function wireName(name: string): string {
  if (LEGAL.test(name)) return name
  const readable = name.replaceAll(/[^a-zA-Z0-9_-]+/g, '_').slice(0, 40)
  return `unknown_${readable}_${fingerprint(name)}`
}

/** FNV-1a over UTF-16 units, as 8 hex digits: enough to tell made-up names apart, and the same everywhere. */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}
