import { Component, type ReactNode } from 'react'
import { LostPart, type LostShape } from './lost-part.tsx'
import { reloadStyles } from './part-not-loaded.ts'

interface BoundaryProps {
  shape: LostShape
  /** Called before the part is shown anew, to ask for its code again. */
  onAgain?: () => void
  /** Given for what can be put away without being shown. */
  onClose?: (() => void) | undefined
  children: ReactNode
}

/** Holds what goes wrong in one part of the page to that part: the rest works on, and this one can be tried again. */
export class PartBoundary extends Component<BoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error: error ?? new Error('Something was thrown that is nothing.') }
  }

  readonly #again = async (): Promise<void> => {
    await reloadStyles()
    this.props.onAgain?.()
    this.setState({ error: null })
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === null) return this.props.children
    const { shape, onClose } = this.props
    return <LostPart shape={shape} error={error} onAgain={this.#again} onClose={onClose} />
  }
}
