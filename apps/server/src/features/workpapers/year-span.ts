import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'

/** The instants between which a tax year lies where the customer lives; the last is no longer in it. */
export interface YearSpan {
  readonly year: number
  readonly begins: Date
  readonly ends: Date
}

export async function spanOfYear(tx: Tx, userId: string, year: number): Promise<YearSpan> {
  const row = await tx.one<{ begins: Date; ends: Date }>(sql`
    select make_timestamp(${year}, 1, 1, 0, 0, 0) at time zone time_zone as begins,
      make_timestamp(${year} + 1, 1, 1, 0, 0, 0) at time zone time_zone as ends
    from customers where user_id = ${userId}`)
  return { year, ...row }
}
