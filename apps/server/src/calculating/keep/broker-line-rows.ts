import type { BrokerLine, OtherBoxes } from '@lotbook/journal'
import type { Tx } from '../../platform/database.ts'
import { sql, type Sql } from '../../platform/sql.ts'
import { plain } from '../../journal/transactions/transaction-rows.ts'

/** A line as it is kept. Its account is an id; its asset is the one that a person named, null where its name decides. */
export interface KeptLine extends BrokerLine {
  readonly symbol: string
  readonly fileId: string | null
}

interface Row extends Omit<KeptLine, 'others' | 'tiedTo'> {
  readonly others: OtherBoxes
  readonly tied_to: readonly string[] | null
}

/** Lines in force now, or as of the moment when a year was filed. */
export function linesAsOf(at: Date | null): Sql {
  return at === null
    ? sql`l.removed_at is null`
    : sql`l.added_at <= ${at} and (l.removed_at is null or l.removed_at > ${at})`
}

/** Lines of Forms 1099-DA, in the order in which they came. */
export async function keptLines(tx: Tx, userId: string, where: Sql): Promise<KeptLine[]> {
  const rows = await tx.all<Row>(sql`
    select l.id, l.form, l.status, l.tax_year as year, l.account_id as account, l.recipient, l.code, l.name, l.symbol,
      l.asset_id as asset, l.units::text, l.acquired, l.sold, l.proceeds::text, l.basis::text, l.is_basis_reported as "isBasisReported",
      l.proceeds_are as "proceedsAre", l.withheld::text, l.term, l.is_noncovered as "isNoncovered", l.total, l.count,
      l.transferred_in::text as "transferredIn", l.others, l.tied_to, l.note, l.loss, l.file_id as "fileId"
    from broker_lines l where l.user_id = ${userId} and ${where} order by l.added_at, l.added_in, l.line, l.id`)
  return rows.map(({ tied_to, ...row }) => ({
    ...row,
    units: plain(row.units),
    proceeds: plain(row.proceeds),
    basis: row.basis === null ? null : plain(row.basis),
    withheld: row.withheld === null ? null : plain(row.withheld),
    transferredIn: row.transferredIn === null ? null : plain(row.transferredIn),
    tiedTo: tied_to,
  }))
}

/** Sales of a year whose loss is not deductible, by their transactions (`linesAsOf`). */
export async function nondeductibleSales(
  tx: Tx,
  userId: string,
  year: number,
  at: Date | null,
): Promise<ReadonlySet<string>> {
  const rows = await tx.all<{ transaction_id: string }>(sql`
    select l.transaction_id from nondeductible_sales l where l.user_id = ${userId} and l.tax_year = ${year} and ${linesAsOf(at)}
    order by l.transaction_id`)
  return new Set(rows.map(({ transaction_id }) => transaction_id))
}
