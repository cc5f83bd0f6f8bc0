let hasMoved = false

/** Another screen is shown: the focus comes to its heading. */
export function arrive(): void {
  hasMoved = true
  document.querySelector('h1')?.focus({ preventScroll: true })
}

/** Gives the focus to a heading that takes the place of one that had it, as when the data of a screen has come. */
export function keepArrival(heading: HTMLElement | null): void {
  if (hasMoved && isFocusLost()) heading?.focus({ preventScroll: true })
}

/** Whether what had the focus is no longer in the page. */
export function isFocusLost(): boolean {
  return document.activeElement === document.body
}
