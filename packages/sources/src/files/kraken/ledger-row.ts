import type { AssetId, Instant } from '@lotbook/journal'
import { type Decimal, isNegative } from '@lotbook/money'
import { absoluteAmount, addAmounts, type Amount, isZeroAmount, noAmount } from '../../reading/amount-text.ts'
import type { Collector, Draft } from '../../reading/collector.ts'
import type { Row } from '../reader/row.ts'
import { krakenAsset } from './assets.ts'

/** A row of the ledger: one asset that moved, by a signed amount and less a fee of the same asset. */
export interface LedgerRow {
  readonly row: Row
  readonly txid: string
  readonly refid: string
  readonly at: Instant
  readonly type: string
  readonly subtype: string
  readonly asset: AssetId
  readonly amount: Amount
  readonly fee: Amount | null
  readonly balance: Decimal | undefined
  /** The value of the amount in dollars, where the export has it. */
  readonly usd: Amount | null
  /** Kraken's own code and wallet: what its running balances are kept by. */
  readonly balanceKey: string
}

/** @throws UnreadableValue */
export function ledgerRow(row: Row, out: Collector): LedgerRow {
  const code = row.requiredText('asset')
  return {
    row,
    txid: row.text('txid'),
    refid: row.text('refid'),
    at: row.time('time'),
    type: row.requiredText('type').toLowerCase(),
    subtype: row.text('subtype').toLowerCase(),
    asset: krakenAsset(code),
    amount: row.requiredAmount('amount'),
    fee: row.amount('fee'),
    balance: out.statedAmount(row, 'balance')?.value,
    usd: out.statedAmount(row, 'amountusd'),
    balanceKey: `${code} ${row.text('wallet')}`,
  }
}

/**
 * What the export says some rows of one asset are worth together, in dollars. Null where a row says nothing, or nothing but a
 * zero, where they go both ways, and of dollars, which are worth their face.
 */
export function worthOfRows(rows: readonly LedgerRow[]): Draft['value'] {
  const [first] = rows
  if (first === undefined || first.asset === 'USD') return null
  let total = noAmount
  for (const { usd, amount } of rows) {
    if (usd === null || isNegative(amount.value) !== isNegative(first.amount.value)) return null
    total = addAmounts(total, absoluteAmount(usd))
  }
  return isZeroAmount(total) ? null : { amount: total, currency: 'USD' }
}
