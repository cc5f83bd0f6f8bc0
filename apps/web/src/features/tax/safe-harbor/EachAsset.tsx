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

/** What one record says of each asset: by the rule or unit by unit, and whether it comes in time for that asset. */
export function EachAsset({ assets, choice, standing, currency }: EachAssetProps) {
  const byHand = new Set(choice.units.map(({ asset }) => asset))
  const how = ({ asset }: PositionAsset) => (byHand.has(asset) ? 'Unit by unit' : 'By the rule')
  const inTime = ({ symbol }: PositionAsset) =>
    standing === null ? (
      'Not known'
    ) : standing.late_assets.includes(symbol) ? (
      <StatusBadge look="warn" label="Too late" />
    ) : (
      <StatusBadge look="done" label="Yes" />
    )
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
    { id: 'time', head: 'In time', cell: inTime },
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
            <span className="block text-table text-ink-2">{how(row)}</span>
          </span>
          {inTime(row)}
        </div>
      )}
    />
  )
}
