import type { onboardingFlag } from '@lotbook/contract'
import type { z } from 'zod'
import { withSubject } from '../../platform/database.ts'
import { sessionOf, type RequestContext } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'

/** Whether the start card was answered and anything was imported (R3.57). */
export async function readOnboardingFlag(context: RequestContext): Promise<z.output<typeof onboardingFlag>> {
  const { db, who, roles } = context
  sessionOf(context)
  const row = await withSubject(db, who, (tx) =>
    tx.maybe<{ onboarded_at: Date | null; currency: string; transactions: string }>(sql`
      select c.onboarded_at, c.display_currency as currency, j.transactions from customers c join journals j on j.user_id = c.user_id
      where c.user_id = ${who.subjectId}`),
  )
  return {
    onboarded: row?.onboarded_at != null,
    is_imported: row !== undefined && row.transactions !== '0',
    is_customer: roles.includes('customer'),
    currency: row?.currency ?? 'USD',
  }
}
