const DOTS = {
  rest: '',
  running: '<circle cx="51" cy="51" r="10" fill="#8fa6d8" stroke="#25324f" stroke-width="4"/>',
  waits: '<circle cx="48" cy="48" r="15" fill="#3f6fe8" stroke="#fff" stroke-width="4"/>',
}

/** The product's sign as an SVG address for the tab; a dot says that the agent works or waits. */
export function favicon(state: 'rest' | 'running' | 'waits'): string {
  const gates =
    '<path d="M13 53V30.5a19 19 0 0 1 38 0V53" stroke="#f7f3ea" stroke-width="5"/><path d="M25 53V33.5a7 7 0 0 1 14 0V53z" fill="#f0b429"/><path d="M22.5 53V33.5a9.5 9.5 0 0 1 19 0V53" stroke="#8fa6d8" stroke-width="3.5"/>'
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" fill="none" stroke-linecap="round"><rect width="64" height="64" rx="15" fill="#25324f"/>${gates}${DOTS[state]}</svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
