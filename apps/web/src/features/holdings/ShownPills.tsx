import { type HoldingsAnswer, type HoldingsShown, HOLDINGS_SHOWN } from '@lotbook/contract'
import { cx } from '../../ui/cx.ts'
import type { HoldingsSearch } from './holdings-search.ts'

const LABELS: Readonly<Record<HoldingsShown, string>> = {
  all: 'All',
  soon: 'Long-term within 60 days',
  differs: 'Balance differs',
  unpriced: 'No price',
}

/** Which assets are shown, each choice with how many there are. */
export function ShownPills({
  counts,
  search,
  goTo,
}: {
  readonly counts: HoldingsAnswer['counts']
  readonly search: HoldingsSearch
  readonly goTo: (search: HoldingsSearch) => void
}) {
  const { show: chosen = 'all', account, as_of: asOf } = search
  const choose = (show: HoldingsShown) =>
    goTo({
      ...(account === undefined ? {} : { account }),
      ...(asOf === undefined ? {} : { as_of: asOf }),
      ...(show === 'all' ? {} : { show }),
    })
  return (
    <div role="group" aria-label="Show" className="flex flex-wrap gap-2">
      {HOLDINGS_SHOWN.filter((show) => show === 'all' || show === chosen || counts[show] > 0).map((show) => (
        <button
          key={show}
          type="button"
          aria-pressed={show === chosen}
          onClick={() => choose(show)}
          className={cx(
            'inline-flex h-8 items-center gap-1.5 rounded-full border px-3 text-table whitespace-nowrap transition-colors duration-[120ms] pointer-coarse:h-11',
            show === chosen
              ? 'border-transparent bg-accent-soft font-medium text-accent'
              : 'border-line bg-surface text-ink-2 hover:border-line-strong hover:text-ink',
          )}
        >
          {LABELS[show]}
          <span className={show === chosen ? undefined : 'text-ink-3'}>{counts[show].toLocaleString()}</span>
        </button>
      ))}
    </div>
  )
}
