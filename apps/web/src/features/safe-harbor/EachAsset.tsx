import type { AllocationChoice, AllocationStanding, PositionAsset } from '@lotbook/contract'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import type { Column } from '../../ui/table-columns.ts'
import { Money, Quantity } from '../../ui/Values.tsx'

interface EachAssetProps {
  readonly assets: readonly PositionAsset[]
  readonly choice: AllocationChoice
  /** Standing of the chosen kind of allocation; null where the server gives none. */
  readonly standing: AllocationStanding | null
  readonly currency: string
  /** Leave an asset out, or not; not there where nothing can be left out. */
  readonly onLeaveOut: ((asset: string, isLeftOut: boolean) => void) | undefined
}

/** The assets of one record: allocated by the rule or unit by unit, and whether the record is in time for each, and why. */
export function EachAsset({ assets, choice, standing, currency, onLeaveOut }: EachAssetProps) {
  const byHand = new Set(choice.units.map(({ asset }) => asset))
  const leftOut = new Set(choice.left_out)
  const isLeftOut = ({ asset, is_bound }: PositionAsset) => !is_bound && leftOut.has(asset)
  const how = (row: PositionAsset) =>
    row.is_bound
      ? 'As on record'
      : isLeftOut(row)
        ? 'Left out'
        : byHand.has(row.asset)
          ? 'Unit by unit'
          : 'By the rule'
  const timeOf = (row: PositionAsset) => standing?.assets.find(({ symbol }) => symbol === row.symbol)
  const inTime = (row: PositionAsset) => {
    if (row.is_bound) return <StatusBadge look="notes" label="Bound already" />
    if (isLeftOut(row)) return <StatusBadge look="optional" label="Stays open" />
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
    row.is_bound
      ? 'An irrevocable record says where its units are.'
      : isLeftOut(row)
        ? 'As it counts now; a later record can be of it.'
        : (timeOf(row)?.why ?? '')
  const box = (row: PositionAsset) =>
    row.is_bound || row.lots === 0 ? undefined : (
      <Checkbox
        label={`${row.symbol} in this record`}
        hideLabel
        checked={!isLeftOut(row)}
        disabled={onLeaveOut === undefined}
        onChange={(event) => onLeaveOut?.(row.asset, !event.target.checked)}
      />
    )
  const columns: readonly Column<PositionAsset>[] = [
    { id: 'in', head: 'In it', cell: box },
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
        <div className="flex items-start justify-between gap-3">
          {box(row)}
          <span className="min-w-0 grow">
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
