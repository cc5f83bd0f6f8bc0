import { shortAccount } from '@lotbook/journal'
import { EllipsisVertical } from 'lucide-react'
import type { TransactionRow } from '@lotbook/contract'
import { Menu, type MenuItem } from '../../ui/Menu.tsx'
import type { TransactionSearch } from './transaction-search.ts'

export interface RowMenuProps {
  readonly row: TransactionRow
  readonly onOpen: () => void
  readonly onEdit: () => void
  readonly onToggleIgnored: () => void
  readonly onFilter: (filter: TransactionSearch) => void
}

/** Actions on a row without opening it, and "Filter by this" for each of its cells. */
export function RowMenu({ row, onOpen, onEdit, onToggleIgnored, onFilter }: RowMenuProps) {
  return (
    // Keeps the click on the menu from opening the row under it.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <span onClick={(event) => event.stopPropagation()}>
      <Menu
        align="end"
        items={[
          { kind: 'action', label: 'Open', onSelect: onOpen },
          { kind: 'action', label: 'Edit', onSelect: onEdit },
          {
            kind: 'action',
            label: row.is_ignored ? 'Count it again' : 'Ignore',
            onSelect: onToggleIgnored,
          },
          { kind: 'separator' },
          ...filterItems(row, onFilter),
        ]}
        trigger={(props) => (
          <button
            type="button"
            {...props}
            // One stop per row for the keyboard: the row itself; f opens this.
            tabIndex={-1}
            data-row-menu
            aria-label="Actions and filters"
            className="inline-flex size-8 items-center justify-center rounded-control text-ink-3 hover:bg-line hover:text-ink"
          >
            <EllipsisVertical aria-hidden="true" className="size-4" />
          </button>
        )}
      />
    </span>
  )
}

/** Menu entries that filter the list by what a transaction is. */
export function filterItems(row: TransactionRow, onFilter: (filter: TransactionSearch) => void): MenuItem[] {
  return [
    { kind: 'heading', label: 'Filter by this' },
    ...filtersOf(row).map(({ label, filter }): MenuItem => ({
      kind: 'action',
      label,
      onSelect: () => onFilter(filter),
    })),
  ]
}

function filtersOf(row: TransactionRow): { label: string; filter: TransactionSearch }[] {
  const legs = [row.from, row.to, row.fee].filter((leg) => leg !== null)
  const assets = [...new Map(legs.map((leg) => [leg.asset, leg])).values()]
  const year = row.at.slice(0, 4)
  return [
    {
      label: `Type is ${row.label}`,
      filter: { type: row.type, ...(row.sub_type === null ? {} : { sub_type: row.sub_type }) },
    },
    ...assets.map(({ asset, symbol }) => ({ label: `Asset is ${symbol}`, filter: { asset } })),
    { label: `Account is ${shortAccount(row.account_name)}`, filter: { account_id: row.account_id } },
    { label: `Year is ${year}`, filter: { year } },
  ]
}
