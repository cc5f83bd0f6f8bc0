import type { Explanation } from '@lotbook/contract'
import type { Tx } from '../../platform/database.ts'
import { joined, sql, type Sql } from '../../platform/sql.ts'
import { joinedByHash } from '../../platform/statistics.ts'
import { unpricedAs } from '../../journal/findings/unpriced-as.ts'
import { changesSince, newestDone, type DoneCalculation } from './done-calculation.ts'
import { rowsWhere } from './result-row.ts'

/** A year that was filed with a calculation, and what the questions beside its rows are of. */
export type Filing = NonNullable<Explanation['filed']> & {
  /** Whether they were kept with the mark; else they are today's. */
  readonly keepsFindings: boolean
}

/** The filing of a year with a calculation; null where the year was not filed with it. */
export async function filingOf(
  tx: Tx,
  userId: string,
  year: number,
  calculation: DoneCalculation,
): Promise<Filing | null> {
  if (!calculation.is_filed) return null
  const filed = await tx.maybe<{ changes_since: string | null; keeps_findings: boolean }>(sql`
    select changes_since, keeps_findings from tax_years
    where user_id = ${userId} and tax_year = ${year} and calculation_id = ${calculation.id} and state = 'filed'`)
  if (filed === undefined) return null
  const { changes_since, keeps_findings: keepsFindings } = filed
  if (keepsFindings)
    return { year, open_as_of: changes_since === '0' ? 'calculation' : 'filing', keepsFindings }
  return {
    year,
    open_as_of: (await isOfToday(tx, userId, calculation)) ? 'today' : 'calculation',
    keepsFindings,
  }
}

/** Whether today's questions are other than those of a calculation may have been. */
export async function isOfToday(tx: Tx, userId: string, calculation: DoneCalculation): Promise<boolean> {
  return (
    (await newestDone(tx, userId)).id !== calculation.id || (await changesSince(tx, userId, calculation)) > 0
  )
}

/** Keep what is open on the transactions behind the rows of a year, which is filed just now. */
export async function keepFindings(
  tx: Tx,
  userId: string,
  year: number,
  { id }: Pick<DoneCalculation, 'id'>,
): Promise<void> {
  const rows = (list: 'disposals' | 'incomes' | 'removals') =>
    rowsWhere({ userId, calculationId: id, list, where: [sql`d.tax_year = ${year}`] })
  const keep = sql`
    with behind as materialized (
      select d.transaction_id as id from ${rows('disposals')} d union select d.lot_transaction_id from ${rows('disposals')} d
      union select d.transaction_id from ${rows('incomes')} d
      union select d.transaction_id from ${rows('removals')} d union select d.lot_transaction_id from ${rows('removals')} d)
    insert into filed_findings (user_id, tax_year, transaction_id, code, is_info, unpriced_as, effect)
    select ${userId}, ${year}, t.id, f.code, f.severity = 'info', ${unpricedAs}, f.effect_high
    from findings f join transactions t on t.user_id = f.user_id and t.id = f.transaction_id
    where f.user_id = ${userId} and f.state = 'open' and t.id in (select id from behind)`
  await joinedByHash(tx, () => tx.run(keep))
}

/** Removes the findings kept for a year, with its mark as filed. */
export async function forgetFindings(tx: Tx, userId: string, year: number): Promise<void> {
  await tx.run(sql`delete from filed_findings where user_id = ${userId} and tax_year = ${year}`)
}

/**
 * A column `open` for rows `d`: the codes of the questions on these transactions of theirs, as they were when
 * the year was filed; without a filing that kept them, as they are today.
 */
export function openOn(transactions: readonly Sql[], filing: Filing | null): Sql {
  if (filing?.keepsFindings === true)
    return sql`(select array_agg(distinct f.code order by f.code) from filed_findings f where f.user_id = d.user_id
      and f.tax_year = ${filing.year} and not f.is_info and f.transaction_id in (${joined(transactions, ', ')})) as open`
  // Step by step, which offset 0 keeps apart: joined with the state, all open findings of the customer may be read for each row.
  return sql`(select array_agg(distinct f.code order by f.code) from (
      select code, state, severity from findings where user_id = d.user_id and transaction_id in (${joined(transactions, ', ')}) offset 0
    ) f where f.state = 'open' and f.severity <> 'info') as open`
}

/**
 * Whether an income `d` counts as zero because nothing tells its price: a condition of it. One whose price was found to be zero, or was
 * accepted as it is, is worth nothing.
 */
export function isUnpriced(filing: Filing | null): Sql {
  if (filing?.keepsFindings === true)
    return sql`(d.value = 0 and exists (select from filed_findings f where f.user_id = d.user_id and f.tax_year = ${filing.year}
      and f.transaction_id = d.transaction_id and f.code = 'missing_price'))`
  return sql`(d.value = 0 and exists (select from (
      select code, state from findings where user_id = d.user_id and transaction_id = d.transaction_id offset 0
    ) f where f.state = 'open' and f.code = 'missing_price'))`
}
