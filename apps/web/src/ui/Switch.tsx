import type { InputHTMLAttributes, ReactNode } from 'react'
import { cx } from './cx.ts'

export interface SwitchProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'role'> {
  readonly label: ReactNode
  readonly checked: boolean
}

/** A choice that is on or off and counts at once. */
export function Switch({ label, checked, className, ...rest }: SwitchProps) {
  return (
    <label
      className={cx(
        'inline-flex min-h-6 cursor-pointer items-center gap-2.5 text-table font-medium pointer-coarse:min-h-11',
        className,
      )}
    >
      <input
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        className="relative h-5 w-8.5 shrink-0 cursor-pointer appearance-none rounded-full bg-line-strong transition-colors duration-[120ms] before:absolute before:top-[3px] before:left-[3px] before:size-3.5 before:rounded-full before:bg-on-accent before:transition-transform before:duration-[120ms] before:content-[''] checked:bg-accent checked:before:translate-x-3.5 forced-colors:appearance-auto"
        {...rest}
      />
      {label}
    </label>
  )
}
