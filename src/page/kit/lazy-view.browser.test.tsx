import { StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createPageStore, StoreProvider } from '../store.ts'
import { lazyView } from './lazy-view.tsx'

const store = createPageStore()
let root: Root
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const place = document.createElement('div')
  document.body.replaceChildren(place)
  root = createRoot(place)
})
afterEach(() => {
  root.unmount()
  store.setState({ online: true })
  vi.restoreAllMocks()
})

/** A part whose code comes only after `fails` refusals. */
function part(fails: number) {
  let asked = 0
  const View = lazyView<{ name: string }>(
    async () => {
      asked += 1
      if (asked <= fails) throw new TypeError('Failed to fetch dynamically imported module')
      return ({ name }) => <p>Part {name}</p>
    },
    { lost: 'pane', wait: () => <p>Waits</p> },
  )
  return { View, asked: () => asked }
}
const show = (children: React.ReactNode) =>
  root.render(
    <StrictMode>
      <StoreProvider value={store}>
        <p>The rest</p>
        {children}
      </StoreProvider>
    </StrictMode>,
  )

it('leaves the rest at work where its code does not come, says why, and comes when it is tried again', async () => {
  const { View, asked } = part(1)
  store.setState({ online: false })
  show(<View name="A" />)
  await expect.element(page.getByRole('alert')).toHaveTextContent('This part could not be loaded. You are offline.')
  await expect.element(page.getByText('The rest')).toBeVisible()
  // A reload without a network would lose the page that is there.
  expect(page.getByRole('button', { name: 'Reload' }).query()).toBeNull()
  store.setState({ online: true })
  await expect.element(page.getByRole('button', { name: 'Reload' })).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: 'Try again' }))
  await expect.element(page.getByText('Part A')).toBeVisible()
  expect(asked()).toBe(2)
})

it('tries again by itself when the network is back', async () => {
  const { View } = part(1)
  show(<View name="A" />)
  await expect.element(page.getByRole('alert')).toBeVisible()
  window.dispatchEvent(new Event('online'))
  await expect.element(page.getByText('Part A')).toBeVisible()
})

it('asks anew when it is next shown', async () => {
  const { View } = part(1)
  show(<View key="1" name="A" />)
  await expect.element(page.getByRole('alert')).toBeVisible()
  show(<View key="2" name="B" />)
  await expect.element(page.getByText('Part B')).toBeVisible()
})

it('says of a part that throws that it broke, not that it did not come', async () => {
  const Broken = lazyView<object>(
    async () => () => {
      throw new Error('Wrong.')
    },
    { lost: 'line' },
  )
  show(<Broken />)
  await expect.element(page.getByRole('alert')).toHaveTextContent('This part stopped working.')
  await expect.element(page.getByText('The rest', { exact: true })).toBeVisible()
})

it('puts a dialog away that does not come, by key', async () => {
  const onClose = vi.fn()
  const Dialog = lazyView<{ onClose: () => void }>(
    async () => {
      throw new TypeError('Failed to fetch')
    },
    { lost: 'dialog' },
  )
  show(<Dialog onClose={onClose} />)
  await expect.element(page.getByRole('button', { name: 'Try again' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})
