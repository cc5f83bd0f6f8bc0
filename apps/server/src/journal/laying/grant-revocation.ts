import type { Tx } from '../../platform/database.ts'
import { addJob } from '../../platform/jobs.ts'
import { sql } from '../../platform/sql.ts'

/** The job that gives a grant back to its provider. Its name is apart, so that whoever queues it need not know its work. */
export const REVOKE_GRANT = { name: 'revoke-grant', retryLimit: 5 }

/** Queues the revocation of the grants among these connections, and returns the ids of those: the job deletes what it revokes. */
export async function queueRevocations(
  tx: Tx,
  userId: string,
  connectionIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const grants = await tx.all<{ id: string }>(sql`
    select id from connections where user_id = ${userId} and id = any (${connectionIds}) and method = 'oauth' and credential_id is not null`)
  for (const { id } of grants) await addJob(tx, REVOKE_GRANT, { userId, connectionId: id })
  return new Set(grants.map(({ id }) => id))
}
