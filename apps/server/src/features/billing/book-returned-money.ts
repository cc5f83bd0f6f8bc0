import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { fitPlanToMoney } from './fit-plan-to-money.ts'

/** A purchase as an event of the payment provider names it. */
export interface NamedPurchase {
  readonly userId: string
  readonly purchaseId: string
}

/**
 * Book what was sent back of a payment so far: all of it takes the plan back, a part leaves the plan that the rest pays for. Providers
 * state the sum each time, so that events may come again and in any order (https://docs.stripe.com/api/charges/object#charge_object-amount_refunded).
 */
export async function bookRefund(
  tx: Tx,
  { userId, purchaseId }: NamedPurchase,
  { cents, isWhole }: { readonly cents: number; readonly isWhole: boolean },
  now: Date,
): Promise<void> {
  const row = await tx.maybe<{ tax_year: number }>(sql`
    update purchases set refunded_cents = greatest(refunded_cents, ${cents}), changed_at = ${now},
      state = case when ${isWhole} then 'refunded' else state end,
      problem = case when state = 'paid' then null else problem end
    where user_id = ${userId} and id = ${purchaseId} and state <> 'refunded'
    returning tax_year::integer`)
  if (row !== undefined) await fitPlanToMoney(tx, userId, row.tax_year, now)
}

/**
 * Book how a dispute stands. While a bank looks into one the money is gone, so the plan does not count; a dispute that is won brings it
 * back, one that is lost is a refund (https://docs.stripe.com/disputes/how-disputes-work).
 *
 * @param toldAt - the instant of the event; an older one changes nothing.
 */
export async function bookDispute(
  tx: Tx,
  { userId, purchaseId }: NamedPurchase,
  standing: 'open' | 'won' | 'lost',
  toldAt: Date,
  now: Date,
): Promise<void> {
  const state = { open: 'disputed', won: 'paid', lost: 'refunded' }[standing]
  const row = await tx.maybe<{ tax_year: number }>(sql`
    update purchases set state = ${state}, dispute_told_at = ${toldAt}, changed_at = ${now}
    where user_id = ${userId} and id = ${purchaseId} and state in ('paid', 'disputed')
      and (dispute_told_at is null or dispute_told_at < ${toldAt}
        or (dispute_told_at = ${toldAt} and ${standing !== 'open'}))
    returning tax_year::integer`)
  if (row !== undefined) await fitPlanToMoney(tx, userId, row.tax_year, now)
}
