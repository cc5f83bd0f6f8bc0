import type { AssetId, Instant } from '@lotbook/journal'
import type { Amount } from '../../reading/amount-text.ts'
import type { Collector, Draft } from '../../reading/collector.ts'
import type { NamedRecord } from '../../reading/named-record.ts'
import { coinbaseApiType, type CoinbaseApiType } from './api-type.ts'
import { coinbaseAsset } from './assets.ts'
import { isOutgoing } from './sides.ts'

/** An entry of an account's ledger: one asset that moved. The sign of the amount does not count; `isOut` does. */
export interface CoinbaseEntry {
  readonly record: NamedRecord
  readonly id: string
  readonly at: Instant
  readonly typeText: string
  readonly type: CoinbaseApiType | undefined
  readonly asset: AssetId
  readonly amount: Amount
  readonly isOut: boolean
  /** Set where it gives an earlier entry back. */
  readonly isReturn?: true
  /** What moved in the customer's own currency; null where it is that currency or not stated. */
  readonly worth: Draft['value']
}

/** @throws UnreadableValue */
export function coinbaseEntry(record: NamedRecord, out: Collector): CoinbaseEntry {
  const typeText = record.requiredText('type')
  const amount = record.requiredAmount('amount')
  const asset = coinbaseAsset(record.requiredText('currency'))
  const currency = record.text('native_currency').toUpperCase()
  const native = currency === '' || currency === asset ? null : out.statedAmount(record, 'native_amount')
  return {
    record,
    id: record.requiredText('id'),
    at: record.time('created_at'),
    typeText,
    type: coinbaseApiType(typeText),
    asset,
    amount,
    isOut: isOutgoing(record),
    worth: native === null ? null : { amount: native, currency },
  }
}
