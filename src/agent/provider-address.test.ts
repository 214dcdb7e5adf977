import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FailureError } from '#contracts/failure.ts'
import { checkedAddress, keyInTheClear } from './provider-address.ts'

describe('the address of a provider', () => {
  it.each([
    ['https://api.example.com/v1', 'https://api.example.com/v1'],
    ['  https://api.example.com/v1// ', 'https://api.example.com/v1'],
    ['https://api.example.com', 'https://api.example.com'],
    ['http://localhost:11434/v1/', 'http://localhost:11434/v1'],
    ['HTTPS://API.Example.com:443/V1', 'https://api.example.com/V1'],
  ])('%j is stored as %j', (typed, stored) => {
    expect(checkedAddress(typed)).toBe(stored)
  })

  it.each([
    ['', /not a URL/],
    ['api.example.com/v1', /not a URL/],
    ['ftp://api.example.com', /must begin with https/],
    ['javascript:alert(1)', /must begin with https/],
    ['https://user@api.example.com/v1', /before the @/],
    ['https://user:pw@api.example.com/v1', /before the @/],
    ['https://:pw@api.example.com/v1', /before the @/],
    ['https://api.example.com/v1?key=SECRET', /first "\?" or "#"/],
    ['https://api.example.com/v1?', /first "\?" or "#"/],
    ['https://api.example.com/v1#x', /first "\?" or "#"/],
    ['https://api.example.com/v1#', /first "\?" or "#"/],
    ['https://user:pw@host/v1?key=SECRET#x', /before the @/],
  ])('%j is refused', (typed, said) => {
    expect(() => checkedAddress(typed)).toThrow(said)
  })

  it('never keeps what was typed before an @, after a "?" or after a "#", nor repeats it', () => {
    const secret = 'SECRET'
    const part = fc.constantFrom(`${secret}@`, `u:${secret}@`, `?k=${secret}`, `#${secret}`)
    fc.assert(
      fc.property(fc.webUrl(), part, (url, hidden) => {
        const typed = hidden.endsWith('@') ? url.replace('://', `://${hidden}`) : `${url}${hidden}`
        let shown: string
        try {
          shown = checkedAddress(typed)
        } catch (error) {
          shown = error instanceof FailureError ? JSON.stringify(error.failure) : 'another error'
        }
        expect(shown).not.toContain(secret)
        expect(shown).not.toBe('another error')
      }),
    )
  })
})

describe('a key on its way', () => {
  it.each([
    'https://api.example.com/v1',
    'http://localhost:1234/v1',
    'http://box.localhost/v1',
    'http://127.0.0.1:11434',
    'http://127.9.9.9',
    'http://[::1]:8000/v1',
    'http://10.1.2.3/v1',
    'http://172.16.0.1',
    'http://172.31.0.1',
    'http://192.168.0.7:11434/v1',
    'http://169.254.1.1',
    'http://[fd00::7]/v1',
    'http://[fe80::1]/v1',
    'http://nas/v1',
    'http://nas.local/v1',
  ])('needs no warning to %s', (address) => {
    expect(keyInTheClear(address)).toBeUndefined()
  })

  it.each([
    ['http://api.example.com/v1', 'api.example.com'],
    ['http://api.example.com:8080/v1', 'api.example.com:8080'],
    ['http://8.8.8.8/v1', '8.8.8.8'],
    ['http://172.32.0.1', '172.32.0.1'],
    ['http://11.0.0.1', '11.0.0.1'],
    ['http://[2001:db8::1]/v1', '[2001:db8::1]'],
    ['http://127.0.0.1.example.com', '127.0.0.1.example.com'],
    ['http://localhost.example.com', 'localhost.example.com'],
  ])('is called readable to %s', (address, host) => {
    expect(keyInTheClear(address)).toBe(
      `The key goes to ${host} unencrypted, so everyone on the way can read it. Use an https address if there is one.`,
    )
  })
})
