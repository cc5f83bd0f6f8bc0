import type { Tx } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { sql } from '../../platform/sql.ts'

/** Refuses a change of a year that is marked as filed. Filing locks the row of the year as well, so it sees the change or goes first. */
export async function refuseIfFiled(tx: Tx, userId: string, year: number, stays: string): Promise<void> {
  await tx.run(sql`
    insert into tax_years (user_id, tax_year) values (${userId}, ${year}) on conflict (user_id, tax_year) do nothing`)
  const { state } = await tx.one<{ state: string }>(sql`
    select state from tax_years where user_id = ${userId} and tax_year = ${year} for update`)
  if (state === 'filed') refuse('conflict', `${year} is marked as filed; ${stays}.`)
}
