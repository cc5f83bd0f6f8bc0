import type { ReactNode } from 'react'

export interface PartProps {
  readonly title: string
  /** At the right of the title. */
  readonly aside?: ReactNode
  readonly children: ReactNode
}

/** A part of the detail under its own heading. */
export function Part({ title, aside, children }: PartProps) {
  return (
    <section>
      <div className="mb-2 flex items-baseline justify-between gap-4">
        <h3 className="text-body">{title}</h3>
        {aside !== undefined && <span className="text-table text-ink-2">{aside}</span>}
      </div>
      {children}
    </section>
  )
}
