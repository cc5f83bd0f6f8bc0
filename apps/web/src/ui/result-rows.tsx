import type { ReactNode } from 'react'
import { isFiat } from '@lotbook/journal'
import { AccountName } from './AccountName.tsx'
import { Coin } from './Coin.tsx'
import type { Column } from './table-columns.ts'
import { Day, Money, Quantity } from './Values.tsx'

/** The account that a row of results belongs to. */
export function accountColumn<Row extends { readonly account_name: string }>(track?: string): Column<Row> {
  return {
    id: 'account',
    head: 'Account',
    wraps: true,
    ...(track !== undefined && { track }),
    cell: (row) => <AccountName name={row.account_name} />,
  }
}

/** How much of what a row is about. */
export function AssetQuantity({
  row: { asset, asset_id, quantity },
}: {
  readonly row: { readonly asset: string; readonly asset_id: string; readonly quantity: string }
}) {
  return (
    <>
      {!isFiat(asset_id) && <Coin name={asset} asset={asset_id} inline />}
      <Quantity amount={quantity} ticker={asset} />
    </>
  )
}

/** A column of amounts of money. */
export function moneyColumn<Id extends string, Row extends Readonly<Record<Id, string | null>>>(
  id: Id,
  head: string,
  currency: string,
  track?: string,
): Column<Row> {
  return {
    id,
    head,
    isNumeric: true,
    ...(track !== undefined && { track }),
    cell: (row) => <Money amount={row[id]} currency={currency} />,
  }
}

export interface NarrowRowProps {
  readonly row: {
    readonly label: string
    readonly quantity: string
    readonly asset: string
    /** Decides its picture. */
    readonly asset_id?: string
    readonly account_name: string
  }
  readonly day: string
  readonly figure: ReactNode
  /** What the figure is, where that is not plain. */
  readonly aside?: string
}

/** The two lines of a row on a narrow screen with the sign of its asset before them; the narrowest have no room for it. */
export function CoinBeside({
  name,
  asset,
  children,
}: {
  readonly name: string
  readonly asset: string | undefined
  readonly children: ReactNode
}) {
  return (
    <div className="flex min-w-0 items-center gap-3">
      <span className="shrink-0 max-[359px]:hidden">
        <Coin name={name} asset={asset} small />
      </span>
      <div className="min-w-0 grow">{children}</div>
    </div>
  )
}

/** A row of results on a narrow screen: what and how much, then when and where. */
export function NarrowRow({ row, day, figure, aside }: NarrowRowProps) {
  return (
    <CoinBeside name={row.asset} asset={row.asset_id}>
      <span className="flex justify-between gap-3">
        <span className="line-clamp-2 min-w-0 leading-4 font-medium">
          {row.label} <Quantity amount={row.quantity} ticker={row.asset} />
        </span>
        <span className="shrink-0">{figure}</span>
      </span>
      <span className="flex justify-between gap-3 text-caption text-ink-2">
        <span className="truncate" title={row.account_name}>
          <Day day={day} /> · <AccountName name={row.account_name} />
        </span>
        {aside !== undefined && <span className="shrink-0">{aside}</span>}
      </span>
    </CoinBeside>
  )
}
