import type { StatedBalance } from '@lotbook/sources'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import type { Destination } from './file-event.ts'

/** Keep what a reading says that its account holds, in place of what an earlier reading of its connection said. */
export async function keepBalances(
  tx: Tx,
  { userId, connectionId }: Pick<Destination, 'userId' | 'connectionId'>,
  balances: readonly StatedBalance[],
): Promise<void> {
  await tx.run(
    sql`delete from reported_balances where user_id = ${userId} and connection_id = ${connectionId}`,
  )
  if (balances.length === 0) return
  await tx.run(sql`
    insert into reported_balances (user_id, connection_id, asset_id, part, at, quantity)
    select ${userId}, ${connectionId}, s.asset, s.part, s.at::timestamptz, s.quantity::numeric
    from unnest(${balances.map(({ asset }) => asset)}::text[], ${balances.map(({ part }) => part)}::text[],
      ${balances.map(({ at }) => new Date(at).toISOString())}::text[], ${balances.map(({ quantity }) => quantity)}::text[])
      as s (asset, part, at, quantity)`)
}
