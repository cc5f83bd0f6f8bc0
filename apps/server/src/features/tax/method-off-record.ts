import { taxSettings, type OneYear } from '@lotbook/contract'
import type { Tx } from '../../platform/database.ts'
import { sql, type Sql } from '../../platform/sql.ts'
import { joinedByHash } from '../../platform/statistics.ts'
import type { DoneCalculation } from '../../calculating/keep/done-calculation.ts'
import type { RowList } from '../../calculating/keep/row-ranges.ts'

/** Rules of a row whose lots another method than FIFO chose (R-LOT-2, R-LOT-3); named lots have one of their own. */
const CHOSEN_BY_METHOD = ['R-LOT-2', 'R-LOT-3']

/**
 * Sales of a year that another method than FIFO was applied to, though no standing order was on record when they were made: for those
 * FIFO is the rule unless the taxpayer's own records name the lots in time (Treas. Reg. 1.1012-1(j)(3)). None where FIFO is set.
 */
export async function methodOffRecord(
  tx: Tx,
  userId: string,
  calculation: DoneCalculation,
  ofYear: (list: RowList) => Sql,
): Promise<OneYear['qualifiers']> {
  const { method, filed_methods, standing_orders } = taxSettings.parse(calculation.settings)
  if (method === 'fifo' && filed_methods.every((one) => one.method === 'fifo')) return []
  const chosen = sql`d.rule_set in (
    select r.n - 1 from calculations c cross join lateral jsonb_array_elements(c.rule_sets) with ordinality r (rules, n)
    where c.user_id = ${userId} and c.id = ${calculation.id} and r.rules ?| ${CHOSEN_BY_METHOD})`
  const rows =
    standing_orders.length === 0
      ? await tx.all<{ n: string }>(sql`
          select count(distinct (d.transaction_id, d.asset_id)) as n from ${ofYear('disposals')} d where ${chosen}`)
      : await joinedByHash(tx, () =>
          tx.all<{ n: string }>(sql`
            with sold as materialized (select d.transaction_id, d.account_id, d.asset_id, d.disposed from ${ofYear('disposals')} d where ${chosen}),
              orders as materialized (
                select coalesce(a.pooled_with, o.account_id) as account_id, o.asset_id, o.from_day, o.recorded_at, o.ended_at
                from standing_orders o left join accounts a on (a.user_id, a.id) = (o.user_id, o.account_id) where o.user_id = ${userId})
            select count(distinct (d.transaction_id, d.asset_id)) as n from sold d
              join transactions t on t.user_id = ${userId} and t.id = d.transaction_id
            where not exists (select from orders o where coalesce(o.account_id, d.account_id) = d.account_id
              and coalesce(o.asset_id, d.asset_id) = d.asset_id and o.from_day <= d.disposed
              and o.recorded_at <= t.at and coalesce(o.ended_at > t.at, true))`),
        )
  const count = Number(rows[0]?.n ?? 0)
  if (count === 0) return []
  return [
    {
      code: 'method_off_record',
      count,
      message: `${count === 1 ? 'The lots of one sale were' : `The lots of ${count.toLocaleString('en-US')} sales were`} chosen by ${method === 'fifo' ? 'another method than FIFO' : method.toUpperCase()}, with no order for it on record when ${count === 1 ? 'it was' : 'they were'} made. For ${count === 1 ? 'it' : 'those'} the law requires FIFO, unless your own records named the lots in time.`,
      effect: null,
    },
  ]
}
