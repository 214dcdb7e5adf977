/**
 * A `fetch` that sends only the headers named. A browser asks a vendor for leave for each other header, and
 * one that is not on the vendor's list fails the whole request (spec PV8); the libraries add a `user-agent`.
 */
export function admittedFetch(base: typeof fetch, admitted: readonly string[]): typeof fetch {
  return (input, init) => {
    const headers = new Headers()
    for (const [name, value] of new Headers(init?.headers)) {
      if (admitted.includes(name.toLowerCase())) headers.set(name, value)
    }
    return base(input, { ...init, headers })
  }
}
