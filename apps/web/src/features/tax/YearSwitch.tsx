import { useRouter } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { paths } from '@lotbook/contract'
import { cx } from '../../ui/cx.ts'
import { Link } from '../../ui/Link.tsx'
import { Select } from '../../ui/Select.tsx'

/** More years than this are a list rather than a row. */
const IN_A_ROW = 5

/** From one year's results to another's: the years in which something happened, and the one shown. */
export function YearSwitch({
  year,
  years,
  filed,
}: {
  year: number
  years: readonly number[]
  /** Years that are frozen. */
  filed: readonly number[]
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
        onChange={(event) => router.history.push(`/one_year?year=${event.target.value}`)}
      >
        {all.toReversed().map((one) => (
          <option key={one} value={one}>
            {filed.includes(one) ? `${one.toString()}, filed` : one}
          </option>
        ))}
      </Select>
    )
  }
  return (
    <nav aria-label="Tax years" className="flex gap-0.5 rounded-[8px] bg-sunken p-[3px]">
      {all.map((one) => (
        <Link
          key={one}
          to={paths.oneYear(one)}
          aria-current={one === year ? 'page' : undefined}
          className={cx(
            'inline-flex h-[30px] items-center gap-1 rounded-[5px] px-3 pointer-coarse:h-11',
            one === year ? 'bg-thumb font-medium text-ink shadow-control' : 'text-ink-2 hover:text-ink',
          )}
        >
          {filed.includes(one) && <Lock role="img" aria-label="Filed" className="size-3.5" />}
          {one}
        </Link>
      ))}
    </nav>
  )
}
