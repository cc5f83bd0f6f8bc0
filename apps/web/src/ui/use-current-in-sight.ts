import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * For a row of links, tabs or buttons that may be wider than a phone: scrolls it to the current, selected or pressed one whenever that, or
 * its width, is another.
 */
export function useCurrentInSight<E extends HTMLElement>(current: unknown): RefObject<E | null> {
  const row = useRef<E>(null)
  useLayoutEffect(() => {
    const element = row.current
    if (element === null) return
    // Sideways only: a page that was scrolled down stays where it is.
    const show = () => {
      const here = element.querySelector(CURRENT)?.getBoundingClientRect()
      if (here === undefined) return
      const row = element.getBoundingClientRect()
      element.scrollLeft += here.left + here.width / 2 - row.left - row.width / 2
    }
    show()
    const width = new ResizeObserver(show)
    width.observe(element)
    return () => width.disconnect()
  }, [current])
  return row
}

const CURRENT = '[aria-current], [aria-selected="true"], [aria-pressed="true"]'
