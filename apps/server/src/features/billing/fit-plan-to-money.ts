import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'

/**
 * Hold the plans of a year to the money that was kept for it. A purchase whose plan costs more than all that was kept counts as the
 * largest plan which that money pays for, and the money counts towards an upgrade. Plans that were chosen at no cost stay.
 */
export async function fitPlanToMoney(tx: Tx, userId: string, year: number, now: Date): Promise<void> {
  await tx.run(sql`
    with kept as (
      select coalesce(sum(greatest(coalesce(received_cents, price_cents) - refunded_cents, 0)), 0)::integer as cents
      from purchases where user_id = ${userId} and tax_year = ${year} and state = 'paid' and paid_with <> 'none'
    ), paid as (
      select p.id, kept.cents, coalesce(p.list_cents, p.price_cents) > kept.cents as is_short
      from purchases p, kept
      where p.user_id = ${userId} and p.tax_year = ${year} and p.state = 'paid' and p.paid_with <> 'none'
    )
    update purchases p set changed_at = ${now},
      kept_plan_id = case when is_short then (
        select l.id from plans l where l.price_cents <= paid.cents order by l.position desc limit 1) end,
      kept_cents = case when is_short then paid.cents end
    from paid where p.user_id = ${userId} and p.id = paid.id
      and (p.kept_plan_id is not null or paid.is_short)`)
}

/** Plan that a purchase counts as: the one that was bought, or the one that the money left pays for. */
export const countedPlan = sql`coalesce(p.kept_plan_id, p.plan_id)`

/** Money of a purchase that counts towards a larger plan, in cents. */
export const countedCents = sql`coalesce(p.kept_cents, p.list_cents)`
