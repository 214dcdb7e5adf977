/** A file's bytes as base64 without a `data:` prefix. Rejects where the file is gone or is a folder. */
export function readBase64(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    // The reader encodes natively; doing so over an array takes seconds for the largest attachment.
    const reader = new FileReader()
    reader.addEventListener('load', () => {
      const address = typeof reader.result === 'string' ? reader.result : ''
      resolve(address.slice(address.indexOf(',') + 1))
    })
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file could not be read.')))
    reader.readAsDataURL(file)
  })
}
