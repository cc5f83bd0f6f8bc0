import { isFiat, isStablecoin } from '@lotbook/journal'
import { isNegative } from '@lotbook/money'
import type { NamedRecord } from '../../reading/named-record.ts'
import { coinbaseApiType } from './api-type.ts'
import { coinbaseAsset } from './assets.ts'

/**
 * True of an entry that took its asset out of the account. The type says so where it names a side, for Coinbase leaves the sign out of some
 * amounts; the money of an order goes the other way than its coins. Else the sign does. @throws UnreadableValue
 */
export function isOutgoing(record: NamedRecord): boolean {
  const isBelowZero = isNegative(record.requiredAmount('amount').value)
  const type = coinbaseApiType(record.text('type'))
  const asset = coinbaseAsset(record.requiredText('currency'))
  switch (type?.kind) {
    case 'move':
      return type.side === undefined ? isBelowZero : type.side === 'out'
    case 'buy':
    case 'sell':
      // A coin pegged to a currency can be what was bought and what was paid with.
      if (isStablecoin(asset)) return isBelowZero
      return (type.kind === 'sell') !== isFiat(asset)
    case 'fill':
      return isFillOut(record, asset) ?? isBelowZero
    default:
      return isBelowZero
  }
}

/** The side of an entry of a fill, by that of its order; undefined where the order names none. */
function isFillOut(record: NamedRecord, asset: string): boolean | undefined {
  const side = record.text('order_side').toLowerCase()
  if (side !== 'buy' && side !== 'sell') return undefined
  return (side === 'sell') === (asset === baseOf(record))
}

/** The coin of a fill's market. */
export const baseOf = (record: NamedRecord): string =>
  coinbaseAsset(record.text('product_id').split('-')[0] ?? '')
