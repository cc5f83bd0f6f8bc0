import type { Counterparty } from '@lotbook/sources'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import type { Destination } from './file-event.ts'

/** Keep the addresses that a reading names as other sides, in place of those of an earlier reading of its connection. */
export async function keepCounterparties(
  tx: Tx,
  { userId, connectionId }: Pick<Destination, 'userId' | 'connectionId'>,
  met: readonly Counterparty[],
): Promise<void> {
  await tx.run(sql`delete from counterparties where user_id = ${userId} and connection_id = ${connectionId}`)
  if (met.length === 0) return
  await tx.run(sql`
    insert into counterparties (user_id, connection_id, chain, address, tx_hash)
    select ${userId}, ${connectionId}, m.chain, m.address, m.tx_hash
    from unnest(${met.map(({ chain }) => chain)}::text[], ${met.map(({ address }) => address)}::text[],
      ${met.map(({ txHash }) => txHash)}::text[]) as m (chain, address, tx_hash)
    on conflict do nothing`)
}
