import type { AssetId, Instant } from '@lotbook/journal'
import { type Decimal, isNegative } from '@lotbook/money'
import { absoluteAmount, addAmounts, type Amount, isZeroAmount, noAmount } from '../../reading/amount-text.ts'
import type { Collector, Draft, DraftLeg } from '../../reading/collector.ts'
import type { NamedRecord } from '../../reading/named-record.ts'
import type { ForeignRecord } from '../../reading/record.ts'
import { krakenAsset } from './assets.ts'

/** An entry of the ledger: one asset that moved by a signed amount, less a fee. */
export interface LedgerEntry {
  readonly record: ForeignRecord
  readonly txid: string
  readonly refid: string
  readonly at: Instant
  readonly type: string
  readonly subtype: string
  readonly asset: AssetId
  readonly amount: Amount
  readonly fee: Amount | null
  /** The asset that moved, unless a newer export names another as what the fee was paid in. */
  readonly feeAsset: AssetId
  readonly balance: Decimal | undefined
  /** The value of the amount in dollars, where the export has it. */
  readonly usd: Amount | null
  /** Kraken's own code and wallet, by which it keeps running balances. */
  readonly balanceKey: string
}

/** @throws UnreadableValue */
export function ledgerEntry(record: NamedRecord, out: Collector): LedgerEntry {
  const code = record.requiredText('asset')
  const asset = krakenAsset(code)
  const feeCode = record.text('feecurrency')
  return {
    record,
    txid: record.text('txid'),
    refid: record.text('refid'),
    at: record.time('time'),
    type: record.requiredText('type').toLowerCase(),
    subtype: record.text('subtype').toLowerCase(),
    asset,
    amount: record.requiredAmount('amount'),
    fee: record.amount('fee'),
    feeAsset: feeCode === '' ? asset : krakenAsset(feeCode),
    balance: out.statedAmount(record, 'balance')?.value,
    usd: out.statedAmount(record, 'amountusd'),
    balanceKey: `${code} ${record.text('wallet')}`,
  }
}

/** The fee of an entry as a leg of its own. */
export function feeLegOf({ fee, feeAsset }: LedgerEntry): DraftLeg | null {
  return fee === null ? null : { asset: feeAsset, amount: fee }
}

/** An entry with the fee that its own balance went down by; one of another asset is none. */
export function withOwnFee(ledger: LedgerEntry): LedgerEntry {
  return ledger.feeAsset === ledger.asset ? ledger : { ...ledger, fee: null }
}

/**
 * The value in dollars that the export states for entries of one asset together. Null where an entry states none, or nothing but a
 * zero, where they go both ways, and for dollars, which are worth their face.
 */
export function worthOfEntries(rows: readonly LedgerEntry[]): Draft['value'] {
  const [first] = rows
  if (first === undefined || first.asset === 'USD') return null
  let total = noAmount
  for (const { usd, amount } of rows) {
    if (usd === null || isNegative(amount.value) !== isNegative(first.amount.value)) return null
    total = addAmounts(total, absoluteAmount(usd))
  }
  return isZeroAmount(total) ? null : { amount: total, currency: 'USD' }
}

/** Coins that came to holders of another when a chain split. */
export const FORKS: ReadonlySet<AssetId> = new Set(['BCH', 'BSV', 'BTG', 'ETHW', 'XEC', 'BCHA'])
