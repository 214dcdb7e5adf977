import '#page/kit/tokens.css'
import '#page/kit/base.css'
import { createRoot } from 'react-dom/client'
import type { Session } from '#contracts/sessions.ts'
import { NO_USAGE } from '#contracts/models.ts'
import { CodeView } from '#page/kit/code/code-view.tsx'
import { DiffView } from '#page/kit/diff/diff-view.tsx'
import { Markdown } from '#page/kit/markdown/markdown.tsx'
import { RuntimeProvider } from '#page/runtime.ts'
import { createPageStore, StoreProvider } from '#page/store.ts'
import { Workspace } from '#page/workspace/workspace.tsx'
import { WorkspaceClient } from './workspace-client.ts'
import { diffOf, MESSAGE, SERVER_AFTER, SERVER_BEFORE, STYLES } from './workspace-samples.ts'

// Every state of the workspace pane and of the views it shares, without an agent's thread:
// workspace-states.html?state=<name>&theme=<light|dark>

const query = new URLSearchParams(location.search)
const state = query.get('state') ?? 'tree'
document.documentElement.dataset['theme'] = query.get('theme') ?? 'light'

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const client = new WorkspaceClient(
  state === 'empty'
    ? {}
    : {
        'README.md': '# Site\n\nA small site, served by `src/server.ts`.\n',
        'package.json': '{\n  "name": "site",\n  "version": "1.0.0",\n  "private": true\n}\n',
        'src/server.ts': SERVER_AFTER,
        'src/styles.css': STYLES,
        'src/pages/index.html': '<!doctype html>\n<title>Site</title>\n<main>Hello</main>\n',
        'src/pages/a-page-with-a-rather-long-name-that-does-not-fit.html': '<main></main>\n',
        'test/server.test.ts': "test('starts', () => {})\n",
        'data/archive.zip': { kind: 'binary' },
        'data/export.csv': { kind: 'too-large' },
        'logo.png': { kind: 'image', mediaType: 'image/png', base64: PIXEL },
      },
)
client.diff = {
  sessionId: 's',
  turnId: 't',
  at: 0,
  files: [
    diffOf('/workspace/src/server.ts', SERVER_BEFORE, SERVER_AFTER),
    diffOf('/workspace/src/styles.css', '', STYLES),
    diffOf('/workspace/src/old.py', 'def old():\n    return None\n', ''),
  ],
}
const session: Session = {
  id: 's',
  title: 'A site',
  createdAt: 0,
  updatedAt: 0,
  mode: 'ask',
  model: null,
  workspaceId: 'w',
  demoId: null,
  todos: [],
  allowances: [],
  usage: NO_USAGE,
  contextTokens: null,
  turn: { status: state === 'running' ? 'running' : 'idle', turnId: 't', startedAt: null },
  queue: [],
  nextSeq: 0,
}
const store = createPageStore()
store.apply([{ type: 'session', session }])
if (state === 'read-only') store.apply([{ type: 'access', sessionId: 's', access: 'read-only' }])
client.onChanges((changes) => store.apply([{ type: 'workspace', workspaceId: 'w', changes }]))
const FILES: Record<string, string> = {
  file: 'src/server.ts',
  'read-only': 'src/server.ts',
  conflict: 'src/server.ts',
  image: 'logo.png',
  binary: 'data/archive.zip',
  missing: 'src/gone.ts',
}
const path = FILES[state]
if (path !== undefined) store.showFile('s', path, state === 'file' ? 16 : undefined)
if (state === 'running') client.put('src/server.ts', SERVER_AFTER)

// For whoever looks from outside: the states that need a second writer.
Object.assign(globalThis, { workspaceDouble: client, pageStore: store })

function View() {
  if (state === 'markdown') return <Column>{<Markdown text={MESSAGE} done />}</Column>
  if (state === 'diff')
    return (
      <Column>
        {client.diff?.files.map((file) => (
          <DiffView key={file.path} diff={file} />
        ))}
      </Column>
    )
  if (state === 'code') {
    const long = Array.from(
      { length: 5_000 },
      (_, index) => `const line${index} = '${'x'.repeat(index % 90)}' // ${index}`,
    ).join('\n')
    return (
      <div style={{ blockSize: '100dvh' }}>
        <CodeView text={long} path="long.ts" />
      </div>
    )
  }
  return (
    <section aria-label="Workspace" style={{ blockSize: '100dvh' }}>
      <Workspace sessionId="s" />
    </section>
  )
}

function Column({ children }: { children: React.ReactNode }) {
  return (
    <div style={{ blockSize: '100dvh', overflow: 'auto' }}>
      <div style={{ maxInlineSize: 760, margin: 'auto', padding: 16 }}>{children}</div>
    </div>
  )
}

const root = document.getElementById('root')
if (root !== null) {
  createRoot(root).render(
    <StoreProvider value={store}>
      <RuntimeProvider value={client}>
        <View />
      </RuntimeProvider>
    </StoreProvider>,
  )
}
