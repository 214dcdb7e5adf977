import '../kit/tokens.css'
import '../kit/base.css'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { WorkspaceClient } from '#e2e/doubles/workspace-client.ts'
import { OpenFile } from './open-file.ts'
import { TextEditor } from './text-editor.tsx'

test('where the editor cannot be loaded the whole text can be read, and that is said', async () => {
  const text = `${'a line of the text\n'.repeat(3_000)}the end`
  const client = new WorkspaceClient({ 'a.txt': text })
  const file = new OpenFile('/workspace/a.txt', {
    read: (path) => client.call('workspace.read', { sessionId: 's', path }),
    write: (input) => client.call('workspace.write', { sessionId: 's', ...input }),
  })
  await file.load()
  const place = document.createElement('div')
  place.style.cssText = 'display: flex; block-size: 400px'
  document.body.append(place)
  const root = createRoot(place)
  let reached = false
  const load = () => (reached ? import('./code-mirror.ts') : Promise.reject(new Error('There is no network.')))
  root.render(
    <TextEditor file={file} shownAs="a.txt" readOnly={false} line={null} onLineShown={() => {}} load={load} />,
  )
  await expect.element(page.getByText(/^The editor could not be loaded/)).toBeVisible()
  const plain = place.querySelector('pre')
  expect(plain?.textContent).toBe(text)
  expect(plain?.getAttribute('aria-label')).toBe('Text of a.txt')
  // It scrolls within its place.
  expect([plain && plain.scrollHeight > plain.clientHeight, plain && plain.clientHeight < 400]).toEqual([true, true])
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText(/^The editor could not be loaded/)).toBeVisible()
  reached = true
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Text of a.txt' })).toBeVisible()
  await expect.element(page.getByText(/^The editor could not be loaded/)).not.toBeInTheDocument()
  root.unmount()
  place.remove()
})
