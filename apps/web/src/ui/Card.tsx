import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export interface CardProps {
  readonly title?: ReactNode
  /** At the right of the title. */
  readonly actions?: ReactNode
  /** No padding: a table or a list that reaches the border. */
  readonly flush?: boolean
  readonly className?: string
  readonly children: ReactNode
}

/** A sheet of paper: one border, no shadow. With a title it is a section of the page. */
export function Card({ title, actions, flush = false, className, children }: CardProps) {
  const Element = title === undefined ? 'div' : 'section'
  return (
    <Element className={cx('min-w-0 rounded-card border border-line bg-surface', className)}>
      {title !== undefined && (
        <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-3">
          <h2 className="text-lead font-semibold">{title}</h2>
          {actions}
        </div>
      )}
      {flush ? children : <div className="p-4">{children}</div>}
    </Element>
  )
}
