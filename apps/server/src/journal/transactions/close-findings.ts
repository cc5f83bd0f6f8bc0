import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'

/** Closes the findings about transactions that are no longer there, and about others because of them. */
export async function closeFindings(tx: Tx, userId: string, gone: readonly string[]): Promise<void> {
  await tx.run(sql`
    update findings set state = 'resolved', updated_at = now() where user_id = ${userId} and subject = 'transaction'
      and state = 'open'
      and (subject_id = any (${gone}) or (code = 'possible_duplicate' and note = any (${gone})))`)
}
