import { type InputHTMLAttributes, type ReactNode, type Ref, useEffect, useId, useRef } from 'react'
import { cx } from './cx.ts'

export interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  readonly label: ReactNode
  /** Keep the label for screen readers only, as in a table's first column. */
  readonly hideLabel?: boolean
  readonly hint?: ReactNode
  /** Some but not all of what it stands for. */
  readonly indeterminate?: boolean
  readonly ref?: Ref<HTMLInputElement>
}

/** A box to tick, with its label. */
export function Checkbox({
  label,
  hideLabel = false,
  hint,
  indeterminate = false,
  ref,
  className,
  ...rest
}: CheckboxProps) {
  const hintId = useId()
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = indeterminate
  }, [indeterminate])

  return (
    <label
      className={cx(
        'flex min-h-6 items-start gap-2 pointer-coarse:min-h-11 pointer-coarse:items-center',
        className,
      )}
    >
      <input
        ref={(element) => {
          box.current = element
          if (typeof ref === 'function') ref(element)
          else if (ref) ref.current = element
        }}
        type="checkbox"
        aria-describedby={hint === undefined ? undefined : hintId}
        className="m-0.5 size-4 shrink-0 accent-accent"
        {...rest}
      />
      <span className={hideLabel ? 'sr-only' : 'text-body'}>
        {label}
        {hint !== undefined && (
          <span id={hintId} className="block text-caption text-ink-3">
            {hint}
          </span>
        )}
      </span>
    </label>
  )
}
