import type { ReactNode } from 'react'

export interface EmptyStateProps {
  readonly title: string
  readonly text?: ReactNode
  /** The future picture, greyed; decoration. */
  readonly picture?: ReactNode
  /** One primary action, at most one more. */
  readonly actions?: ReactNode
}

/** Nothing here yet: one sentence, and the one thing to do about it. */
export function EmptyState({ title, text, picture, actions }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-3 px-4 py-12 text-center">
      {picture !== undefined && (
        <div aria-hidden="true" className="mb-2 text-ink-3 opacity-60">
          {picture}
        </div>
      )}
      <p className="text-lead font-semibold">{title}</p>
      {text !== undefined && <div className="max-w-[52ch] text-ink-2">{text}</div>}
      {actions !== undefined && <div className="mt-2 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  )
}
