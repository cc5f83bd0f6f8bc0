import { Figure } from '../Figure.tsx'
import { readAmount } from '../format/amount.ts'
import { formatMoney } from '../format/format-money.ts'
import { Money } from '../Values.tsx'
import { ChartFrame } from './ChartFrame.tsx'
import { largest, position } from './chart-scale.ts'
import { byValue, isUnpriced, leftOutWords, type Part, totalOf } from './parts.ts'
import { PartsTable } from './PartsTable.tsx'

export interface HorizontalBarsProps {
  readonly title: string
  readonly currency: string
  readonly parts: readonly Part[]
  /** What the sentence calls them: "sources". */
  readonly noun: string
}

/** Parts as bars from the largest down, each with its name and its value: no legend is needed. */
export function HorizontalBars({ title, currency, parts, noun }: HorizontalBarsProps) {
  const sorted = byValue(parts)
  const reach = largest(parts.map(({ value }) => value))
  const first = sorted[0]
  const total = formatMoney(totalOf(parts), { currency })
  return (
    <ChartFrame
      title={title}
      summary={
        first === undefined
          ? `Nothing from any of the ${noun}.`
          : parts.every(isUnpriced)
            ? 'None of it has a price yet.'
            : `${total} from ${parts.length.toString()} ${noun}; most of it ${first.label}.${leftOutWords(parts)}`
      }
      data={{
        heads: ['Name', `Value (${currency})`, 'Count', 'Without a price'],
        rows: sorted.map((part) => [
          part.label,
          isUnpriced(part) ? '' : part.value,
          part.count?.toString() ?? '',
          (part.unpriced ?? 0).toString(),
        ]),
      }}
      table={<PartsTable caption={title} parts={parts} currency={currency} />}
    >
      <ul className="grid gap-4 pt-1">
        {sorted.map((part) => (
          <li key={part.id} className="grid gap-1.5">
            <span className="flex flex-wrap justify-between gap-x-4">
              <span className="min-w-0">
                {part.label}
                {part.count !== undefined && (
                  <span className="text-ink-3"> {part.count.toLocaleString()}</span>
                )}
              </span>
              <span className="font-medium">
                <Figure label={part.label} handle={part.handle}>
                  <Money amount={isUnpriced(part) ? null : part.value} currency={currency} />
                </Figure>
              </span>
            </span>
            {/* What is zero or not known has no bar. */}
            <span aria-hidden="true" className="block h-1.5 rounded-full bg-sunken">
              <span
                className="block h-full rounded-full bg-accent"
                style={{ width: `${(position(readAmount(part.value), reach) * 100).toString()}%` }}
              />
            </span>
          </li>
        ))}
      </ul>
    </ChartFrame>
  )
}
