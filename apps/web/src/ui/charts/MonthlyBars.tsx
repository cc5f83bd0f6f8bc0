import { SHORT_MONTHS } from '@lotbook/journal'
import { GainBars } from './GainBars.tsx'
import { monthsSentence } from './months-sentence.ts'

export interface Month {
  /** 1 to 12. */
  readonly month: number
  /** Exact decimal text. */
  readonly short: string
  readonly long: string
}

export interface MonthlyBarsProps {
  readonly title: string
  readonly currency: string
  readonly months: readonly Month[]
  /** The month that filters the table below. */
  readonly selected?: number | undefined
  readonly onSelect?: (month: number) => void
}

/** The gain of a year by month; every month has its place, also one without a sale. */
export function MonthlyBars({ title, currency, months, selected, onSelect }: MonthlyBarsProps) {
  return (
    <GainBars
      title={title}
      currency={currency}
      bars={SHORT_MONTHS.map((name, n) => {
        const { short = '0', long = '0' } = months.find(({ month }) => month === n + 1) ?? {}
        return { name, short, long }
      })}
      noun="Month"
      all="Year"
      sentence={monthsSentence}
      selected={selected === undefined ? undefined : selected - 1}
      onSelect={onSelect === undefined ? undefined : (at) => onSelect(at + 1)}
    />
  )
}
