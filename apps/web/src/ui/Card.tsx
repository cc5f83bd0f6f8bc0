import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export interface CardProps {
  /** Leads to it from elsewhere on the page. */
  readonly id?: string
  readonly title?: ReactNode
  /** At the right of the title. */
  readonly actions?: ReactNode
  /** No padding: a table, or a list that reaches the border. Its rows begin where the title does by `px-card`. */
  readonly flush?: boolean
  readonly className?: string
  readonly children: ReactNode
}

/** A sheet of paper. With a title it is a section of the page. */
export function Card({ id, title, actions, flush = false, className, children }: CardProps) {
  const Element = title === undefined ? 'div' : 'section'
  return (
    <Element
      id={id}
      className={cx('min-w-0 rounded-card border border-edge bg-surface shadow-card', className)}
    >
      {title !== undefined && (
        <div className="flex min-h-11 flex-wrap items-center justify-between gap-2 px-card pt-3 md:pt-4">
          <h2 className="text-lead font-semibold">{title}</h2>
          {actions}
        </div>
      )}
      {flush ? (
        children
      ) : (
        <div className={cx('px-card py-4 md:pb-6', title === undefined ? 'md:pt-5' : 'pt-3 md:pt-3')}>
          {children}
        </div>
      )}
    </Element>
  )
}
