import type { EstimatedPayment, PaymentFacts } from '@lotbook/rules/us'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { plain } from '../../journal/transactions/transaction-rows.ts'

/** A person's statements about the estimated tax of a year; payments by their day. */
export async function paymentFactsOf(tx: Tx, userId: string, year: number): Promise<PaymentFacts> {
  const stated = await tx.maybe<Omit<PaymentFacts, 'payments'>>(sql`
    select prior_tax::text, prior_agi::text, withholding::text from tax_years
    where user_id = ${userId} and tax_year = ${year}`)
  const payments = await tx.all<EstimatedPayment>(sql`
    select paid_on::text, amount::text from estimated_payments
    where user_id = ${userId} and tax_year = ${year} order by paid_on, n`)
  const amount = (text: string | null | undefined) => (text == null ? null : plain(text))
  return {
    prior_tax: amount(stated?.prior_tax),
    prior_agi: amount(stated?.prior_agi),
    withholding: amount(stated?.withholding),
    payments: payments.map((one) => ({ ...one, amount: plain(one.amount) })),
  }
}

/** Puts statements in the place of those that are there; the row of the year is there. */
export async function writePaymentFacts(
  tx: Tx,
  userId: string,
  year: number,
  { prior_tax, prior_agi, withholding, payments }: PaymentFacts,
): Promise<void> {
  await tx.run(sql`
    update tax_years set prior_tax = ${prior_tax}, prior_agi = ${prior_agi}, withholding = ${withholding}
    where user_id = ${userId} and tax_year = ${year}`)
  await tx.run(sql`delete from estimated_payments where user_id = ${userId} and tax_year = ${year}`)
  const rows = payments.map((payment, n) => ({ n, ...payment }))
  await tx.run(sql`
    insert into estimated_payments (user_id, tax_year, n, paid_on, amount)
    select ${userId}, ${year}, r.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
      n smallint, paid_on date, amount numeric)`)
}
