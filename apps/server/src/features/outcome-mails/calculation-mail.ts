import { paths } from '@lotbook/contract'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import type { OutcomeMail } from './outcome-mail-values.ts'

/** The mail about a calculation that is done or failed; undefined for any other. */
export async function calculationMail(tx: Tx, userId: string, id: string): Promise<OutcomeMail | undefined> {
  const row = await tx.maybe<{
    state: string
    reason_code: string | null
    trace_id: string | null
    tax_year: number | null
  }>(sql`
    select c.state, c.reason_code, c.trace_id, r.tax_year
    from calculations c left join traces r on (r.user_id, r.id) = (c.user_id, c.trace_id)
    where c.user_id = ${userId} and c.id = ${id}`)
  if (row === undefined) return undefined
  const { state, reason_code: reason, trace_id, tax_year } = row
  const what = tax_year === null ? 'Your tax calculation' : `Your tax calculation for ${tax_year}`
  if (state === 'done') {
    const path = tax_year === null ? paths.tax : paths.oneYear(tax_year)
    return { template: 'calculation_done', path, values: { what } }
  }
  if (state !== 'failed' || reason === null) return undefined
  const path = trace_id === null ? paths.tax : paths.taxCalculation(trace_id)
  return { template: 'calculation_failed', path, values: { what, reason } }
}
