import { type Decimal, formatDecimal } from '@lotbook/money'
import { formatMoneyTick } from '../format/format-money.ts'

export interface MoneyAxisProps {
  readonly ticks: readonly Decimal[]
  readonly currency: string
  /** The chart's left and right edge, in px. */
  readonly left: number
  readonly right: number
  /** The height at which an amount stands, in px. */
  readonly y: (amount: string) => number
}

/** Lines across a chart at round amounts, the line of zero darker, with the amounts at their left. */
export function MoneyAxis({ ticks, currency, left, right, y }: MoneyAxisProps) {
  return ticks
    .map((tick) => formatDecimal(tick))
    .map((tick) => (
      <g key={tick}>
        <line
          x1={left}
          x2={right}
          y1={y(tick)}
          y2={y(tick)}
          className={tick === '0' ? 'stroke-line-strong' : 'stroke-rule'}
        />
        <text x={left - 8} y={y(tick) + 4} textAnchor="end" className="fill-ink-3 text-[12px]">
          {formatMoneyTick(tick, { currency })}
        </text>
      </g>
    ))
}
