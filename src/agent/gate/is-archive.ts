const ENDINGS =
  /\.(?:zip|tar|tgz|gz|tbz2?|bz2|txz|xz|zst|7z|rar|jar|war|whl|crate|gem|vsix|nupkg|apk|cpio|iso|dmg|deb|rpm)$/i

/** How files that hold other files begin: zip, gzip, bzip2, xz, zstd, 7z, rar. */
const BEGINNINGS: readonly (readonly number[])[] = [
  [0x50, 0x4b, 0x03, 0x04],
  [0x50, 0x4b, 0x05, 0x06],
  [0x1f, 0x8b],
  [0x42, 0x5a, 0x68],
  [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00],
  [0x28, 0xb5, 0x2f, 0xfd],
  [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c],
  [0x52, 0x61, 0x72, 0x21],
]
/** Where a tar says that it is one, and how. */
const TAR = { at: 257, begins: [0x75, 0x73, 0x74, 0x61, 0x72] } as const

/** True for a file that holds other files, by its name or by its bytes: a name can be anything. */
export function isArchive(name: string, bytes: Uint8Array): boolean {
  const begins = (letters: readonly number[], at = 0): boolean =>
    letters.every((letter, index) => bytes[at + index] === letter)
  return ENDINGS.test(name) || BEGINNINGS.some((each) => begins(each)) || begins(TAR.begins, TAR.at)
}
