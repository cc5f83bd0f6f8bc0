const EVENTS = ['mousedown', 'mouseup', 'click', 'dblclick'] as const

/**
 * For a click that takes away what was clicked: the further clicks of a double click meet nothing, for nobody meant what lies behind. The
 * browser counts them (`detail`), whatever they meet; the next press that is one of its own ends it.
 */
export function swallowRepeats(): void {
  const swallow = (event: MouseEvent) => {
    if (event.detail > 1) {
      event.preventDefault()
      event.stopImmediatePropagation()
    } else if (event.type === 'mousedown') {
      for (const name of EVENTS) removeEventListener(name, swallow, true)
    }
  }
  for (const name of EVENTS) addEventListener(name, swallow, true)
}
