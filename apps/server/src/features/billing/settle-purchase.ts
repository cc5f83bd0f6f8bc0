import type { Tx } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { refuse } from '../../platform/refusal.ts'
import { sql } from '../../platform/sql.ts'
import { countedCents, countedPlan, fitPlanToMoney } from './fit-plan-to-money.ts'

export interface Payment {
  /** The amount that was paid, in cents. */
  readonly cents: number
  /** The provider's name of the payment. */
  readonly ref: string | null
}

/** The outcome of a payment: booked, booked before, or money that does not fit what was asked for. */
export type Settled = 'paid' | 'paid_before' | 'other_amount' | 'changed_plan'

/**
 * Book a payment, once however often it is told of. One for another amount than was asked for buys nothing and is noted, so that somebody
 * sends it back. The plan is priced anew when the money comes: too little by then buys nothing and is noted, too much buys the plan, and
 * the rest is noted.
 */
export async function settlePurchase(
  tx: Tx,
  id: string,
  { cents, ref }: Payment,
  now: Date,
): Promise<Settled> {
  // Everybody who buys or books for a customer waits here for the others, in the order that buying has.
  await tx.run(sql`
    select 1 from customers where user_id = (select user_id from purchases where id = ${id}) for update`)
  const row = await tx.maybe<{
    user_id: string
    state: string
    price_cents: number
    paid_by: string
    tax_year: number
    plan_id: string
    position: number
    paid_with: string
    list_cents: number | null
    problem: string | null
    refunded_cents: number
  }>(sql`
    select p.user_id, p.state, p.price_cents, p.paid_by, p.tax_year, p.plan_id, l.position, p.paid_with, p.list_cents, p.problem, p.refunded_cents
    from purchases p join plans l on l.id = p.plan_id where p.id = ${id} for update of p`)
  if (row === undefined) return refuse('not_found')
  if (row.state === 'paid' || row.state === 'refunded' || row.state === 'disputed') return 'paid_before'
  if (row.problem !== null) return row.problem as Settled
  if (cents !== row.price_cents) return note(tx, id, 'other_amount', cents, now)
  const { best, before } = await tx.one<{ best: number | null; before: number | null }>(sql`
    select max(l.position) as best, max(${countedCents}) as before from purchases p join plans l on l.id = ${countedPlan}
    where p.user_id = ${row.user_id} and p.tax_year = ${row.tax_year} and p.state = 'paid'`)
  if (best !== null && best >= row.position) return note(tx, id, 'changed_plan', cents, now)
  // The price by now: another plan may have been paid, or given back, since its page was opened.
  const due = row.paid_with === 'none' ? 0 : Math.max(0, (row.list_cents ?? row.price_cents) - (before ?? 0))
  if (cents < due) return note(tx, id, 'changed_plan', cents, now)
  await tx.run(sql`
    update purchases set state = 'paid', paid_at = ${now}, changed_at = ${now}, provider_ref = coalesce(${ref}, provider_ref),
      received_cents = ${cents}, problem = ${cents > due ? 'changed_plan' : null}
    where user_id = ${row.user_id} and id = ${id}`)
  await tx.run(sql`
    update purchases set state = 'cancelled', changed_at = ${now}
    where user_id = ${row.user_id} and tax_year = ${row.tax_year} and state = 'open' and id <> ${id}`)
  const { number } = await tx.one<{ number: string }>(sql`
    select ${`${now.getUTCFullYear()}-`}::text || lpad(n, greatest(4, length(n)), '0') as number
    from (select nextval('invoice_numbers')::text as n) next`)
  await tx.run(sql`
    insert into invoices (user_id, id, purchase_id, number, amount_cents, issued_at)
    values (${row.user_id}, ${newId()}, ${id}, ${number}, ${cents}, ${now})`)
  if (row.refunded_cents > 0) await fitPlanToMoney(tx, row.user_id, row.tax_year, now)
  return 'paid'
}

async function note(
  tx: Tx,
  id: string,
  problem: 'other_amount' | 'changed_plan',
  cents: number,
  now: Date,
): Promise<Settled> {
  await tx.run(sql`
    update purchases set problem = ${problem}, received_cents = ${cents}, changed_at = ${now} where id = ${id}`)
  return problem
}
