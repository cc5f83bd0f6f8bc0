import { type KeyboardEvent, useState } from 'react'

/** The point of a picture that the keyboard stands on: one tab stop, arrows move, Home and End go to the ends. */
export function usePoints(count: number, onOpen: ((at: number) => void) | undefined) {
  const [at, setAt] = useState<number>()
  return {
    at,
    onFocus: () => setAt((now) => now ?? 0),
    onBlur: () => setAt(undefined),
    onKeyDown: (event: KeyboardEvent) => {
      const now = at ?? 0
      const to = {
        ArrowRight: now + 1,
        ArrowDown: now + 1,
        ArrowLeft: now - 1,
        ArrowUp: now - 1,
        Home: 0,
        End: count - 1,
      }[event.key]
      if ((event.key === 'Enter' || event.key === ' ') && onOpen !== undefined) onOpen(now)
      else if (to === undefined) return
      else setAt(Math.min(Math.max(0, to), count - 1))
      event.preventDefault()
    },
  }
}
