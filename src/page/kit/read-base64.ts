/** A file's bytes as base64 without a `data:` prefix. Rejects where the file is gone or is a folder, and on `signal`. */
export function readBase64(file: Blob, signal?: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    // The reader encodes natively; doing so over an array takes seconds for the largest attachment.
    const reader = new FileReader()
    reader.addEventListener('load', () => {
      const address = typeof reader.result === 'string' ? reader.result : ''
      const comma = address.indexOf(',')
      // Empty files give an address without a comma in some browsers.
      resolve(comma === -1 ? '' : address.slice(comma + 1))
    })
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file could not be read.')))
    reader.addEventListener('abort', () => reject(new DOMException('Taken back.', 'AbortError')))
    if (signal?.aborted === true) return reject(new DOMException('Taken back.', 'AbortError'))
    signal?.addEventListener('abort', () => reader.abort(), { once: true })
    return reader.readAsDataURL(file)
  })
}
