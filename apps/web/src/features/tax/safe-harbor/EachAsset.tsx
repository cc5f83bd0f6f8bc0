import type { AllocationChoice, AllocationStanding, PositionAsset } from '@lotbook/contract'
import { DataTable } from '../../../ui/DataTable.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import type { Column } from '../../../ui/table-columns.ts'
import { Money, Quantity } from '../../../ui/Values.tsx'

interface EachAssetProps {
  readonly assets: readonly PositionAsset[]
  readonly choice: AllocationChoice
  /** Of the kind that is chosen; null where nothing says. */
  readonly standing: AllocationStanding | null
  readonly currency: string
}

/** What one record says of each asset: by the rule or unit by unit, and whether it comes in time for that asset, and why. */
export function EachAsset({ assets, choice, standing, currency }: EachAssetProps) {
  const byHand = new Set(choice.units.map(({ asset }) => asset))
  const how = ({ asset, is_bound }: PositionAsset) =>
    is_bound ? 'As on record' : byHand.has(asset) ? 'Unit by unit' : 'By the rule'
  const timeOf = (row: PositionAsset) => standing?.assets.find(({ symbol }) => symbol === row.symbol)
  const inTime = (row: PositionAsset) => {
    if (row.is_bound) return <StatusBadge look="notes" label="Bound already" />
    const time = timeOf(row)
    if (time === undefined) return 'Nothing to allocate'
    if (time.state === 'late') return <StatusBadge look="warn" label="Too late" />
    return time.state === 'open' ? (
      <StatusBadge look="notes" label="If extended" />
    ) : (
      <StatusBadge look="done" label="Yes" />
    )
  }
  const why = (row: PositionAsset) =>
    row.is_bound ? 'An irrevocable record says where its units are.' : (timeOf(row)?.why ?? '')
  const columns: readonly Column<PositionAsset>[] = [
    { id: 'asset', head: 'Asset', isRowHead: true, cell: ({ symbol }) => symbol },
    { id: 'how', head: 'Allocated', cell: how },
    { id: 'units', head: 'Units', isNumeric: true, cell: ({ units }) => <Quantity amount={units} /> },
    {
      id: 'basis',
      head: 'Cost',
      isNumeric: true,
      cell: ({ basis }) => <Money amount={basis} currency={currency} />,
    },
    {
      id: 'time',
      head: 'In time',
      cell: (row) => (
        <>
          {inTime(row)}
          <span className="block min-w-40 text-caption whitespace-normal text-ink-3">{why(row)}</span>
        </>
      ),
    },
  ]
  return (
    <DataTable
      caption="What the record says of each asset"
      rows={assets}
      rowKey={({ asset }) => asset}
      columns={columns}
      narrow={(row) => (
        <div className="flex items-baseline justify-between gap-4">
          <span>
            <span className="font-medium">{row.symbol}</span> <Quantity amount={row.units} />
            <span className="block text-table text-ink-2">
              {how(row)}. {why(row)}
            </span>
          </span>
          <span className="shrink-0">{inTime(row)}</span>
        </div>
      )}
    />
  )
}
