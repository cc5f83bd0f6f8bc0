import type { ReactNode } from 'react'

/** A total stands between a single rule above and a double rule below, as in a book. */
export function Total({ children }: { children: ReactNode }) {
  return <span className="inline-block border-b-[3px] border-double border-ink-2 pb-0.5">{children}</span>
}
