import { formatInstant } from '@lotbook/journal'
import { MONEY_SCALE } from '@lotbook/money'
import type { InputTransaction } from '../schema/calculation-input.ts'
import {
  AMOUNTS_PER_EVENT,
  FEE,
  FEE_VALUE,
  FEE_VALUE_KNOWN,
  FROM,
  FROM_VALUE,
  FROM_VALUE_KNOWN,
  NONE,
  TO,
  TO_VALUE,
  TO_VALUE_KNOWN,
  type EventTable,
} from './event-table.ts'

/** A transaction as its event alone says it: what was given and received, where and when. */
export type TransactionOfEvent = Pick<
  InputTransaction,
  | 'id'
  | 'at'
  | 'type'
  | 'sub_type'
  | 'account'
  | 'from_currency'
  | 'from_amount'
  | 'to_currency'
  | 'to_amount'
>

/** The fee of a transaction, and the value in USD of each side; null where nobody states one. */
export type ValuesOfEvent = Required<
  Pick<InputTransaction, 'fee_currency' | 'fee_amount' | 'from_value' | 'to_value' | 'fee_value'>
>

/** Read the fee and the values of a transaction back out of the columns. */
export function valuesAt(table: EventTable, event: number): ValuesOfEvent {
  const slot = event * AMOUNTS_PER_EVENT
  const value = (side: number, bit: number) =>
    (table.known[event]! & bit) === 0 ? null : table.amounts.text(slot + side, MONEY_SCALE)
  const fee = table.feeAsset[event]!
  return {
    fee_currency: table.assets[fee] ?? null,
    fee_amount: fee === NONE ? null : table.amounts.text(slot + FEE, table.scales[fee]!),
    from_value: value(FROM_VALUE, FROM_VALUE_KNOWN),
    to_value: value(TO_VALUE, TO_VALUE_KNOWN),
    fee_value: value(FEE_VALUE, FEE_VALUE_KNOWN),
  }
}

/** Read one transaction back out of the columns, for a question about it that needs no other. */
export function transactionAt(table: EventTable, event: number): TransactionOfEvent {
  const { type, subType } = table.jurisdiction.treatments[table.treatment[event]!]!
  const amount = (side: number, asset: number) =>
    asset === NONE ? null : table.amounts.text(event * AMOUNTS_PER_EVENT + side, table.scales[asset]!)
  const [from, to] = [table.fromAsset[event]!, table.toAsset[event]!]
  return {
    id: table.idOf(event)!,
    at: formatInstant(table.at[event]!),
    type,
    sub_type: subType,
    account: table.accounts[table.account[event]!]!,
    from_currency: table.assets[from] ?? null,
    from_amount: amount(FROM, from),
    to_currency: table.assets[to] ?? null,
    to_amount: amount(TO, to),
  }
}
