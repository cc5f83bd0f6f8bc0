import { isFiat } from '@lotbook/journal'
import type { TransactionRow } from '@lotbook/contract'
import { Money, Quantity } from '../../ui/Values.tsx'

/** A side of a transaction: currencies of states as money, the rest as a quantity; a dash where there is none. */
export function Leg({ leg }: { leg: TransactionRow['from'] }) {
  if (leg === null) return <span className="text-ink-3">—</span>
  return isFiat(leg.asset) ? (
    <Money amount={leg.amount} currency={leg.asset} />
  ) : (
    <Quantity amount={leg.amount} ticker={leg.symbol} wraps />
  )
}
