import { formatInstant } from '@lotbook/journal'
import type { InputTransaction } from '../schema/calculation-input.ts'
import { AMOUNTS_PER_EVENT, FROM, NONE, TO, type EventTable } from './event-table.ts'

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
