import type { InputHTMLAttributes, Ref, TextareaHTMLAttributes } from 'react'
import { cx } from './cx.ts'
import { useField } from './Field.tsx'

export interface TextInputProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly ref?: Ref<HTMLInputElement>
  /** Keys, hashes, addresses, codes. */
  readonly mono?: boolean
  /** As high as a small `Select`. */
  readonly small?: boolean
}

/** One line of text; at home in a `Field`. As wide as its place, unless its caller says `w-*!` or `max-w-*`. */
export function TextInput({
  className,
  mono = false,
  small = false,
  type = 'text',
  ...rest
}: TextInputProps) {
  return (
    <input
      type={type}
      className={cx(controlShape, small ? 'h-8 text-table' : 'h-10', mono && 'font-mono', className)}
      {...useField()}
      {...rest}
    />
  )
}

export interface TextareaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  readonly ref?: Ref<HTMLTextAreaElement>
  readonly mono?: boolean
}

/** Several lines of text; at home in a `Field`. */
export function Textarea({ className, mono = false, rows = 3, ...rest }: TextareaProps) {
  return (
    <textarea
      rows={rows}
      className={cx(controlShape, 'py-2', mono && 'font-mono', className)}
      {...useField()}
      {...rest}
    />
  )
}

/** How every control that takes text looks: 16 px on touch, so that phones do not zoom in. */
export const controlShape =
  'w-full min-w-0 rounded-control border border-line-strong bg-surface px-3 text-body text-ink placeholder:text-ink-3 aria-invalid:border-danger aria-invalid:bg-danger-soft disabled:opacity-60 [&[readonly]]:bg-sunken pointer-coarse:min-h-11 pointer-coarse:text-lead'
