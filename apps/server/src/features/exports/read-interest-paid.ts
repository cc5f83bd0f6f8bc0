import type { InterestPaidLine } from '@lotbook/reports'
import type { TaxDate } from '@lotbook/journal'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { plain } from '../../journal/transactions/transaction-rows.ts'

/** Interest paid in a tax year, by the customer's clock, in the order of time. Cash in dollars is its own value. */
export async function readInterestPaid(tx: Tx, userId: string, year: number): Promise<InterestPaidLine[]> {
  const rows = await tx.all<{
    transaction: string
    date: TaxDate
    asset: string
    quantity: string
    account: string
    value: string | null
  }>(sql`
    select t.id as transaction, to_char(t.at at time zone k.time_zone, 'YYYY-MM-DD') as date, coalesce(s.symbol, t.from_asset) as asset,
      t.from_amount::text as quantity, a.name as account,
      case t.from_asset when 'USD' then t.from_amount else (
        select v.value from valuations v where v.user_id = t.user_id and v.transaction_id = t.id and v.side = 'from'
      ) end::text as value
    from customers k cross join lateral (
      select * from transactions where user_id = ${userId} and sub_type = 'interest_paid' and deleted_at is null
        and at >= make_timestamptz(${year}, 1, 1, 0, 0, 0, k.time_zone)
        and at < make_timestamptz(${year + 1}, 1, 1, 0, 0, 0, k.time_zone)
    ) t
    join accounts a on (a.user_id, a.id) = (t.user_id, t.account_id) left join assets s on s.id = t.from_asset
    where k.user_id = ${userId} and not t.is_ignored and t.from_amount is not null order by t.at, t.id`)
  return rows.map(({ value, ...row }) => ({
    ...row,
    quantity: plain(row.quantity),
    value: value === null ? null : plain(value),
  }))
}
