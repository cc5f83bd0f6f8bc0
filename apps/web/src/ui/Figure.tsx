import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { useOpenExplain } from './explain-context.ts'

export interface FigureProps {
  /** Opens what is behind the figure. */
  readonly handle?: string | null | undefined
  /** Opens what is behind a figure that has no handle. */
  readonly onOpen?: (() => void) | undefined
  /** What the figure is, for who hears it: "Net gain". */
  readonly label: string
  readonly className?: string
  /** A `Money`, `Quantity` or `Percent`. */
  readonly children: ReactNode
}

/** A figure that explains itself: a button that opens the Explain panel on it. */
export function Figure({ handle, onOpen, label, className, children }: FigureProps) {
  const explain = useOpenExplain()
  const isExplained = handle !== undefined && handle !== null && explain !== undefined
  const open = isExplained ? () => explain(handle) : onOpen
  if (open === undefined) {
    return <span className={className}>{children}</span>
  }
  return (
    <button
      type="button"
      title={`Explain ${label}`}
      onClick={(event) => {
        event.stopPropagation()
        open()
      }}
      className={cx(
        'min-h-6 rounded-[3px] decoration-line-strong decoration-dotted underline-offset-4 hover:decoration-ink hover:decoration-solid pointer-coarse:min-h-11',
        'text-left underline decoration-1',
        className,
      )}
    >
      <span className="sr-only">{label}: </span>
      {children}
    </button>
  )
}

export interface StatProps extends FigureProps {
  /** Under the figure: parts of it, or what keeps it from being the last word. */
  readonly detail?: ReactNode
  readonly isHero?: boolean
  /** Beside the name: what kind of figure it is, as "Estimate". */
  readonly tag?: string
}

/** A figure with its name above it, as the head of a page shows them. */
export function Stat({ label, handle, onOpen, detail, isHero = false, tag, children }: StatProps) {
  return (
    <div className="min-w-0">
      <p className="text-table text-ink-2">
        {label}
        {tag !== undefined && (
          <span className="ml-2 rounded-[3px] border border-line px-1.5 py-px text-caption">{tag}</span>
        )}
      </p>
      {/* A figure that is cut reads as another one: where a line is too short for it, it goes on in the next. */}
      <p
        className={cx(
          'font-semibold tracking-tight wrap-anywhere [&_span]:whitespace-normal',
          isHero ? 'text-hero xl:text-display' : 'text-figure',
        )}
      >
        <Figure label={label} handle={handle} onOpen={onOpen}>
          {children}
        </Figure>
      </p>
      {detail !== undefined && <div className="mt-1 text-table text-ink-2">{detail}</div>}
    </div>
  )
}

/** Up or down before a gain or a loss, since colour never stands alone. */
export function Direction({ of }: { of: 'gain' | 'loss' | 'zero' }) {
  if (of === 'zero') return null
  return (
    <svg
      viewBox="0 0 10 10"
      aria-hidden="true"
      className={cx('mr-[0.3em] inline-block size-[0.6em] align-[0.08em]', of === 'gain' && 'text-gain')}
    >
      <path fill="currentColor" d={of === 'gain' ? 'M5 1 10 9H0z' : 'M0 1h10L5 9z'} />
    </svg>
  )
}
