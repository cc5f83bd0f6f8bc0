import { useRouter } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import type { OneYear } from '@lotbook/contract'
import { cx } from '../../ui/cx.ts'
import { Link } from '../../ui/Link.tsx'
import { Select } from '../../ui/Select.tsx'
import { Money } from '../../ui/Values.tsx'
import { added } from './year-totals.ts'

/** More years than this are a list rather than a row. */
const IN_A_ROW = 5

/** From one year to another, each with its gain: the years in which something happened, and the one shown. */
export function YearSwitch({
  year,
  results: { years, filed_years, by_year, currency },
  to,
}: {
  readonly year: number
  readonly results: Pick<OneYear, 'years' | 'filed_years' | 'by_year' | 'currency'>
  /** The same screen of another year. */
  readonly to: (year: number) => string
}) {
  const router = useRouter()
  const all = [...new Set([...years, year])].sort((a, b) => a - b)
  if (all.length < 2) return null
  if (all.length > IN_A_ROW) {
    return (
      <Select
        aria-label="Tax year"
        className="w-28"
        value={year}
        onChange={(event) => router.history.push(to(Number(event.target.value)))}
      >
        {all.toReversed().map((one) => (
          <option key={one} value={one}>
            {filed_years.includes(one) ? `${one.toString()}, filed` : one}
          </option>
        ))}
      </Select>
    )
  }
  return (
    <nav
      aria-label="Tax years"
      className="flex max-w-full gap-0.5 overflow-x-auto rounded-[8px] bg-sunken p-[3px] max-md:basis-full"
    >
      {all.map((one) => {
        const gain = by_year.find((of) => of.year === one)
        return (
          <Link
            key={one}
            to={to(one)}
            aria-current={one === year ? 'page' : undefined}
            className={cx(
              'inline-flex min-h-[30px] flex-col justify-center rounded-[5px] px-3 py-1 max-md:grow max-md:items-center pointer-coarse:min-h-11',
              one === year ? 'bg-thumb text-ink shadow-control' : 'text-ink-2 hover:text-ink',
            )}
          >
            <span className={cx('inline-flex items-center gap-1', one === year && 'font-medium')}>
              {one}
              {filed_years.includes(one) && <Lock role="img" aria-label="Filed" className="size-3.5" />}
            </span>
            <span className="text-caption whitespace-nowrap text-ink-2 max-md:hidden">
              {gain === undefined ? (
                'No gain or loss'
              ) : (
                <Money amount={added(gain.short, gain.long)} currency={currency} signed />
              )}
            </span>
          </Link>
        )
      })}
    </nav>
  )
}
