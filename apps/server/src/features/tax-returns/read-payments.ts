import type { EstimatedPayments } from '@lotbook/contract'
import { localClock, taxDayOf } from '@lotbook/journal'
import { estimatedPayments, type EstimateOf } from '@lotbook/rules/us'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { estimatedTax } from '../../calculating/keep/estimated-tax.ts'
import { paymentFactsOf } from '../../calculating/keep/payment-facts.ts'

/** What to pay for a year by which day, from its tax as it is estimated now and what the person states. */
export async function readPayments(
  tx: Tx,
  userId: string,
  year: number,
  of: EstimateOf,
  now: Date,
): Promise<EstimatedPayments> {
  const { time_zone } = await tx.one<{ time_zone: string }>(
    sql`select time_zone from customers where user_id = ${userId}`,
  )
  const filed = await tx.maybe(sql`
    select 1 from tax_years where user_id = ${userId} and tax_year = ${year} and state = 'filed'`)
  const facts = await paymentFactsOf(tx, userId, year)
  const estimate = await estimatedTax(tx, userId, year, of)
  return {
    facts: { ...facts, payments: [...facts.payments] },
    is_filed: filed !== undefined,
    today: taxDayOf(now.getTime(), localClock(time_zone)),
    plan: estimate === null ? null : planOf(year, estimate.with, facts, of),
  }
}

function planOf(
  year: number,
  tax: string,
  facts: Parameters<typeof estimatedPayments>[2],
  { filing_status }: EstimateOf,
): EstimatedPayments['plan'] {
  const { rule, required, ofThisYear, ofYearBefore, installments } = estimatedPayments(
    year,
    tax,
    facts,
    filing_status,
  )
  return {
    tax,
    rule,
    required,
    of_this_year: ofThisYear,
    of_year_before: ofYearBefore,
    installments: [...installments],
  }
}
