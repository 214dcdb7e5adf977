import { expect, test } from 'vitest'
import { LIST_MAX_ENTRIES } from '#contracts/limits.ts'
import { WorkspaceClient } from '#e2e/doubles/workspace-client.ts'
import { type ListedFiles, listFiles } from './list-files.ts'

/** All that is found of a workspace with so many files in each of so many directories: how much, and whether it is cut. */
async function found(directories: number, files: number) {
  const client = new WorkspaceClient({})
  for (let directory = 0; directory < directories; directory += 1)
    for (let file = 0; file < files; file += 1) client.put(`d${directory}/${file}`, '')
  let last: ListedFiles = { paths: [], cut: false }
  await listFiles(client, 's', new AbortController().signal, (listed) => (last = listed))
  return { files: last.paths.length, cut: last.cut }
}

test.each([
  ['nothing of a small workspace', 3, 2, { files: 6, cut: false }],
  ['what a directory holds past its list', 1, LIST_MAX_ENTRIES + 1, { files: LIST_MAX_ENTRIES, cut: true }],
  ['nothing of as many files as fit', 2, 1_000, { files: 2_000, cut: false }],
  ['files past the bound in the last directory', 3, 900, { files: 2_000, cut: true }],
  ['directories behind the last file that fits', 3, 1_000, { files: 2_000, cut: true }],
  // The root is the first of those that are looked into.
  ['nothing of as many directories as are looked into', 199, 1, { files: 199, cut: false }],
  ['directories past the bound', 200, 1, { files: 199, cut: true }],
])('says that it leaves out %s', async (_, directories, files, expected) => {
  expect(await found(directories, files)).toEqual(expected)
})
