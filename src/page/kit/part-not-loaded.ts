/** The code of a part did not come: no network, or its file is gone because the app was updated. */
export class PartNotLoaded extends Error {
  override readonly name = 'PartNotLoaded'
}

/** What `load` resolves to. Rejects with `PartNotLoaded`, so that this is told from a part that throws while it shows. */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (cause) {
    throw new PartNotLoaded('A part of the page could not be loaded.', { cause })
  }
}

/** Asks anew for every style sheet that did not come: the browser asks once, and a part without its styles is no part. */
export async function reloadStyles(): Promise<void> {
  const missing = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].filter(
    ({ sheet }) => sheet === null,
  )
  await Promise.all(
    missing.map((link) => {
      const again = document.createElement('link')
      again.rel = 'stylesheet'
      again.href = link.href
      return new Promise<void>((resolve) => {
        again.addEventListener('load', () => resolve())
        again.addEventListener('error', () => resolve())
        link.replaceWith(again)
      })
    }),
  )
}
