/** Closer to the end than this, in pixels, counts as being there. */
const AT_END_PX = 40
/** Positions differ by fractions of a pixel where the device's pixels are not the page's. */
const ROUNDING_PX = 1

const UP_KEYS = new Set(['ArrowUp', 'PageUp', 'Home'])

/**
 * Keeps a scrolling box at its end while the reader follows. Only the reader ends that, with wheel, finger, key or
 * scrollbar: however late or in whatever order sizes and positions are reported, what merely grew, shrank, or came and
 * went beside it does not. Back at the end, the reader follows again. `onAway` hears whether the reader has left the end
 * out of sight.
 */
export class ScrollFollow {
  #following = true
  #away = false
  /** Position, size of what is in the box and height of the box, as they were when they were last looked at. */
  #top: number
  #size: number
  #height: number
  /** A hand is on the scrollbar or drags a selection, or the focus has just moved: what scrolls now, scrolls by the reader. */
  #held = false
  /** A hand is down on what is in the box: a press that ends where it began scrolls nothing. */
  #pressed = false
  #touchY: number | null = null
  readonly #sized: ResizeObserver
  readonly #beside: MutationObserver
  readonly #listening = new AbortController()

  constructor(
    private readonly frame: HTMLElement,
    private readonly onAway: (away: boolean) => void,
  ) {
    this.#top = frame.scrollTop
    this.#size = frame.scrollHeight
    this.#height = frame.clientHeight
    const { signal } = this.#listening
    const on = <K extends keyof HTMLElementEventMap>(type: K, hear: (event: HTMLElementEventMap[K]) => void) =>
      frame.addEventListener(type, hear, { passive: true, signal })
    on('scroll', () => this.#scrolled())
    on('wheel', (event) => {
      if (event.deltaY < 0 && !event.ctrlKey) this.#up(event.target)
    })
    on('touchstart', ({ touches }) => (this.#touchY = touches[0]?.clientY ?? null))
    on('touchmove', ({ touches, target }) => {
      const y = touches[0]?.clientY ?? null
      // The finger goes down, what is read goes up.
      if (y !== null && this.#touchY !== null && y > this.#touchY) this.#up(target)
      this.#touchY = y
    })
    on('keydown', (event) => {
      const up = UP_KEYS.has(event.key) || (event.key === ' ' && event.shiftKey)
      if (up && !event.defaultPrevented && !event.altKey && !isField(event.target)) this.#up(event.target)
    })
    on('pointerdown', ({ target }) => {
      // On the scrollbar the box itself is pressed.
      this.#held = target === frame
      this.#pressed = true
    })
    // The browser brings what has the focus into sight, in this frame or the next; the box itself is in sight.
    on('focusin', ({ target }) => {
      if (target === frame) return
      this.#held = true
      requestAnimationFrame(() => requestAnimationFrame(() => (this.#held = false)))
    })
    const release = () => (this.#held = this.#pressed = false)
    for (const type of ['pointerup', 'pointercancel', 'blur'] as const)
      window.addEventListener(type, release, { passive: true, signal })
    // Some browsers do not report that a scrollbar is let go of.
    const moved = ({ buttons }: PointerEvent) => {
      if (buttons === 0) release()
      else if (this.#pressed) this.#held = true
    }
    window.addEventListener('pointermove', moved, { passive: true, signal })

    // What stands beside the box may grow and shrink back, or go and come again, in one go: the place is lost then, and
    // no size tells of it. Heard before the page hears that it scrolled.
    this.#beside = new MutationObserver(() => this.#held || this.grown())
    for (const each of besides(frame)) this.#beside.observe(each, { childList: true, subtree: true, attributes: true })
    this.#sized = new ResizeObserver(() => this.grown())
    this.#sized.observe(frame)
    this.#pin()
  }

  /** Goes to the end and follows it from here on. */
  toEnd(): void {
    this.#following = true
    this.#pin()
  }

  /** Told whenever what is in the box has another size, before that is painted. */
  grown(): void {
    if (this.#following) this.#pin()
    else this.#look()
  }

  /** Told when the page itself has scrolled the box, for reasons of its own: a reader who follows is back at the end at once. */
  scrolledByPage(): void {
    if (this.#following) this.#pin()
  }

  /** Stays where it is, or where it is brought next, while more comes. */
  leave(): void {
    this.#following = false
  }

  stop(): void {
    this.#listening.abort()
    this.#sized.disconnect()
    this.#beside.disconnect()
  }

  get #toEnd(): number {
    return this.frame.scrollHeight - this.frame.scrollTop - this.frame.clientHeight
  }

  #pin(): void {
    if (this.#toEnd > ROUNDING_PX) this.frame.scrollTop = this.frame.scrollHeight
    this.#look()
  }

  /** The reader means to go up. Said before anything has moved, so that nothing pulls back what only begins to. */
  #up(target: EventTarget | null): void {
    if (this.frame.scrollTop <= 0 || this.#hasRoomAbove(target)) return
    this.#following = false
  }

  /** True where a box inside of this one scrolls first. */
  #hasRoomAbove(target: EventTarget | null): boolean {
    for (let up = target instanceof Element ? target : null; up !== null && up !== this.frame; up = up.parentElement) {
      if (up.scrollTop > 0 && /auto|scroll/.test(getComputedStyle(up).overflowY)) return true
    }
    return false
  }

  #scrolled(): void {
    const { scrollTop, scrollHeight, clientHeight } = this.frame
    if (scrollTop > this.#top && this.#toEnd <= AT_END_PX) this.#following = true
    else if (scrollTop < this.#top - ROUNDING_PX && this.#following && this.#toEnd > ROUNDING_PX) {
      // Nothing else has changed, so somebody moved it: a search in the page, a screen reader. What moved because a
      // size changed is put back; a box that grew by what vanished beneath it has moved and is still at its end.
      const resized = scrollHeight !== this.#size || clientHeight !== this.#height
      if (resized && !this.#held) return this.#pin()
      this.#following = false
    }
    return this.#look()
  }

  #look(): void {
    this.#top = this.frame.scrollTop
    this.#size = this.frame.scrollHeight
    this.#height = this.frame.clientHeight
    const away = !this.#following && this.#toEnd > AT_END_PX
    if (away === this.#away) return
    this.#away = away
    this.onAway(away)
  }
}

/** What shares the room with a box: whatever stands beside it or beside what it is in, up to the landmark round it. */
function besides(frame: HTMLElement): Element[] {
  const found: Element[] = []
  for (let at: Element = frame; at.parentElement !== null && !at.matches('main, body'); at = at.parentElement)
    found.push(...[...at.parentElement.children].filter((each) => each !== at))
  return found
}

function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select') !== null
}
