import { type ReactNode, useEffect } from 'react'
import { keepArrival } from './arrival.ts'

export interface PageProps {
  /** The one h1, and the window's title. */
  readonly title: string
  /** Instead of the title in the h1: with a logo, or a status beside it. */
  readonly heading?: ReactNode
  readonly actions?: ReactNode
  /** Under the heading: one line of facts. */
  readonly summary?: ReactNode
  readonly children: ReactNode
}

/** A screen: its heading, what can be done with it, and what it shows. The focus comes to its h1 on arrival. */
export function Page({ title, heading, actions, summary, children }: PageProps) {
  useTitle(title)
  return (
    // One width for every screen: nothing jumps from one to the next.
    <div className="mx-auto w-full max-w-[1328px] px-4 py-6 md:px-6 md:py-8">
      <div className="mb-6 flex flex-wrap items-start gap-x-6 gap-y-3">
        <div className="min-w-0 grow basis-80">
          <h1 ref={keepArrival} tabIndex={-1} className="text-h1 tracking-[-0.01em]">
            {heading ?? title}
          </h1>
          {summary !== undefined && summary !== false && <div className="mt-1 text-ink-2">{summary}</div>}
        </div>
        {actions !== undefined && (
          <div className="flex flex-wrap items-center gap-2 md:ml-auto">{actions}</div>
        )}
      </div>
      {children}
    </div>
  )
}

/** Name the window after the screen. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Lotbook`
  }, [title])
}
