import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { cx } from './cx.ts'
import { useField } from './Field.tsx'
import { controlShape, type TextInputProps } from './TextInput.tsx'

/** A secret that can be shown. Pasting and password managers are welcome (WCAG 3.3.8). */
export function PasswordInput({
  className,
  mono = false,
  what = 'password',
  ...rest
}: Omit<TextInputProps, 'type'> & {
  /** Name of the secret. */
  readonly what?: string
}) {
  const [isShown, setShown] = useState(false)
  return (
    <div className="relative">
      <input
        type={isShown ? 'text' : 'password'}
        spellCheck={false}
        autoCapitalize="none"
        className={cx(controlShape, 'h-10 pr-11', mono && 'font-mono', className)}
        {...useField()}
        {...rest}
      />
      <button
        type="button"
        aria-label={isShown ? `Hide ${what}` : `Show ${what}`}
        aria-pressed={isShown}
        onClick={() => setShown(!isShown)}
        className="absolute inset-y-0 right-0 inline-flex w-10 items-center justify-center rounded-control text-ink-3 hover:text-ink"
      >
        {isShown ? (
          <EyeOff aria-hidden="true" className="size-4" />
        ) : (
          <Eye aria-hidden="true" className="size-4" />
        )}
      </button>
    </div>
  )
}
