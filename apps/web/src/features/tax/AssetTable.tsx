import type { OneYear } from '@lotbook/contract'
import { DataTable } from '../../ui/DataTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Figure } from '../../ui/Figure.tsx'
import { Button } from '../../ui/Button.tsx'
import { Coin } from '../../ui/Coin.tsx'
import { CoinBeside } from '../../ui/result-rows.tsx'
import { Total } from '../../ui/Total.tsx'
import { Gain, Money } from '../../ui/Values.tsx'
import { VirtualTable } from '../../ui/VirtualTable.tsx'
import type { Column } from '../../ui/table-columns.ts'
import { useAssetNames } from '../transactions/use-asset-names.ts'
import { DISPOSAL_HINT } from './hints.tsx'
import { added, assetTotals } from './year-totals.ts'

type AssetRow = OneYear['by_asset'][number]

/** Above this the table mounts only what is on screen. */
const WHOLE = 200

/** The gain and the income of each asset in a year; opening one shows its disposals. */
export function AssetTable({ year, onOpen }: { year: OneYear; onOpen: (asset: string) => void }) {
  const nameOf = useAssetNames()
  const { currency, by_asset } = year
  const columns = columnsIn(currency, nameOf, onOpen)
  const caption = `${year.year.toString()} by asset`
  if (by_asset.length === 0)
    return <EmptyState title="No asset was sold or received as income in this year" />
  const narrow = (row: AssetRow) => (
    <CoinBeside name={nameOf(row.asset)} asset={row.asset}>
      <span className="flex justify-between gap-3">
        <span className="truncate font-medium">{nameOf(row.asset)}</span>
        <Gain amount={added(row.short, row.long)} currency={currency} />
      </span>
      <span className="flex justify-between gap-3 text-caption text-ink-2">
        <span>
          {row.disposals.toLocaleString()} {row.disposals === 1 ? 'disposal' : 'disposals'}
        </span>
        <span>
          Income <Income row={row} currency={currency} />
        </span>
      </span>
    </CoinBeside>
  )
  if (by_asset.length > WHOLE) {
    return (
      <VirtualTable
        caption={caption}
        columns={columns}
        count={by_asset.length}
        rowAt={(index) => by_asset[index]}
        rowKey={(row) => row.asset}
        onOpen={(row) => onOpen(row.asset)}
        narrow={narrow}
      />
    )
  }
  const totals = assetTotals(year)
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={by_asset}
      rowKey={(row) => row.asset}
      onOpen={(row) => onOpen(row.asset)}
      narrow={narrow}
      foot={
        <tr>
          <th scope="row" className="h-11 px-4 text-left">
            {by_asset.length} {by_asset.length === 1 ? 'asset' : 'assets'}
          </th>
          <td className="px-4 text-right">{year.counts.disposals.toLocaleString()}</td>
          {[totals.short, totals.long, totals.net].map((amount, n) => (
            <td key={['short', 'long', 'net'][n]} className="px-4 text-right">
              <Total>
                <Gain amount={amount} currency={currency} />
              </Total>
            </td>
          ))}
          <td className="px-4 text-right">
            <Total>
              <Money amount={totals.income} currency={currency} />
            </Total>
          </td>
        </tr>
      }
    />
  )
}

function columnsIn(
  currency: string,
  nameOf: (asset: string) => string,
  onOpen: (asset: string) => void,
): readonly Column<AssetRow>[] {
  return [
    {
      id: 'asset',
      head: 'Asset',
      isRowHead: true,
      cell: (row) => (
        <Button look="quiet" size="small" className="-ml-3" onClick={() => onOpen(row.asset)}>
          <Coin name={nameOf(row.asset)} asset={row.asset} inline />
          {nameOf(row.asset)}
        </Button>
      ),
    },
    {
      id: 'disposals',
      head: 'Disposals',
      hint: DISPOSAL_HINT,
      isNumeric: true,
      cell: (row) => row.disposals.toLocaleString(),
    },
    {
      id: 'short',
      head: 'Short-term',
      isNumeric: true,
      cell: (row) => <Gain amount={row.short} currency={currency} />,
    },
    {
      id: 'long',
      head: 'Long-term',
      isNumeric: true,
      cell: (row) => <Gain amount={row.long} currency={currency} />,
    },
    {
      id: 'net',
      head: 'Net gain',
      isNumeric: true,
      cell: (row) => (
        <Figure label={`Net gain on ${nameOf(row.asset)}`} handle={row.handle}>
          <Gain amount={added(row.short, row.long)} currency={currency} />
        </Figure>
      ),
    },
    {
      id: 'income',
      head: 'Income',
      isNumeric: true,
      cell: (row) => <Income row={row} currency={currency} />,
    },
  ]
}

/** The income of an asset; where nothing of it has a price, that, and where a part has none, how many are left out. */
function Income({ row, currency }: { row: AssetRow; currency: string }) {
  if (row.unpriced > 0 && row.unpriced === row.incomes) return <Money amount={null} currency={currency} />
  return (
    <>
      <Money amount={row.income} currency={currency} />
      {row.unpriced > 0 && (
        <span className="block text-caption text-ink-3">{row.unpriced.toLocaleString()} without a price</span>
      )}
    </>
  )
}
