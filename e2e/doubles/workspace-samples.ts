import { diffLines } from 'diff'
import type { DiffLine, FileDiff } from '#contracts/views.ts'

/** A unified diff of two texts, as the agent's thread makes them. */
export function diffOf(path: string, before: string, after: string): FileDiff {
  const lines: DiffLine[] = []
  let [b, a] = [0, 0]
  for (const part of diffLines(before, after)) {
    const kind = part.added ? 'add' : part.removed ? 'remove' : 'same'
    for (const text of part.value.replace(/\n$/, '').split('\n')) {
      if (kind !== 'add') b += 1
      if (kind !== 'remove') a += 1
      lines.push({ kind, before: kind === 'add' ? null : b, after: kind === 'remove' ? null : a, text })
    }
  }
  const count = (kind: DiffLine['kind']) => lines.filter((line) => line.kind === kind).length
  const change = before === '' ? 'created' : after === '' ? 'deleted' : 'modified'
  return { path, change, binary: false, added: count('add'), removed: count('remove'), lines, omittedLines: 0 }
}

export const SERVER_BEFORE = `import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'

/** Where the server listens. */
const PORT = 8080

const types = new Map([
  ['.html', 'text/html'],
  ['.css', 'text/css'],
  ['.js', 'text/javascript'],
  ['.json', 'application/json'],
])

export function start(root: string): void {
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/'
    try {
      const body = await readFile(root + path)
      response.writeHead(200, { 'content-type': types.get(path.slice(path.lastIndexOf('.'))) })
      response.end(body)
    } catch {
      response.writeHead(404)
      response.end('Not found')
    }
  })
  server.listen(PORT)
}
`
export const SERVER_AFTER = SERVER_BEFORE.replace(
  'const PORT = 8080',
  'const PORT = Number(process.env.PORT ?? 8080)',
).replace(
  "    const path = request.url ?? '/'\n",
  "    const path = safePath(new URL(request.url ?? '/', 'http://localhost').pathname)\n    if (path === null) return response.writeHead(400).end()\n",
).concat(`
/** The path below the root, or null where it leads out of it. */
function safePath(path: string): string | null {
  return path.split('/').includes('..') ? null : path
}
`)

export const STYLES = `:root {
  --accent: oklch(0.5 0.165 262);
}
/* One column, as wide as a reader likes. */
main {
  max-width: 62ch;
  margin: 0 auto;
  padding: 24px;
}
a:hover { color: var(--accent); }
`

export const MESSAGE = `# Heading one

The server now reads its port from the environment and refuses paths that leave its root. Two things changed in \`src/server.ts\`, and **one** is worth a *second* look. See [the documentation](https://nodejs.org/api/http.html) or [a trap](javascript:alert(1)).

## What it does

1. Reads \`PORT\`, falling back to 8080
2. Parses the address before touching the disk
   - nested point with \`code\`
   - another one
3. Answers 400 where a path has \`..\` in it

- [x] Write the check
- [ ] Add a test for encoded dots

\`\`\`ts
/** The path below the root, or null where it leads out of it. */
function safePath(path: string): string | null {
  return path.split('/').includes('..') ? null : path
}
const limit = 42
\`\`\`

> Quoted words of somebody, which may be long enough to wrap over more than one line in a narrow column.

| file | before | after |
|:-----|-------:|------:|
| src/server.ts | 28 | 36 |
| src/styles.css | 0 | 12 |

![A chart of the response times](https://example.com/chart.png?session=secret)

![Dot](data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==)

<img src=x onerror=alert(1)> is text, and so is <b>this</b>.

---

\`\`\`bash
npm run build && node dist/server.js --port 3000
\`\`\`
`
