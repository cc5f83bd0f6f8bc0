import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/** Names at the left and their values at the right, of `FactRow`s. `ruled` sets it off from what stands above. */
export function Facts({
  ruled = false,
  children,
}: {
  readonly ruled?: boolean
  readonly children: ReactNode
}) {
  return (
    <dl
      className={cx(
        'grid grid-cols-[minmax(min-content,1fr)_auto] gap-x-3 gap-y-1',
        ruled && 'border-t border-line pt-3',
      )}
    >
      {children}
    </dl>
  )
}

/** A name and its value. */
export function FactRow({
  name,
  isStrong = false,
  children,
}: {
  readonly name: string
  readonly isStrong?: boolean
  readonly children: ReactNode
}) {
  return (
    <>
      <dt className={isStrong ? 'font-medium' : 'text-ink-2'}>{name}</dt>
      <dd className={cx('text-right tabular-nums', isStrong && 'font-medium')}>{children}</dd>
    </>
  )
}
