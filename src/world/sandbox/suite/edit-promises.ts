import { describe, expect, test } from 'vitest'
import type { EditRequest, Sandbox } from '#contracts/ports/sandbox.ts'
import { failureOf, get, never, put, textOf, type Fresh } from './suite-kit.ts'

/** Literal edits. */
export function editPromises(fresh: Fresh): void {
  describe('edits', () => {
    const edit = (sandbox: Sandbox, request: Partial<EditRequest>) =>
      sandbox.edit('f', { oldText: '', newText: '', all: false, ...request }, never)

    test('replacement text is literal', async () => {
      const sandbox = await fresh()
      await put(sandbox, 'f', 'price: X\n')
      await edit(sandbox, { oldText: 'X', newText: "$& $1 $$ $`$'" })
      expect(await get(sandbox, 'f')).toBe("price: $& $1 $$ $`$'\n")
    })

    test('lines that end with CRLF stay so', async () => {
      const sandbox = await fresh()
      await put(sandbox, 'f', 'a\r\nb\r\nc\r\n')
      await edit(sandbox, { oldText: 'a\nb\n', newText: 'x\ny\nz\n' })
      expect(await get(sandbox, 'f')).toBe('x\r\ny\r\nz\r\nc\r\n')
    })

    test('two edits of one file both take effect, each on what the other left', async () => {
      const sandbox = await fresh()
      await put(sandbox, 'f', 'one two')
      const [a, b] = await Promise.all([
        edit(sandbox, { oldText: 'one', newText: '1' }),
        edit(sandbox, { oldText: 'two', newText: '2' }),
      ])
      expect(await get(sandbox, 'f')).toBe('1 2')
      expect(textOf(b.before)).toBe(textOf(a.after))
    })

    test('a text that is there twice needs all', async () => {
      const sandbox = await fresh()
      await put(sandbox, 'f', 'x\ny\nx\n')
      expect(await failureOf(edit(sandbox, { oldText: 'x', newText: 'z' }))).toMatchObject({
        kind: 'ambiguous-match',
        detail: { count: 2, lines: [1, 3] },
      })
      expect((await edit(sandbox, { oldText: 'x', newText: 'z', all: true })).replacements).toBe(2)
      expect(await get(sandbox, 'f')).toBe('z\ny\nz\n')
    })

    test('a near miss is shown', async () => {
      const sandbox = await fresh()
      await put(sandbox, 'f', 'first\n\tif (a) {\nlast\n')
      expect(await failureOf(edit(sandbox, { oldText: '  if (a) {', newText: 'x' }))).toMatchObject({
        kind: 'no-match',
        detail: { closest: '\tif (a) {', line: 2, why: 'in white space' },
      })
    })

    test('a stale revision and a binary file are refused', async () => {
      const sandbox = await fresh()
      const { revision } = await put(sandbox, 'f', 'a')
      await put(sandbox, 'f', 'ab')
      expect((await failureOf(edit(sandbox, { oldText: 'a', newText: 'b', expect: revision }))).kind).toBe(
        'changed-since-read',
      )
      await sandbox.write('f', new Uint8Array([97, 0, 98]), {}, never)
      expect((await failureOf(edit(sandbox, { oldText: 'a', newText: 'b' }))).kind).toBe('binary')
    })
  })
}
