import type { Ref } from 'react'
import { TextInput } from './TextInput.tsx'

export interface CodeInputProps {
  readonly value: string
  readonly onChange: (code: string) => void
  /** The last digit was entered or a whole code pasted. */
  readonly onComplete?: (code: string) => void
  readonly ref?: Ref<HTMLInputElement>
}

const LENGTH = 6

/**
 * The six digits of an authenticator or a mail. One control rather than six boxes: paste, password managers and the
 * phone's own suggestion work, and the focus never moves by itself.
 */
export function CodeInput({ value, onChange, onComplete, ref }: CodeInputProps) {
  return (
    <TextInput
      ref={ref}
      mono
      inputMode="numeric"
      autoComplete="one-time-code"
      placeholder="000000"
      value={value}
      className="h-12 text-center text-h2 tracking-[0.4em]"
      onChange={(event) => {
        const code = digitsOf(event.target.value)
        onChange(code)
        if (code.length === LENGTH && code !== value) onComplete?.(code)
      }}
    />
  )
}

/** The digits of what was typed or pasted ("123 456", "code: 123456"), at most six. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, '').slice(0, LENGTH)
}
