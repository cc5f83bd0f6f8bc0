import type { TransactionRow } from '@lotbook/contract'
import { deedWords, formatDisplayDay } from '@lotbook/journal'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { legWords } from '../../journal/transactions/leg-words.ts'
import { type ListedRow, listedRows, transactionRow } from '../../journal/transactions/transaction-rows.ts'

export interface NamedTransaction {
  readonly transaction_id: string
  /** `Sold 0.5 BTC for $30,000.00, Kraken, Jun 05, 2024`. */
  readonly text: string
  readonly is_removed: boolean
  /** The version of the journal that last changed it. */
  readonly version: string
}

/** Names transactions in a sentence each, also those that were taken out of the history. */
export async function nameTransactions(
  tx: Tx,
  userId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, NamedTransaction>> {
  if (ids.length === 0) return new Map()
  const page = sql`select t.id from transactions t where t.user_id = ${userId} and t.id = any(${ids}::uuid[])`
  const more = sql`, t.deleted_at is not null as is_removed, t.journal_version::text as version`
  const rows = await tx.all<ListedRow & { is_removed: boolean; version: string }>(
    listedRows(userId, sql`null::uuid`, page, sql``, more),
  )
  return new Map(
    rows.map(({ is_removed, version, ...row }) => [
      row.id,
      { transaction_id: row.id, text: sentenceOf(transactionRow(row)), is_removed, version },
    ]),
  )
}

function sentenceOf({
  type,
  sub_type,
  from,
  to,
  account_name,
  other_account_name,
  at,
}: TransactionRow): string {
  const deed = deedWords({
    type,
    sub_type,
    out: from === null ? null : legWords(from),
    into: to === null ? null : legWords(to),
    to_account: other_account_name,
  })
  return `${deed}, ${account_name}, ${formatDisplayDay(at.slice(0, 10))}`
}
