/** The product's sign: two gates, one behind the other. Decoration: its name stands beside it. */
export function Sign({ size = 20 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 64 64" fill="none" strokeLinecap="round" aria-hidden="true">
      <rect width="64" height="64" rx="15" fill="#25324f" />
      <path d="M13 53V30.5a19 19 0 0 1 38 0V53" stroke="#f7f3ea" strokeWidth="5" />
      <path d="M25 53V33.5a7 7 0 0 1 14 0V53z" fill="#f0b429" />
      <path d="M22.5 53V33.5a9.5 9.5 0 0 1 19 0V53" stroke="#8fa6d8" strokeWidth="3.5" />
    </svg>
  )
}
