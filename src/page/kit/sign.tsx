/** The product's sign: a gate in a wall. Decoration: its name stands beside it. */
export function Sign({ size = 20 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="var(--ink)" />
      <path d="M7 25V11h3v3h3v-3h6v3h3v-3h3v14h-6v-5a3 3 0 0 0-6 0v5z" fill="var(--paper)" />
    </svg>
  )
}
