import '../kit/tokens.css'
import '../kit/base.css'
import { createRoot, type Root } from 'react-dom/client'
import { flushSync } from 'react-dom'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { Effect } from '#contracts/views.ts'
import { EffectView } from './effect-view.tsx'

let root: Root
let element: HTMLElement
beforeEach(() => {
  element = document.createElement('div')
  document.body.append(element)
  root = createRoot(element)
})
afterEach(() => {
  root.unmount()
  element.remove()
})
const show = (effect: Effect) => flushSync(() => root.render(<EffectView effect={effect} />))
const command = (more: object = {}): Effect => ({
  kind: 'command',
  command: 'bash',
  cwd: '/workspace/src',
  effects: ['may change or delete any file of the workspace'],
  ...more,
})

it('a command shows its standard input, directory, time and effects', () => {
  show(command({ stdin: 'rm -rf src\n\u202e', timeoutMs: 120_000 }))
  expect([...element.querySelectorAll('pre, p, li')].map((each) => each.textContent)).toEqual([
    '$ bash',
    'Standard input, 12 characters:',
    'rm -rf src\n⟨U+202E⟩',
    'in /workspace/src, for at most 2 min',
    'may change or delete any file of the workspace',
  ])
})

it('a long standard input says how much is missing and is shown to its end on request', async () => {
  const stdin = `${'# harmless\n'.repeat(2_000)}rm -rf src`
  show(command({ stdin }))
  const input = page.getByRole('region', { name: 'Standard input' })
  await expect.element(input).toHaveTextContent('Standard input, 22,010 characters:')
  await expect.element(input).toHaveTextContent('18,010 more characters not shown')
  expect(element.textContent).not.toContain('rm -rf src')
  await page.getByRole('button', { name: 'Show all of it' }).click()
  expect(input.element().querySelector('pre')?.textContent).toBe(stdin)
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
})

it('a command without input says nothing of one', () => {
  show(command())
  expect([...element.querySelectorAll('pre, p')].map((each) => each.textContent)).toEqual([
    '$ bash',
    'in /workspace/src',
  ])
})
