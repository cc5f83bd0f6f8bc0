import { discoveredIn, type RemovalLine } from '@lotbook/reports'
import { howAcquiredBy, type RemovalFacts } from '@lotbook/rules/us'
import type { Tx } from '../../platform/database.ts'
import { sql, type Sql } from '../../platform/sql.ts'
import { plain } from '../../journal/transactions/transaction-rows.ts'
import type { DoneCalculation } from './done-calculation.ts'
import { rowsWhere } from './result-row.ts'
import { isAllocated, withoutSafeHarbor } from './without-safe-harbor.ts'

type Calculation = Pick<DoneCalculation, 'id' | 'settings' | 'finished_at'>

/** The removals of a year of a calculation, lot by lot, of all kinds or of some alone. */
export function removalLines(
  tx: Tx,
  userId: string,
  calculation: Calculation,
  year: number,
  kinds?: readonly string[],
): Promise<RemovalLine[]> {
  const ofKinds = kinds === undefined ? [] : [sql`d.kind = any (${kinds})`]
  return linesWhere(tx, userId, calculation, [sql`d.tax_year = ${year}`, ...ofKinds])
}

/** The lines of thefts and losses of other years that were discovered in a year, by what is stated of them. */
export async function discoveredLines(
  tx: Tx,
  userId: string,
  calculation: Calculation,
  year: number,
  facts: ReadonlyMap<string, RemovalFacts>,
): Promise<RemovalLine[]> {
  const ids = discoveredIn(facts, year)
  if (ids.length === 0) return []
  return linesWhere(tx, userId, calculation, [
    sql`d.tax_year <> ${year}`,
    sql`d.kind in ('stolen', 'lost')`,
    sql`d.transaction_id = any (${ids}::uuid[])`,
  ])
}

/** Removals with names for people and how each lot was acquired. */
async function linesWhere(
  tx: Tx,
  userId: string,
  calculation: Calculation,
  where: readonly Sql[],
): Promise<RemovalLine[]> {
  const without = await withoutSafeHarbor(tx, userId, calculation)
  const rows = rowsWhere({
    list: 'removals',
    userId,
    calculationId: calculation.id,
    where,
  })
  const found = await tx.all<
    Omit<RemovalLine, 'allocation' | 'howAcquired'> & {
      readonly asset_id: string
      readonly is_allocated: boolean
      readonly lot_type: string | null
      readonly lot_sub_type: string | null
    }
  >(sql`
    select d.transaction_id as transaction, d.kind, coalesce(s.symbol, d.asset_id) as asset, a.name as account,
      d.lot_transaction_id as lot, d.quantity::text, d.acquired, d.date, coalesce(d.basis, 0)::text as basis, d.value::text, d.term,
      d.deduction::text, t.comment as note, l.type as lot_type, l.sub_type as lot_sub_type, d.asset_id,
      ${isAllocated(calculation, without, sql`d.date`)}
    from ${rows} d join accounts a on (a.user_id, a.id) = (d.user_id, d.account_id) left join assets s on s.id = d.asset_id
    join transactions t on (t.user_id, t.id) = (d.user_id, d.transaction_id)
    left join transactions l on (l.user_id, l.id) = (d.user_id, d.lot_transaction_id)
    order by d.n`)
  return found.map(({ asset_id, is_allocated, lot_type, lot_sub_type, ...row }) => ({
    ...row,
    howAcquired: lot_type === null ? null : howAcquiredBy(lot_type, lot_sub_type),
    allocation: is_allocated ? without.of(asset_id) : null,
    quantity: plain(row.quantity),
    basis: plain(row.basis),
    value: row.value === null ? null : plain(row.value),
    deduction: row.deduction === null ? null : plain(row.deduction),
  }))
}

/** Statements about gifts, donations and losses, by transaction. */
export async function removalFactsOf(tx: Tx, userId: string): Promise<Map<string, RemovalFacts>> {
  const rows = await tx.all<RemovalFacts & { transaction_id: string }>(sql`
    select transaction_id, donee, donee_address, donee_ein, donee_is_spouse, acknowledged_on, how_acquired, valued_by,
      has_appraisal, appraiser, appraised_on, discovered_on, reimbursement::text, is_for_profit, may_recover, evidence
    from removal_facts where user_id = ${userId} order by transaction_id`)
  return new Map(rows.map(({ transaction_id, ...facts }) => [transaction_id, facts]))
}
