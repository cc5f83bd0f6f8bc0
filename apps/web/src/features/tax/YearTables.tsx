import type { OneYear } from '@lotbook/contract'
import { MONTH_NAMES } from '@lotbook/journal'
import { Card } from '../../ui/Card.tsx'
import { FilterBar } from '../../ui/FilterBar.tsx'
import { formatCount } from '../../ui/format/shorten.ts'
import { Select } from '../../ui/Select.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { AssetTable } from './AssetTable.tsx'
import { DisposalTable } from './DisposalTable.tsx'
import { IncomeTable } from './IncomeTable.tsx'
import type { OneYearSearch, YearTab } from './one-year-search.ts'
import { RemovalTable } from './RemovalTable.tsx'
import { useAssetNames } from '../transactions/use-asset-names.ts'

export interface YearTablesProps {
  readonly year: OneYear
  readonly search: OneYearSearch
  readonly onShow: (search: OneYearSearch) => void
}

/** The rows behind the figures of a year, in four tabs. */
export function YearTables({ year, search, onShow }: YearTablesProps) {
  const { counts, by_asset } = year
  const tab = search.tab ?? 'disposals'
  const { month, term, asset, category } = search
  return (
    <Card flush>
      <Tabs<YearTab>
        label="Rows"
        selected={tab}
        onSelect={(next) => onShow({ ...search, tab: next })}
        tabs={[
          { id: 'disposals', label: 'Disposals', count: formatCount(counts.disposals) },
          { id: 'income', label: 'Income', count: formatCount(counts.incomes) },
          { id: 'removals', label: 'Gifts, donations and losses', count: formatCount(counts.removals) },
          { id: 'assets', label: 'By asset', count: formatCount(by_asset.length) },
        ]}
      >
        {tab !== 'assets' && <RowFilters {...{ year, search, onShow }} />}
        {tab === 'disposals' && <DisposalTable year={year} filter={{ month, term, asset }} />}
        {tab === 'income' && <IncomeTable year={year} filter={{ month, asset, category }} />}
        {tab === 'removals' && <RemovalTable year={year} filter={{ month, asset }} />}
        {tab === 'assets' && (
          <AssetTable year={year} onOpen={(id) => onShow({ asset: id, tab: 'disposals' })} />
        )}
      </Tabs>
    </Card>
  )
}

/** The filters of the open tab. */
function RowFilters({ year, search, onShow }: YearTablesProps) {
  const nameOf = useAssetNames()
  const tab = search.tab ?? 'disposals'
  const set = (changed: Partial<OneYearSearch>) => onShow({ ...search, ...changed })
  const filters = [
    ...(search.month === undefined ? [] : [{ id: 'month', label: `Month is ${monthName(search.month)}` }]),
    ...(search.asset === undefined ? [] : [{ id: 'asset', label: `Asset is ${nameOf(search.asset)}` }]),
  ]
  return (
    <div className="px-4 pb-3">
      <FilterBar
        filters={filters}
        onRemove={(id) => set({ [id]: undefined })}
        onClear={() => set({ month: undefined, asset: undefined })}
      >
        <Select
          small
          aria-label="Month"
          className="w-32"
          value={search.month ?? ''}
          onChange={({ target }) =>
            set({ month: target.value === '' ? undefined : parseInt(target.value, 10) })
          }
        >
          <option value="">All months</option>
          {MONTH_NAMES.map((name, n) => (
            <option key={name} value={n + 1}>
              {name}
            </option>
          ))}
        </Select>
        {tab === 'disposals' && (
          <Select
            small
            aria-label="Term"
            className="w-32"
            value={search.term ?? ''}
            onChange={({ target }) =>
              set({ term: (['short', 'long'] as const).find((one) => one === target.value) })
            }
          >
            <option value="">All terms</option>
            <option value="short">Short-term</option>
            <option value="long">Long-term</option>
          </Select>
        )}
        {tab === 'income' && (
          <Select
            small
            aria-label="Category"
            className="w-44"
            value={search.category ?? ''}
            onChange={({ target }) => set({ category: target.value === '' ? undefined : target.value })}
          >
            <option value="">All categories</option>
            {year.income_by_category.map(({ category, label }) => (
              <option key={category} value={category}>
                {label}
              </option>
            ))}
          </Select>
        )}
        {tab !== 'removals' && (
          <Select
            small
            aria-label="Asset"
            className="w-36"
            value={search.asset ?? ''}
            onChange={({ target }) => set({ asset: target.value === '' ? undefined : target.value })}
          >
            <option value="">All assets</option>
            {year.by_asset.map(({ asset }) => (
              <option key={asset} value={asset}>
                {nameOf(asset)}
              </option>
            ))}
          </Select>
        )}
      </FilterBar>
    </div>
  )
}

const monthName = (month: number) => MONTH_NAMES[month - 1] ?? month.toString()
