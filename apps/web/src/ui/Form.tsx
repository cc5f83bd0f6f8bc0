import { type FormEventHandler, type ReactNode, useEffect, useRef } from 'react'
import { Banner } from './Banner.tsx'
import { cx } from './cx.ts'

export interface FormProps {
  readonly onSubmit: FormEventHandler<HTMLFormElement>
  /** Why the last submit was refused as a whole; shown at the top and brought into focus. */
  readonly refused?: ReactNode
  readonly className?: string
  readonly children: ReactNode
}

/** A form whose fields check themselves: the browser's own bubbles are off. */
export function Form({ onSubmit, refused, className, children }: FormProps) {
  const summary = useRef<HTMLDivElement>(null)
  const isRefused = refused !== undefined && refused !== null
  useEffect(() => {
    if (isRefused) summary.current?.scrollIntoView({ block: 'nearest' })
  }, [isRefused])
  return (
    <form noValidate onSubmit={onSubmit} className={cx('grid gap-4', className)}>
      <div ref={summary} className="empty:hidden">
        {isRefused && <Banner tone="danger">{refused}</Banner>}
      </div>
      {children}
    </form>
  )
}
