import type { ClientYear } from '@lotbook/contract'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'

/** Counts the questions of a year from the professional's side. */
export function questionCounts(tx: Tx, userId: string, year: number): Promise<ClientYear['questions']> {
  return tx.one<ClientYear['questions']>(sql`
    select count(*) filter (where by_customer and state = 'open')::integer as to_answer,
      count(*) filter (where not by_customer and state = 'answered')::integer as answered,
      count(*) filter (where not by_customer and state = 'open')::integer as asked
    from questions where user_id = ${userId} and tax_year = ${year}`)
}
