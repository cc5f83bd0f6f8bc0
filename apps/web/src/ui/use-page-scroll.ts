import { type RefObject, useLayoutEffect, useState } from 'react'
import type { scrollTopFor } from './row-window.ts'

/** Height of the bar that stays at the top of every screen, in px. */
const TOP_BAR_PX = 56

type View = Pick<Parameters<typeof scrollTopFor>[1], 'scrollTop' | 'height'>

/**
 * How much of some rows the page has scrolled by, and how much of them is in sight, in px.
 *
 * @param isOn false where the rows scroll by themselves.
 * @param covered what stays in sight over the rows: the head above them, and what stands at the foot of the window.
 */
export function usePageScroll(
  rows: RefObject<HTMLElement | null>,
  isOn: boolean,
  covered: { readonly head: number; readonly foot: number },
): View {
  const [view, setView] = useState<View>({ scrollTop: 0, height: 600 })
  const above = TOP_BAR_PX + covered.head
  const { foot } = covered
  useLayoutEffect(() => {
    if (!isOn) return undefined
    function measure() {
      const top = rows.current?.getBoundingClientRect().top
      if (top === undefined) return
      const scrollTop = Math.max(0, above - top)
      const height = Math.max(1, window.innerHeight - foot - Math.max(top, above))
      setView((known) =>
        known.scrollTop === scrollTop && known.height === height ? known : { scrollTop, height },
      )
    }
    measure()
    // What stands above may grow, as by a banner or a second line of filters.
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    window.addEventListener('scroll', measure, { passive: true })
    window.addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      window.removeEventListener('scroll', measure)
      window.removeEventListener('resize', measure)
    }
  }, [rows, isOn, above, foot])
  return view
}
