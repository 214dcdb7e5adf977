import type { RiskClass } from '#contracts/risk.ts'

/** How the page shows a capability. `icon` is a lucide name in kebab-case; `description` a sentence for people. */
export interface Presentation {
  readonly label: string
  readonly icon: string
  readonly risk: RiskClass
  readonly description: string
}

/** By wire name, in a Map: a call's name comes from outside and may be `constructor`. */
export const PRESENTATION: ReadonlyMap<string, Presentation> = new Map<string, Presentation>([
  [
    'ls',
    { label: 'List', icon: 'folder', risk: 'read-only-local', description: 'Lists a directory of the workspace.' },
  ],
  [
    'read_file',
    { label: 'Read', icon: 'file-text', risk: 'read-only-local', description: 'Reads a file or looks at an image.' },
  ],
  [
    'write_file',
    { label: 'Write', icon: 'file-plus', risk: 'workspace-write', description: 'Creates or replaces a file.' },
  ],
  ['edit_file', { label: 'Edit', icon: 'file-pen', risk: 'workspace-write', description: 'Changes part of a file.' }],
  ['glob', { label: 'Find', icon: 'folder-search', risk: 'read-only-local', description: 'Finds files by name.' }],
  [
    'grep',
    { label: 'Search', icon: 'text-search', risk: 'read-only-local', description: 'Searches the text of files.' },
  ],
  [
    'execute',
    { label: 'Shell', icon: 'terminal', risk: 'destructive-local', description: 'Runs a command in the workspace.' },
  ],
  ['fetch_url', { label: 'Fetch', icon: 'globe', risk: 'read-only-network', description: 'Reads a page of the web.' }],
  [
    'todo_write',
    { label: 'Tasks', icon: 'list-todo', risk: 'read-only-local', description: 'Keeps the task list of the session.' },
  ],
  ['current_time', { label: 'Time', icon: 'clock', risk: 'read-only-local', description: 'Looks at the clock.' }],
  [
    'ask_user_question',
    {
      label: 'Question',
      icon: 'message-circle-question-mark',
      risk: 'read-only-local',
      description: 'Asks you a question and waits.',
    },
  ],
  [
    'confirm',
    {
      label: 'Confirm',
      icon: 'shield-question-mark',
      risk: 'read-only-local',
      description: 'Asks for your word before an effect.',
    },
  ],
  [
    'ui_open_file',
    { label: 'Show', icon: 'panel-right', risk: 'read-only-local', description: 'Shows you a file of the workspace.' },
  ],
  [
    'list_tools',
    { label: 'Tools', icon: 'wrench', risk: 'read-only-local', description: 'Lists the tools of the session.' },
  ],
  [
    'clear_conversation',
    { label: 'Clear', icon: 'eraser', risk: 'read-only-local', description: 'Starts the context of the model anew.' },
  ],
  [
    'distrust_workspace',
    {
      label: 'Distrust',
      icon: 'badge-check',
      risk: 'shared-state-mutation',
      description: 'Takes the trust in the workspace away.',
    },
  ],
])
