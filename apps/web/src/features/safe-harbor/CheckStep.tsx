import type { PositionAsset } from '@lotbook/contract'
import { AccountName } from '../../ui/AccountName.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import type { Column } from '../../ui/table-columns.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { DateTime, Money, Quantity } from '../../ui/Values.tsx'
import { kindWords } from './allocation-words.ts'
import { Conditions } from './Conditions.tsx'
import type { StepProps } from './step-props.ts'

/** The holdings at the end of 2024, asset by asset, and the conditions that an allocation made today would meet. */
export function CheckStep({ comparison, show }: StepProps) {
  const { assets, standing, currency } = comparison
  const open = assets.filter(({ is_bound }) => !is_bound)
  // A rule is for every asset: it cannot be recorded where some are bound already.
  const kinds = open.length < assets.length ? (['specific'] as const) : (['specific', 'global'] as const)
  const moved = open.filter(({ first_move }) => first_move !== null)
  return (
    <div className="grid gap-6">
      <Card title="December 31, 2024, end of the day" flush>
        {assets.length === 0 ? (
          <p className="p-4 text-ink-2">No account held anything, and no lot was open.</p>
        ) : (
          <DataTable
            caption="Assets at the end of 2024"
            rows={assets}
            rowKey={({ asset }) => asset}
            columns={columnsOf(currency)}
            narrow={(row) => <NarrowRow row={row} currency={currency} />}
          />
        )}
      </Card>
      {moved.length > 0 && (
        <Banner>
          A specific allocation of an asset had to be made before its first sale, disposition or transfer
          since January 1, 2025:{' '}
          {moved.length === open.length
            ? open.length < assets.length
              ? 'every asset that is not bound yet has'
              : 'every asset here has'
            : `${moved.length.toLocaleString()} of ${open.length.toLocaleString()} assets have`}{' '}
          moved since.
        </Banner>
      )}
      {standing !== null && open.length > 0 && (
        <div className="grid items-start gap-6 lg:grid-cols-2">
          {kinds.map((kind) => (
            <Card key={kind} title={`${kindWords[kind].name}, were it recorded now`}>
              <Conditions standing={standing[kind]} />
            </Card>
          ))}
        </div>
      )}
      <p>
        <Button look="primary" onClick={() => show({ step: 'compare' })}>
          Compare allocations
        </Button>
      </p>
    </div>
  )
}

const columnsOf = (currency: string): readonly Column<PositionAsset>[] => [
  { id: 'asset', head: 'Asset', isRowHead: true, cell: ({ symbol }: PositionAsset) => symbol },
  {
    id: 'held',
    head: 'Held by',
    cell: ({ held }: PositionAsset) =>
      held.length === 0
        ? 'No account'
        : held.map(({ account_id, account_name, quantity }, n) => (
            <span key={account_id}>
              {n > 0 && ', '}
              <AccountName name={account_name} /> <Quantity amount={quantity} />
            </span>
          )),
  },
  {
    id: 'held_units',
    head: 'Units held',
    isNumeric: true,
    cell: ({ held_units }: PositionAsset) => <Quantity amount={held_units} />,
  },
  {
    id: 'units',
    head: 'Basis units',
    isNumeric: true,
    cell: ({ units }: PositionAsset) => <Quantity amount={units} />,
  },
  { id: 'agree', head: 'Agree', cell: (row: PositionAsset) => <Agrees row={row} /> },
  { id: 'lots', head: 'Lots', isNumeric: true, cell: ({ lots }: PositionAsset) => lots.toLocaleString() },
  {
    id: 'basis',
    head: 'Cost',
    isNumeric: true,
    cell: ({ basis }: PositionAsset) => <Money amount={basis} currency={currency} />,
  },
  {
    id: 'first_move',
    head: 'First moved since (UTC)',
    cell: ({ first_move }: PositionAsset) =>
      first_move === null ? 'Not yet' : <DateTime instant={first_move} />,
  },
  {
    id: 'bound',
    head: 'On record',
    cell: ({ is_bound }: PositionAsset) =>
      is_bound ? <StatusBadge look="notes" label="Irrevocable" /> : 'Open',
  },
]

function Agrees({ row: { units, held_units } }: { row: PositionAsset }) {
  return units === held_units ? (
    <StatusBadge look="done" label="Yes" />
  ) : (
    <StatusBadge look="warn" label="History is missing" />
  )
}

function NarrowRow({ row, currency }: { row: PositionAsset; currency: string }) {
  return (
    <div className="grid gap-1">
      <div className="flex justify-between gap-4">
        <span className="font-medium">{row.symbol}</span>
        <Agrees row={row} />
      </div>
      <div className="text-table text-ink-2">
        {row.held.map(({ account_id, account_name, quantity }) => (
          <div key={account_id} className="flex justify-between gap-4">
            <span className="wrap-anywhere">
              <AccountName name={account_name} />
            </span>
            <Quantity amount={quantity} />
          </div>
        ))}
        <div className="flex justify-between gap-4">
          <span>
            Basis units in {row.lots.toLocaleString()} {row.lots === 1 ? 'lot' : 'lots'},{' '}
            <Money amount={row.basis} currency={currency} />
          </span>
          <Quantity amount={row.units} />
        </div>
        <div className="flex justify-between gap-4">
          <span>First moved since</span>
          {row.first_move === null ? 'Not yet' : <DateTime instant={row.first_move} zone />}
        </div>
        {row.is_bound && <StatusBadge look="notes" label="Irrevocable" />}
      </div>
    </div>
  )
}
