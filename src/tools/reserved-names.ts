/**
 * Names that a provider gives to tools of its own. A function that bears one is refused by that
 * provider, or taken for the built-in one. `tool_search` alone is free: it is ours by design, and the
 * providers' own begin with `tool_search_`.
 */
const PROVIDER_NAMES: ReadonlySet<string> = new Set([
  'web_search',
  'web_search_preview',
  'web_fetch',
  'file_search',
  'code_execution',
  'code_interpreter',
  'bash_code_execution',
  'text_editor_code_execution',
  'str_replace_editor',
  'str_replace_based_edit_tool',
  'bash',
  'computer',
  'computer_use',
  'computer_use_preview',
  'image_generation',
  'local_shell',
  'apply_patch',
  'memory',
  'mcp',
  'functions',
  'multi_tool_use',
  'google_search',
  'google_search_retrieval',
  'google_maps',
  'url_context',
])
const PROVIDER_PREFIXES = ['tool_search_', 'web_search_', 'multi_tool_use', 'functions_']

/** Why a wire name may not be used, as a sentence; null for a free name. */
export function reservedNameReason(name: string): string | null {
  if (name in Object.prototype) return 'its name is a member of every JavaScript object.'
  const lower = name.toLowerCase()
  if (PROVIDER_NAMES.has(lower) || PROVIDER_PREFIXES.some((prefix) => lower.startsWith(prefix))) {
    return 'providers reserve its name for tools of their own.'
  }
  return null
}
