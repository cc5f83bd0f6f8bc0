import { ChevronDown } from 'lucide-react'
import type { Ref, SelectHTMLAttributes } from 'react'
import { cx } from './cx.ts'
import { useField } from './Field.tsx'
import { controlShape } from './TextInput.tsx'

export interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  readonly ref?: Ref<HTMLSelectElement>
  readonly small?: boolean
}

/** One of a few: the browser's own list, which every keyboard, phone and screen reader knows. */
export function Select({ className, small = false, children, ...rest }: SelectProps) {
  return (
    <div className={cx('relative', className)}>
      <select
        className={cx(controlShape, 'appearance-none truncate pr-9', small ? 'h-8 text-table' : 'h-10')}
        {...useField()}
        {...rest}
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4 text-ink-3"
      />
    </div>
  )
}
