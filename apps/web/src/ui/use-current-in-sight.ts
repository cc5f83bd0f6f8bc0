import { type RefObject, useLayoutEffect, useRef } from 'react'

/** For a row of links that may be wider than a phone: scrolls it to the current one whenever that is another. */
export function useCurrentInSight<E extends HTMLElement>(current: unknown): RefObject<E | null> {
  const row = useRef<E>(null)
  useLayoutEffect(() => {
    row.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [current])
  return row
}
