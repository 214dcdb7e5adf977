import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { MessageLink } from './message-link.tsx'

const shown = (label: string, address: string): string =>
  renderToStaticMarkup(
    <MessageLink address={address} label={label}>
      {label}
    </MessageLink>,
  ).replace(/<[^>]*>/g, '')

it.each([
  ['https://bank.example', 'https://evil.example/login', 'https://bank.example (evil.example)'],
  ['bank.example', 'https://evil.example', 'bank.example (evil.example)'],
  [
    'https://bank.example@evil.example/',
    'https://bank.example@evil.example/',
    'https://bank.example@evil.example/ (evil.example)',
  ],
  ['https://аррӏе.com/', 'https://аррӏе.com/', 'https://аррӏе.com/ (xn--80ak6aa92e.com)'],
  ['bank.example.evil.example', 'https://evil.example', 'bank.example.evil.example (evil.example)'],
])('a label that claims another place is given away: %s', (label, address, text) => {
  expect(shown(label, address)).toBe(text)
})

it.each([
  ['the documentation', 'https://docs.example/a'],
  ['https://docs.example/a?b#c', 'https://docs.example/a?b#c'],
  ['docs.example', 'https://docs.example/'],
  ['Read docs.example now', 'https://evil.example'],
])('any other label stands alone: %s', (label, address) => {
  expect(shown(label, address)).toBe(label)
})
