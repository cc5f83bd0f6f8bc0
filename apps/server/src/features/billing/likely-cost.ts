import type { LikelyCost } from '@lotbook/contract'
import { FIAT, INCOME_SUB_TYPES } from '@lotbook/journal'
import { jurisdictionOf } from '@lotbook/rules'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { countedPlan } from './fit-plan-to-money.ts'
import type { Plan } from './plan-of-year.ts'

/** Sub types of `outgoing` that spend their units, whatever the customer answers later. */
const SPENDING = jurisdictionOf({}).treatments.flatMap(({ type, subType, operation }) =>
  type === 'outgoing' && subType !== null && operation === 'dispose' ? [subType] : [],
)

/**
 * Returns the likely cost of each year, the newest `most` first, from the transactions that are stored by now: an import says it
 * while it runs. A sale, a trade, a purchase and a fee in a coin count once each, and so does income; what a calculation
 * decides otherwise (a transfer between own accounts, a return of principal) is not known here, so this is about right, no more.
 */
export async function likelyCosts(
  tx: Tx,
  userId: string,
  { plans, most }: { plans: readonly Plan[]; most: number },
): Promise<LikelyCost[]> {
  const fiat = [...FIAT]
  const rows = await tx.all<{ tax_year: number; counted: number; plan_id: string | null }>(sql`
    select counts.tax_year, counts.counted, (select l.id from purchases p join plans l on l.id = ${countedPlan}
      where p.user_id = ${userId} and p.tax_year = counts.tax_year and p.state = 'paid'
      order by l.position desc limit 1) as plan_id
    from (
      select extract(year from at)::integer as tax_year, (
        count(*) filter (where from_amount > 0 and from_asset <> all (${fiat}) and (
          type in ('buy', 'sell', 'trade', 'ico') or sub_type = 'nft_mint' or (type = 'outgoing' and sub_type = any (${SPENDING}))))
        + count(*) filter (where type = 'incoming' and sub_type = any (${[...INCOME_SUB_TYPES]}))
        + count(*) filter (where fee_amount > 0 and fee_asset <> all (${fiat}))
      )::integer as counted
      from transactions where user_id = ${userId} and deleted_at is null and not is_ignored
      group by 1 order by 1 desc limit ${most}
    ) counts
    where counts.counted > 0 order by counts.tax_year desc`)
  return rows.flatMap(({ tax_year, counted, plan_id }) => {
    const needed = plans.find(({ limit }) => limit === null || counted <= limit)
    if (needed === undefined) return []
    const paid = plans.find(({ id }) => id === plan_id)?.price_cents ?? 0
    return [
      {
        tax_year,
        counted,
        needed_plan_id: needed.id,
        due_cents: Math.max(0, needed.price_cents - paid),
      },
    ]
  })
}
