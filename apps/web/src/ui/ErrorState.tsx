import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'

export interface ErrorStateProps {
  /** What failed. */
  readonly title: string
  /** What is not affected, and what can be done. */
  readonly text?: ReactNode
  readonly onRetry?: () => void
  readonly busy?: boolean
  /** It is the whole screen, and its title the heading. */
  readonly isScreen?: boolean
}

/** A region that could not be shown; the rest of the page stands. */
export function ErrorState({ title, text, onRetry, busy = false, isScreen = false }: ErrorStateProps) {
  return (
    <div role="alert" className="grid justify-items-center gap-2 px-4 py-10 text-center">
      <TriangleAlert aria-hidden="true" className="size-6 text-danger" />
      {isScreen ? (
        <h1 tabIndex={-1} className="text-h2 font-semibold">
          {title}
        </h1>
      ) : (
        <p className="text-lead font-semibold">{title}</p>
      )}
      {text !== undefined && <div className="max-w-[52ch] text-ink-2">{text}</div>}
      {onRetry !== undefined && (
        <Button className="mt-2" busy={busy} onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  )
}
