import type { PlanOffer } from '@lotbook/contract'
import { cx } from '../../ui/cx.ts'
import { Select } from '../../ui/Select.tsx'

/** More years than this are chosen from a list. */
const IN_A_ROW = 4

export interface PlanYearsProps {
  readonly offer: PlanOffer
  readonly onChoose: (year: number) => void
}

/** From the plans of one year to those of another: the years with anything that counts, and the one shown. */
export function PlanYears({ offer: { years, year }, onChoose }: PlanYearsProps) {
  const counted = new Map(years.map((one) => [one.tax_year, one.counted]))
  const all = [...new Set([...counted.keys(), year.tax_year])].toSorted((a, b) => a - b)
  if (all.length > IN_A_ROW)
    return (
      <Select
        small
        aria-label="Tax year"
        value={String(year.tax_year)}
        onChange={({ target }) => onChoose(Number(target.value))}
      >
        {all.toReversed().map((one) => (
          <option key={one}>{one}</option>
        ))}
      </Select>
    )
  if (all.length < 2) return null
  return (
    <div role="group" aria-label="Tax year" className="flex gap-0.5 rounded-[8px] bg-sunken p-[3px]">
      {all.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === year.tax_year}
          className={cx(
            'grid min-h-11 content-center rounded-[5px] px-3 text-left',
            one === year.tax_year ? 'bg-thumb text-ink shadow-control' : 'text-ink-2 hover:text-ink',
          )}
          onClick={() => onChoose(one)}
        >
          <span className="font-medium">{one}</span>
          <span className="text-caption text-ink-2">{(counted.get(one) ?? 0).toLocaleString()} count</span>
        </button>
      ))}
    </div>
  )
}
