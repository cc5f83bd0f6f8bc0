/** Brings a part of the page into sight and its heading the focus, as a link within the page would. */
export function leadTo(id: string): void {
  const part = document.getElementById(id)
  part?.scrollIntoView({ block: 'start' })
  part?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
}
