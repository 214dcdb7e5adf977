import 'react'

declare module 'react' {
  /** Style sheets take numbers and sizes from elements as custom properties. */
  interface CSSProperties {
    [property: `--${string}`]: string | number | undefined
  }
}
