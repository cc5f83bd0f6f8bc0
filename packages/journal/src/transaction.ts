import { isNegative, parseDecimal } from '@lotbook/money'
import type { AssetId } from './asset.ts'
import type { Instant } from './time.ts'
import { sidesOf } from './sides.ts'
import { isSubTypeOf, isTransactionType, type SubType, type TransactionType } from './transaction-type.ts'

/** One side of a transaction: exact decimal text, never negative. */
export interface Leg {
  readonly asset: AssetId
  /** Exact decimal text; gross, before any fee. */
  readonly amount: string
}

/** A fair market value of a whole leg, or a value that the source states. */
export interface StatedValue {
  readonly amount: string
  readonly currency: string
}

/**
 * One event of a customer's history as a source tells it, before it rests in anybody's journal.
 *
 * Balances follow from it: what arrived comes in, what left goes out, the fee goes out on top (the balance
 * invariant of the formats: `balance[to] += to; balance[from] -= from; balance[fee] -= fee`).
 */
export interface ReadTransaction {
  readonly at: Instant
  readonly type: TransactionType
  readonly subType: SubType | null
  /** What left, gross, without the fee. */
  readonly from: Leg | null
  /** What arrived, gross, before the fee is taken. */
  readonly to: Leg | null
  /** A further debit; a negative one is a fee given back. */
  readonly fee: Leg | null
  /** The value that the source gives for the event, a hint for pricing and never a leg. */
  readonly value: StatedValue | null
  /** Prices of one unit that the source states, by asset, beside the value of the event. */
  readonly unitPrices?: Readonly<Record<AssetId, StatedValue>>
  /** Name of the exchange or wallet it happened at. */
  readonly exchange: string
  /** What the provider says identifies it: a trade, ledger or transaction id. */
  readonly externalId: string | null
  readonly txHash: string | null
  readonly comment: string | null
  readonly flags: readonly string[]
  /** 1-based data rows of the file that it came from (rows after the header). */
  readonly rows: readonly number[]
}

/** Why a transaction is not one. `field` is the name on the wire. */
export interface TransactionProblem {
  readonly field: 'type' | 'sub_type' | 'at' | 'from_amount' | 'to_amount' | 'fee_amount' | 'from' | 'to'
  readonly message: string
}

/**
 * What keeps a transaction from being a valid one; empty when nothing does. The rules: a known type and sub
 * type, amounts that are amounts and not negative, and the sides that the type needs.
 */
export function problemsOf(
  t: Pick<ReadTransaction, 'type' | 'subType' | 'from' | 'to' | 'fee'>,
): TransactionProblem[] {
  const problems: TransactionProblem[] = []
  if (!isTransactionType(t.type)) problems.push({ field: 'type', message: `Unknown type: ${String(t.type)}` })
  else if (!isSubTypeOf(t.type, t.subType))
    problems.push({ field: 'sub_type', message: `${t.subType ?? 'No sub type'} does not go with ${t.type}` })

  checkAmount(t.from, 'from_amount', problems)
  checkAmount(t.to, 'to_amount', problems)
  if (t.fee !== null && parseDecimal(t.fee.amount) === undefined)
    problems.push({ field: 'fee_amount', message: `Not an amount: ${shown(t.fee.amount)}` })

  const sides = sidesOf(t.type, t.subType)
  if (sides.from === 'needed' && t.from === null)
    problems.push({ field: 'from', message: 'What left is missing' })
  if (sides.to === 'needed' && t.to === null)
    problems.push({ field: 'to', message: 'What arrived is missing' })
  return problems
}

function checkAmount(leg: Leg | null, field: 'from_amount' | 'to_amount', problems: TransactionProblem[]) {
  if (leg === null) return
  const amount = parseDecimal(leg.amount)
  if (amount === undefined) problems.push({ field, message: `Not an amount: ${shown(leg.amount)}` })
  else if (isNegative(amount)) problems.push({ field, message: `Negative: ${shown(leg.amount)}` })
}

/** Foreign text in a message: at most 60 characters. */
function shown(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}...` : text
}
