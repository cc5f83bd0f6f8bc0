import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from './Button.tsx'
import { cx } from './cx.ts'

export type Tone = 'info' | 'gain' | 'warn' | 'danger'

export interface BannerProps {
  readonly tone?: Tone
  readonly children: ReactNode
  readonly action?: ReactNode
  readonly onDismiss?: () => void
  /** Across the whole window rather than inside a page. */
  readonly wide?: boolean
}

/** A strip that says what the page cannot: what is missing, what has changed, what to do. */
export function Banner({ tone = 'info', children, action, onDismiss, wide = false }: BannerProps) {
  const Icon = icons[tone]
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={cx(
        'flex items-center gap-2 py-2 text-body',
        wide ? cx('border-b px-4 md:px-6', clearOfSheet) : 'rounded-card border px-4',
        tones[tone],
      )}
    >
      <div className="flex min-w-0 grow flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex min-w-0 items-start gap-2 text-ink">
          <Icon aria-hidden="true" className={cx('mt-0.5 size-4 shrink-0', marks[tone])} />
          <div className="min-w-0 wrap-anywhere">{children}</div>
        </div>
        {action}
      </div>
      {onDismiss !== undefined && (
        <IconButton label="Dismiss" onClick={onDismiss}>
          <X aria-hidden="true" className="size-4" />
        </IconButton>
      )}
    </div>
  )
}

// A sheet beside the page covers its right edge, and what closes the strip with it.
const clearOfSheet = 'md:[body:has(dialog[data-beside][open])_&]:pr-[536px]'

const icons = { info: Info, gain: CircleCheck, warn: TriangleAlert, danger: CircleAlert }

const tones = {
  info: 'border-line bg-info-soft',
  gain: 'border-line bg-gain-soft',
  warn: 'border-line bg-warn-soft',
  danger: 'border-line bg-danger-soft',
}

const marks = { info: 'text-info', gain: 'text-gain', warn: 'text-warn', danger: 'text-danger' }
