export interface Placement {
  readonly side: 'top' | 'bottom'
  readonly align: 'start' | 'center' | 'end'
}

/** Put a floating element beside its anchor, turned to the other side where there is no room, inside the window. */
export function placeNear(anchor: HTMLElement, floating: HTMLElement, { side, align }: Placement): void {
  const gap = 6
  const margin = 8
  const a = anchor.getBoundingClientRect()
  const f = floating.getBoundingClientRect()

  const above = a.top - f.height - gap
  const below = a.bottom + gap
  const fitsBelow = below + f.height <= window.innerHeight - margin
  const top =
    side === 'bottom' ? (fitsBelow || above < margin ? below : above) : above < margin ? below : above

  const wanted =
    align === 'start' ? a.left : align === 'end' ? a.right - f.width : a.left + (a.width - f.width) / 2
  const left = Math.min(Math.max(wanted, margin), Math.max(margin, window.innerWidth - f.width - margin))

  floating.style.top = `${top.toString()}px`
  floating.style.left = `${left.toString()}px`
}
