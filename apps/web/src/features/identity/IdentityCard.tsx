import type { ReactNode } from 'react'
import { useTitle } from '../../ui/Page.tsx'

export interface IdentityCardProps {
  readonly title: string
  readonly text?: ReactNode
  readonly children: ReactNode
  /** Under the card: the other way. */
  readonly aside?: ReactNode
}

/** The one card of 400 px that signing in, up and starting happen on. */
export function IdentityCard({ title, text, children, aside }: IdentityCardProps) {
  useTitle(title)
  return (
    <div className="w-full max-w-[400px]">
      <div className="rounded-card border border-line bg-surface p-6 md:p-8">
        <h1 tabIndex={-1} className="text-h1 tracking-[-0.01em]">
          {title}
        </h1>
        {text !== undefined && <div className="mt-2 text-ink-2">{text}</div>}
        <div className="mt-6">{children}</div>
      </div>
      {aside !== undefined && <div className="mt-4 text-center text-ink-2">{aside}</div>}
    </div>
  )
}
