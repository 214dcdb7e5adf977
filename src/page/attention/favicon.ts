/** The product's sign, a gate in a wall, as an SVG address; a dot says that the agent works or waits. */
export function favicon(state: 'rest' | 'running' | 'waits'): string {
  const dot = {
    rest: '',
    running: '<circle cx="25" cy="25" r="5" fill="#8a8a86"/>',
    waits: '<circle cx="24" cy="24" r="7.5" fill="#3f66d6" stroke="#fff" stroke-width="2"/>',
  }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#26231f"/><path d="M7 25V11h3v3h3v-3h6v3h3v-3h3v14h-6v-5a3 3 0 0 0-6 0v5z" fill="#f7f5f1"/>${dot[state]}</svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
