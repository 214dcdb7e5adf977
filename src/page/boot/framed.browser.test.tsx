import '../kit/tokens.css'
import '../kit/base.css'
import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { isFramed, showFramed } from './framed.tsx'

const root = document.createElement('div')
afterEach(() => root.remove())

// The page of a test stands in a frame itself.
it('inside another page it says why it does not run and leads out of it', async () => {
  document.body.append(root)
  expect(isFramed()).toBe(true)
  showFramed(root)
  await expect.element(page.getByRole('heading', { name: 'Sallyport does not run inside another page' })).toBeVisible()
  const link = page.getByRole('link', { name: 'Open in its own tab' }).element()
  expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
    window.location.href,
    '_blank',
    'noopener noreferrer',
  ])
  expect(root.querySelectorAll('button, input, textarea').length).toBe(0)
})
