import { useId } from 'react'
import { Figure } from '../Figure.tsx'
import { readAmount } from '../format/amount.ts'
import { formatPercentOf } from '../format/format-percent.ts'
import { Money, Percent } from '../Values.tsx'
import { ChartFrame, Swatch } from './ChartFrame.tsx'
import { position } from './chart-scale.ts'
import { type Part, topFive, totalOf } from './parts.ts'
import { PartsTable } from './PartsTable.tsx'

export interface StackedBarProps {
  readonly title: string
  readonly currency: string
  readonly parts: readonly Part[]
}

const colours = [
  'text-category-1',
  'text-category-2',
  'text-category-3',
  'text-category-4',
  'text-category-5',
]

/** A whole and its largest five parts, as one bar and a list; what is left is hatched. */
export function StackedBar({ title, currency, parts }: StackedBarProps) {
  const hatch = useId()
  const { top, other } = topFive(parts)
  const total = totalOf(parts)
  const shown = [
    ...top.map((part, n) => ({ part, colour: colours[n] ?? '', isOther: false })),
    ...(other === undefined ? [] : [{ part: other, colour: 'text-category-other', isOther: true }]),
  ]
  const whole = readAmount(total)
  const widths = shown.map(({ part }) => position(readAmount(part.value), whole) * 100)
  const first = top[0]

  return (
    <ChartFrame
      title={title}
      summary={
        first === undefined
          ? 'Nothing is held.'
          : `${first.label} is ${formatPercentOf(first.value, total) ?? 'n/a'} of the whole.`
      }
      table={<PartsTable caption={title} parts={parts} currency={currency} />}
    >
      <svg
        viewBox="0 0 100 8"
        preserveAspectRatio="none"
        aria-hidden="true"
        className="mb-4 block h-8 w-full rounded-control"
      >
        <defs>
          <pattern
            id={hatch}
            width="1.2"
            height="8"
            patternUnits="userSpaceOnUse"
            className="text-category-other"
          >
            <rect width="1.2" height="8" fill="currentColor" fillOpacity="0.25" />
            <rect width="0.4" height="8" fill="currentColor" />
          </pattern>
        </defs>
        {shown.map(({ part, colour, isOther }, n) => (
          <rect
            key={part.id}
            x={widths.slice(0, n).reduce((a, b) => a + b, 0)}
            width={Math.max(0, (widths[n] ?? 0) - 0.25)}
            height="8"
            fill={isOther ? `url(#${hatch})` : 'currentColor'}
            className={colour}
          />
        ))}
      </svg>
      <ul className="grid gap-1">
        {shown.map(({ part, colour, isOther }) => (
          <li key={part.id} className="grid grid-cols-[auto_1fr_auto_4.5rem] items-center gap-3 text-table">
            <Swatch className={colour} hatched={isOther} />
            <span className="truncate">{part.label}</span>
            <Figure label={part.label} handle={part.handle}>
              <Money amount={part.value} currency={currency} />
            </Figure>
            <span className="text-right text-ink-2">
              <Percent part={part.value} whole={total} reason="The total is zero." />
            </span>
          </li>
        ))}
      </ul>
    </ChartFrame>
  )
}
