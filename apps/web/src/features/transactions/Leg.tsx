import { isFiat } from '@lotbook/journal'
import type { TransactionRow } from '@lotbook/contract'
import { Coin } from '../../ui/Coin.tsx'
import { Money, Quantity } from '../../ui/Values.tsx'

export interface LegProps {
  readonly leg: TransactionRow['from']
  /** The picture of its asset, where there is room for it. */
  readonly pictured?: boolean
}

/** A side of a transaction: currencies of states as money, the rest as a quantity; a dash where there is none. */
export function Leg({ leg, pictured = false }: LegProps) {
  if (leg === null) return <span className="text-ink-3">—</span>
  return isFiat(leg.asset) ? (
    <Money amount={leg.amount} currency={leg.asset} />
  ) : (
    <>
      {pictured && <Coin name={leg.symbol} asset={leg.asset} inline />}
      <Quantity amount={leg.amount} ticker={leg.symbol} wraps />
    </>
  )
}
