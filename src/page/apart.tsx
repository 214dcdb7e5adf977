import { Component, type ReactNode } from 'react'

interface ApartProps {
  /** Told once that the part is gone. */
  onBroken: () => void
  children: ReactNode
}

/** Holds what goes wrong in a part that has no place of its own on the page: it goes, and everything else works on. */
export class Apart extends Component<ApartProps, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true }
  }

  override componentDidCatch(): void {
    this.props.onBroken()
  }

  override render(): ReactNode {
    return this.state.broken ? null : this.props.children
  }
}
