import { type ReactNode, useEffect } from 'react'
import { keepArrival } from './arrival.ts'
import { cx } from './cx.ts'

export interface PageProps {
  /** The one h1, and the window's title. */
  readonly title: string
  /** Instead of the title in the h1: with a logo, or a status beside it. */
  readonly heading?: ReactNode
  readonly actions?: ReactNode
  /** Under the heading: one line of facts. */
  readonly summary?: ReactNode
  /** Tables may take the whole window; text and forms 1280 px. */
  readonly wide?: boolean
  readonly children: ReactNode
}

/** A screen: its heading, what can be done with it, and what it shows. The focus comes to its h1 on arrival. */
export function Page({ title, heading, actions, summary, wide = false, children }: PageProps) {
  useTitle(title)
  return (
    <div className={cx('mx-auto w-full px-4 py-6 md:px-6 md:py-8', !wide && 'max-w-[1328px]')}>
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
