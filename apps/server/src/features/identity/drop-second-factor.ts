import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'

/** Removes the second factor and its recovery codes. */
export async function dropSecondFactor(tx: Tx, userId: string): Promise<void> {
  await tx.run(sql`delete from identity.totp where user_id = ${userId}`)
  await tx.run(sql`delete from identity.recovery_codes where user_id = ${userId}`)
}
