import { Lock } from 'lucide-react'
import { type OneYear, paths } from '@lotbook/contract'
import { cx } from '../../ui/cx.ts'
import { Link } from '../../ui/Link.tsx'

/** More years than this are not shown in a row: the newest count. */
const IN_A_ROW = 4

/** From one year's dashboard to another's: the newest years in which something happened, and the one shown. */
export function DashboardYears({ year, results }: { readonly year: number; readonly results: OneYear }) {
  const newest = results.years.toSorted((a, b) => a - b).slice(-IN_A_ROW)
  const all = [...new Set([...newest, year])].sort((a, b) => a - b)
  if (all.length < 2) return null
  return (
    <nav aria-label="Tax years" className="flex gap-0.5 rounded-[8px] bg-sunken p-[3px]">
      {all.map((one) => (
        <Link
          key={one}
          to={`${paths.dashboard}?year=${one.toString()}`}
          aria-current={one === year ? 'page' : undefined}
          className={cx(
            'inline-flex h-[30px] items-center gap-1 rounded-[5px] px-3 pointer-coarse:h-11',
            one === year ? 'bg-thumb font-medium text-ink shadow-control' : 'text-ink-2 hover:text-ink',
          )}
        >
          {results.filed_years.includes(one) && <Lock role="img" aria-label="Filed" className="size-3.5" />}
          {one}
        </Link>
      ))}
    </nav>
  )
}
