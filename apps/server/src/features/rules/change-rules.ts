import type { Tx } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { sql } from '../../platform/sql.ts'

/** Switch a rule on or off. On, it may do again what a person took back; refuses with `not_found`. */
export async function switchRule(tx: Tx, userId: string, id: string, isActive: boolean): Promise<void> {
  const switched = await tx.run(sql`
    update rules set is_active = ${isActive}, revision = revision + case when ${isActive} then 1 else 0 end
    where user_id = ${userId} and id = ${id} and deleted_at is null`)
  if (switched === 0) refuse('not_found')
}

/** Take a rule off the list; it stays for the history of what it did. */
export async function removeRule(tx: Tx, userId: string, id: string, now: Date): Promise<void> {
  const removed = await tx.run(sql`
    update rules set deleted_at = ${now}, is_active = false where user_id = ${userId} and id = ${id} and deleted_at is null`)
  if (removed === 0) refuse('not_found')
}

/** Put all rules in an order; refuses with `conflict` where the list is not the one that there is. */
export async function orderRules(tx: Tx, userId: string, ids: readonly string[]): Promise<void> {
  await tx.one(sql`select 1 as held from customers where user_id = ${userId} for update`)
  const there = await tx.all<{ id: string }>(sql`
    select id from rules where user_id = ${userId} and deleted_at is null`)
  const asked = new Set(ids)
  if (asked.size !== there.length || there.some(({ id }) => !asked.has(id)))
    refuse('conflict', 'The rules have changed in the meantime. Please check them again.')
  await tx.run(sql`
    update rules r set position = o.position from unnest(${[...asked]}::uuid[]) with ordinality as o (id, position)
    where r.user_id = ${userId} and r.id = o.id`)
}
