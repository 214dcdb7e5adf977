/** Gives the focus to the composer's text field, where one is shown. */
export function focusMessage(): void {
  document.querySelector<HTMLElement>('[data-composer]')?.focus()
}
