import { Check, Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from './Button.tsx'
import { toastFailed } from './toast-store.ts'

/** How long the check shows after copying (R9.5). */
export const COPIED_MS = 2000

/** Copies the whole of a text; a check shows for two seconds. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [isCopied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setCopied(false), COPIED_MS)
    } catch {
      toastFailed('Your browser blocked copying. Select the text and copy it yourself.')
    }
  }

  return (
    <IconButton label={isCopied ? 'Copied' : label} onClick={() => void copy()}>
      {isCopied ? (
        <Check aria-hidden="true" className="size-4 text-gain" />
      ) : (
        <Copy aria-hidden="true" className="size-4" />
      )}
    </IconButton>
  )
}
