import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from '#contracts/zod.ts'
import { ADDRESS_MAX_CHARS } from '#contracts/limits.ts'
import { checkAddress, checkResolved, outboundRefusal } from './outbound.ts'

const Corpus = z.array(z.strictObject({ url: z.string(), expect: z.enum(['allow', 'refuse']), family: z.string() }))
const corpus = Corpus.parse(JSON.parse(readFileSync(new URL('corpora/addresses.json', import.meta.url), 'utf8')))
const judge = (url: string) => (checkAddress(url, 'read').allowed ? 'allow' : 'refuse')

describe('the corpus of addresses', () => {
  it('is large enough to mean something', () => {
    expect(corpus.length).toBeGreaterThanOrEqual(250)
    expect(corpus.filter((row) => row.expect === 'allow').length).toBeGreaterThanOrEqual(60)
  })

  it('is judged as expected, row by row', () => {
    expect(corpus.filter(({ url, expect }) => judge(url) !== expect)).toEqual([])
  })

  it('says a sentence with every refusal', () => {
    const said = corpus.flatMap(({ url }) => {
      const verdict = checkAddress(url, 'read')
      return verdict.allowed ? [] : [verdict.reason]
    })
    expect(said.filter((reason) => !/^\S.*\.$|page$/su.test(reason))).toEqual([])
  })
})

const byte = fc.integer({ min: 0, max: 255 })

/** One IPv4 address in one of the notations that the URL parser takes, with or without a dot at its end. */
const notation = ([a, b, c, d]: readonly [number, number, number, number]) => {
  const part = (value: number) =>
    fc.constantFrom(
      String(value),
      `0x${value.toString(16)}`,
      `0X${value.toString(16).toUpperCase()}`,
      `0${value.toString(8)}`,
    )
  const wide = (text: string) => [...text].map((sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)).join('')
  const plain = `${a}.${b}.${c}.${d}`
  const hex = (high: number, low: number) => ((high << 8) | low).toString(16)
  const inside = `${hex(a, b)}:${hex(c, d)}`
  return fc.oneof(
    fc.tuple(part(a), part(b), part(c), part(d)).map((parts) => parts.join('.')),
    fc.tuple(part(a), part(b), part(c * 256 + d)).map((parts) => parts.join('.')),
    fc.tuple(part(a), part((b * 256 + c) * 256 + d)).map((parts) => parts.join('.')),
    part(((a * 256 + b) * 256 + c) * 256 + d),
    fc.constantFrom(
      `${plain}.`,
      wide(plain),
      plain.replaceAll('.', '。'),
      plain.replaceAll('.', '%2e'),
      `[::ffff:${plain}]`,
      `[::ffff:${inside}]`,
      `[::${inside}]`,
      `[::ffff:0:${inside}]`,
      `[64:ff9b::${inside}]`,
      `[64:ff9b::${plain}]`,
      `[2002:${inside}::1]`,
      `[2001:0:${inside}::]`,
      `[2606:4700::5efe:${inside}]`,
    ),
  )
}

describe('every address of a refused range', () => {
  const first = (a: number) => fc.tuple(fc.constant(a), byte, byte, byte)
  const ranges: Record<string, fc.Arbitrary<[number, number, number, number]>> = {
    'this network': first(0),
    'RFC 1918, 10': first(10),
    'RFC 1918, 172': fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), byte, byte),
    'RFC 1918, 192': fc.tuple(fc.constant(192), fc.constant(168), byte, byte),
    'carrier NAT': fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), byte, byte),
    loopback: first(127),
    'link-local': fc.tuple(fc.constant(169), fc.constant(254), byte, byte),
    'IETF protocols': fc.tuple(fc.constant(192), fc.constant(0), fc.constant(0), byte),
    documentation: fc.tuple(fc.constant(203), fc.constant(0), fc.constant(113), byte),
    benchmarking: fc.tuple(fc.constant(198), fc.constantFrom(18, 19), byte, byte),
    multicast: fc.tuple(fc.integer({ min: 224, max: 239 }), byte, byte, byte),
    reserved: fc.tuple(fc.integer({ min: 240, max: 255 }), byte, byte, byte),
  }
  it.each(Object.entries(ranges))('%s is refused in every notation', (_, range) => {
    const written = range.chain((address) => notation(address).map((host) => ({ address, host })))
    fc.assert(
      fc.property(
        written,
        fc.constantFrom('', ':443', ':8443'),
        fc.constantFrom('', '/', '/a?b'),
        ({ host }, port, path) => {
          expect(judge(`https://${host}${port}${path}`)).toBe('refuse')
        },
      ),
      { seed: 7, numRuns: 400 },
    )
  })

  it.each(Object.entries(ranges))('%s is refused as an answer of a resolver', (_, range) => {
    fc.assert(
      fc.property(range, ([a, b, c, d]) => {
        const plain = `${a}.${b}.${c}.${d}`
        expect(checkResolved([plain], 'a.b').allowed).toBe(false)
        expect(checkResolved([`::ffff:${plain}`], 'a.b').allowed).toBe(false)
        expect(checkResolved(['8.8.8.8', plain], 'a.b').allowed).toBe(false)
        expect(checkResolved([plain, '2606:4700::1'], 'a.b').allowed).toBe(false)
      }),
      { seed: 7 },
    )
  })

  const group = fc.integer({ min: 0, max: 0xffff })
  const v6 = (head: fc.Arbitrary<number>) =>
    fc.tuple(head, fc.array(group, { minLength: 7, maxLength: 7 })).map(([one, rest]) => [one, ...rest])
  const write = (groups: readonly number[]) => groups.map((value) => value.toString(16)).join(':')
  it.each([
    ['unique-local', v6(fc.integer({ min: 0xfc00, max: 0xfdff }))],
    ['link-local', v6(fc.integer({ min: 0xfe80, max: 0xfebf }))],
    ['site-local', v6(fc.integer({ min: 0xfec0, max: 0xfeff }))],
    ['multicast', v6(fc.integer({ min: 0xff00, max: 0xffff }))],
    ['outside 2000::/3', v6(fc.oneof(fc.integer({ min: 0, max: 0x1fff }), fc.integer({ min: 0x4000, max: 0xffff })))],
    ['6to4', v6(fc.constant(0x2002))],
  ])('IPv6 %s is refused', (_, addresses) => {
    fc.assert(
      fc.property(addresses, (groups) => {
        expect(judge(`https://[${write(groups)}]/`)).toBe('refuse')
        expect(checkResolved([write(groups)], 'a.b').allowed).toBe(false)
      }),
      { seed: 7, numRuns: 300 },
    )
  })
})

describe('an address of any bytes', () => {
  it('never throws, and what is allowed is a plain https URL of the host that it names', () => {
    const piece = fc.constantFrom(
      'https://',
      'http://',
      '@',
      ':',
      '[',
      ']',
      '::',
      '/',
      '\\',
      '%',
      '.',
      '127',
      '0x7f',
      'a.com',
      '。',
      '\t',
      '#',
      '?',
    )
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.webUrl(),
      fc.string({ unit: 'binary' }).map((rest) => `https://${rest}`),
      fc
        .array(fc.oneof(piece, fc.string({ unit: 'grapheme', maxLength: 5 })), { maxLength: 12 })
        .map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(text, (address) => {
        const verdict = checkAddress(address, 'read')
        if (!verdict.allowed) return
        const url = new URL(verdict.url)
        expect([url.protocol, url.username, url.password, url.hash, url.hostname]).toEqual([
          'https:',
          '',
          '',
          '',
          verdict.host,
        ])
        // What is allowed once is allowed again as it was normalised: each hop checks that.
        expect(checkAddress(verdict.url, 'read')).toEqual(verdict)
      }),
      { seed: 7, numRuns: 5_000 },
    )
  })

  it('is refused where it is no text, or too long to be read', () => {
    expect(checkAddress(undefined as unknown as string, 'read').allowed).toBe(false)
    expect(checkAddress({} as unknown as string, 'read').allowed).toBe(false)
    const longest = `https://example.com/${'a'.repeat(ADDRESS_MAX_CHARS - 21)}`
    expect([longest.length, judge(longest), judge(`${longest}a`)]).toEqual([ADDRESS_MAX_CHARS - 1, 'allow', 'refuse'])
    expect(judge(`https://example.com/${'ü'.repeat(2_000)}`)).toBe('refuse')
    expect(judge(`https://${'a.'.repeat(500_000)}com/`)).toBe('refuse')
  })
})

describe('what a name resolves to', () => {
  it('is allowed where every address is public', () => {
    const addresses = ['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c']
    expect(checkResolved(addresses, 'example.com')).toEqual({ allowed: true, addresses })
  })

  it.each([
    [[], 'a.b does not resolve to any address. Check how it is written.'],
    [
      ['8.8.8.8', '10.0.0.1'],
      'a.b resolves to 10.0.0.1, which is a private network (RFC 1918). Only sites on the public internet are read.',
    ],
    [['nonsense'], 'a.b resolves to something that is not an address.'],
    [['fe80::1%eth0'], 'a.b resolves to something that is not an address.'],
    [['0177.0.0.1'], 'a.b resolves to something that is not an address.'],
    [['127.1'], 'a.b resolves to something that is not an address.'],
    [
      ['::1'],
      'a.b resolves to ::1, which is this computer itself (loopback). Only sites on the public internet are read.',
    ],
  ])('%j is refused', (addresses, reason) => {
    expect(checkResolved(addresses, 'a.b')).toEqual({ allowed: false, reason })
  })
})

describe('an origin that the user configured', () => {
  const use = { configured: 'http://localhost:11434/v1' }

  it('may be anywhere, for that use only', () => {
    expect(checkAddress('http://localhost:11434/v1/chat', use)).toEqual({
      allowed: true,
      url: 'http://localhost:11434/v1/chat',
      host: 'localhost',
    })
    expect(judge('http://localhost:11434/v1/chat')).toBe('refuse')
  })

  it.each([
    'http://localhost:11435/v1',
    'https://localhost:11434/v1',
    'http://127.0.0.1:11434/v1',
    'http://user@localhost:11434/v1',
    'http://localhost:11434@example.com/',
    'ftp://localhost:11434/',
    'http://localhost:11434/\n',
    'not a url',
  ])('does not cover %j', (address) => {
    expect(checkAddress(address, use).allowed).toBe(false)
  })
})

describe('a planned call', () => {
  const plan = (value: string) => ({ target: { kind: 'address' as const, value } })

  it('to a bad address is refused before anybody is asked', () => {
    expect(outboundRefusal(plan('https://169.254.169.254/latest'))).toMatch(/^169\.254\.169\.254 is the local link/)
    expect(outboundRefusal(plan('https://example.com/'))).toBeNull()
    expect(outboundRefusal({ target: { kind: 'path', value: 'https://127.0.0.1/' } })).toBeNull()
  })
})
