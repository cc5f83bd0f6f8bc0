import { Table2 } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { Button } from '../Button.tsx'
import type { ChartData } from './chart-data.ts'
import { ChartTools } from './ChartTools.tsx'

export interface ChartFrameProps {
  readonly title: string
  /** What the picture says, in one sentence computed from its data. */
  readonly summary: ReactNode
  /** Its data as rows of text, which can be exported; `words` is the sentence where it is not plain text. */
  readonly data?: ChartData
  readonly words?: string
  /** The same data as a table; its sums are the picture's. */
  readonly table: ReactNode
  /** Export and the like, beside the Table button. */
  readonly actions?: ReactNode
  readonly legend?: ReactNode
  readonly children: ReactNode
}

/** A picture with its heading, its sentence, and its twin as a table. */
export function ChartFrame({
  title,
  summary,
  data,
  words,
  table,
  actions,
  legend,
  children,
}: ChartFrameProps) {
  const titleId = useId()
  const [isTable, setTable] = useState(false)
  const drawing = useRef<HTMLDivElement>(null)
  return (
    <figure
      aria-labelledby={titleId}
      className="min-w-0 rounded-card border border-edge bg-surface shadow-card"
    >
      <figcaption className="flex items-start justify-between gap-2 px-4 pt-3 md:px-6 md:pt-5">
        <div className="min-w-0">
          <h2 id={titleId} className="text-lead font-semibold">
            {title}
          </h2>
          <p className="text-table text-ink-2">{summary}</p>
        </div>
        <div className="flex shrink-0 gap-1">
          {actions}
          {data === undefined ? (
            <Button
              size="small"
              look="quiet"
              aria-pressed={isTable}
              icon={<Table2 aria-hidden="true" className="size-4" />}
              onClick={() => setTable(!isTable)}
            >
              Table
            </Button>
          ) : (
            <ChartTools
              title={title}
              summary={words ?? (typeof summary === 'string' ? summary : '')}
              data={data}
              drawing={drawing}
              isTable={isTable}
              onTable={setTable}
            />
          )}
        </div>
      </figcaption>
      <div ref={drawing} className="p-4 md:px-6 md:pb-6">
        {isTable ? table : children}
      </div>
      {legend !== undefined && !isTable && (
        <div className="flex flex-wrap gap-x-4 gap-y-1 px-4 pb-3 md:px-6 md:pb-5 text-caption text-ink-2">
          {legend}
        </div>
      )}
    </figure>
  )
}

/** A swatch of the legend; hatched where the bar is. */
export function Swatch({
  label,
  className,
  hatched = false,
}: {
  label?: string
  className: string
  hatched?: boolean
}) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <svg viewBox="0 0 12 12" aria-hidden="true" className={`size-3 ${className}`}>
        <rect
          width="12"
          height="12"
          rx="2"
          fill="currentColor"
          fillOpacity={hatched ? 0.2 : 1}
          stroke="currentColor"
        />
        {hatched && <path d="M0 12 12 0M-3 9 9 -3M3 15 15 3" stroke="currentColor" strokeWidth="1.5" />}
      </svg>
      {label}
    </span>
  )
}
