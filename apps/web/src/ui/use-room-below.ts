import { type RefObject, useLayoutEffect, useState } from 'react'

/** How many px of the window are left below the top of an element, less `keep` for what stands under it. */
export function useRoomBelow(ref: RefObject<HTMLElement | null>, keep: number, least: number): number {
  const [room, setRoom] = useState(least)
  useLayoutEffect(() => {
    function measure() {
      const element = ref.current
      if (element === null) return
      const top = element.getBoundingClientRect().top + window.scrollY
      setRoom(Math.max(least, Math.floor(window.innerHeight - top - keep)))
    }
    measure()
    // What stands above may grow, as by a banner or a second line of filters.
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    window.addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', measure)
    }
  }, [ref, keep, least])
  return room
}
