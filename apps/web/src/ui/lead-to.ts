/** Brings a part of the page into sight and its heading the focus, as a link within the page would. */
export function leadTo(id: string): void {
  const part = document.getElementById(id)
  const heading = part?.querySelector('h2')
  part?.scrollIntoView({ block: 'start' })
  if (heading == null) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
