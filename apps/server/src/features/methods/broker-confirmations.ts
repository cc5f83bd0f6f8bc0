import type { BrokerConfirmation, BrokerRecord } from '@lotbook/contract'
import type { Tx, Who } from '../../platform/database.ts'
import { notify } from '../../platform/notify.ts'
import { refuse } from '../../platform/refusal.ts'
import { sql } from '../../platform/sql.ts'

/** Confirmations by the id of the order or identification that they are of. */
export async function brokerConfirmations(
  tx: Tx,
  userId: string,
  record: BrokerRecord,
): Promise<ReadonlyMap<string, BrokerConfirmation>> {
  const rows = await tx.all<BrokerConfirmation & { record_id: string }>(sql`
    select record_id, confirmed_on::text, reference from broker_confirmations
    where user_id = ${userId} and record = ${record}`)
  return new Map(rows.map(({ record_id, ...confirmation }) => [record_id, confirmation]))
}

/** Keeps what a broker confirmed about an order or identification, in the place of what was kept before; null takes it back. */
export async function setBrokerConfirmation(
  tx: Tx,
  { subjectId: userId, actorId }: Who,
  {
    record,
    id,
    confirmation,
  }: {
    readonly record: BrokerRecord
    readonly id: string
    readonly confirmation: BrokerConfirmation | null
  },
  now: Date,
): Promise<void> {
  const table = record === 'standing_order' ? sql`standing_orders` : sql`lot_identifications`
  const there = await tx.maybe(sql`select 1 from ${table} where user_id = ${userId} and id = ${id}`)
  if (there === undefined) refuse('not_found')
  if (confirmation === null)
    await tx.run(sql`
      delete from broker_confirmations where user_id = ${userId} and record = ${record} and record_id = ${id}`)
  else
    await tx.run(sql`
      insert into broker_confirmations (user_id, record, record_id, confirmed_on, reference, set_at, set_by)
      values (${userId}, ${record}, ${id}, ${confirmation.confirmed_on}, ${confirmation.reference}, ${now}, ${actorId})
      on conflict (user_id, record, record_id) do update set confirmed_on = excluded.confirmed_on,
        reference = excluded.reference, set_at = excluded.set_at, set_by = excluded.set_by`)
  await notify(tx, userId, { type: 'settings', id: userId, status: 'saved' })
}
