import './tokens.css'
import './base.css'
import { useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { flushSync } from 'react-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Select } from './select.tsx'

let place: HTMLElement
let root: Root
const opened = vi.fn<() => void>()
const chosen = vi.fn<(value: string) => void>()

function Held({ disabled = false }: { disabled?: boolean }) {
  const [value, setValue] = useState('b')
  return (
    <Select
      name="Fruit"
      value={value}
      groups={[{ label: 'All', choices: ['a', 'b', 'c'].map((each) => ({ value: each, label: `${each} fruit` })) }]}
      disabled={disabled}
      onOpen={opened}
      onChange={(next) => {
        chosen(next)
        setValue(next)
      }}
    />
  )
}

beforeEach(() => {
  vi.clearAllMocks()
  place = document.createElement('div')
  document.body.append(place)
  root = createRoot(place)
})
afterEach(() => {
  root.unmount()
  place.remove()
})
const show = (disabled = false) => flushSync(() => root.render(<Held disabled={disabled} />))
const control = () => page.getByRole('combobox', { name: 'Fruit' })
const option = (name: string) => page.getByRole('option', { name })

it('shows what is chosen and opens with the first click, once', async () => {
  show()
  await expect.element(control()).toHaveTextContent(/^b fruit$/)
  await expect.element(control()).toHaveAttribute('aria-expanded', 'false')
  await control().click()
  await expect.element(option('b fruit')).toHaveFocus()
  expect(opened.mock.calls).toEqual([[]])
  await option('c fruit').click()
  await expect.element(control()).toHaveTextContent(/^c fruit$/)
  await expect.element(control()).toHaveFocus()
  expect(chosen.mock.calls).toEqual([['c']])
})

it.each(['{Enter}', ' ', '{ArrowDown}', '{ArrowUp}', 'f'])(
  'opens by the key "%s", and again after Escape',
  async (key) => {
    show()
    await userEvent.tab()
    await expect.element(control()).toHaveFocus()
    await userEvent.keyboard(key)
    await expect.element(option('b fruit')).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(option('b fruit')).not.toBeInTheDocument()
    await expect.element(control()).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(option('b fruit')).toHaveFocus()
    expect(opened.mock.calls).toEqual([[], []])
    expect(chosen).not.toHaveBeenCalled()
  },
)

it('cannot be opened while it is disabled', async () => {
  show(true)
  await expect.element(control()).toBeDisabled()
  ;(control().element() as HTMLElement).click()
  expect(opened).not.toHaveBeenCalled()
  await expect.element(option('b fruit')).not.toBeInTheDocument()
})
