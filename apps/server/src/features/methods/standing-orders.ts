import { dayWords, type StandingOrder, type TaxSettings } from '@lotbook/contract'
import { FIRST_INSTANT } from '@lotbook/journal'
import type { Tx, Who } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { notify } from '../../platform/notify.ts'
import { refuse } from '../../platform/refusal.ts'
import { sql } from '../../platform/sql.ts'
import { isOwnWallet } from '../../calculating/keep/broker-accounts.ts'
import { rowsWhere } from '../../calculating/keep/result-row.ts'
import { writeJournal } from '../../journal/transactions/write-journal.ts'
import { newestCalculation } from '../../journal/transactions/transaction-rows.ts'
import { brokerConfirmations } from './broker-confirmations.ts'

export interface NewOrder {
  readonly account_id: string | null
  readonly asset: string | null
  readonly from_day?: string | undefined
  readonly method: TaxSettings['method']
}

/** Every standing order, the newest first, with the disposals that came before it could count. */
export async function standingOrders(tx: Tx, userId: string): Promise<StandingOrder[]> {
  const confirmed = await brokerConfirmations(tx, userId, 'standing_order')
  const rows = await tx.all<{
    id: string
    source_slug: string | null
    account_id: string | null
    account_name: string | null
    asset: string | null
    from_day: string
    method: StandingOrder['method']
    recorded_at: Date
    recorded_by: string
    ended_at: Date | null
    too_late_for: string
  }>(sql`
    select o.id, o.account_id, a.name as account_name, a.source_slug, o.asset_id as asset, o.from_day, o.method, o.recorded_at,
      o.recorded_by, o.ended_at, (
        select count(distinct (d.transaction_id, d.kind)) from ${rowsWhere({
          list: 'disposals',
          userId,
          calculationId: newestCalculation(userId),
          where: [
            sql`d.disposed >= o.from_day`,
            sql`d.at < o.recorded_at`,
            sql`(o.account_id is null or d.account_id = coalesce(a.pooled_with, a.id))`,
            sql`(o.asset_id is null or d.asset_id = o.asset_id)`,
          ],
        })} d
      ) as too_late_for
    from standing_orders o left join accounts a on (a.user_id, a.id) = (o.user_id, o.account_id)
    where o.user_id = ${userId} order by o.recorded_at desc, o.id desc`)
  return rows.map(({ source_slug: slug, ...row }) => ({
    ...row,
    needs_broker: row.ended_at === null && (slug === null || !isOwnWallet(slug)),
    broker_confirmation: confirmed.get(row.id) ?? null,
    recorded_at: row.recorded_at.toISOString(),
    recorded_by: recordedBy(row.recorded_by, userId),
    ended_at: row.ended_at?.toISOString() ?? null,
    too_late_for: Number(row.too_late_for),
  }))
}

/** Name of the person who recorded something, as its owner reads it. */
export function recordedBy(actorId: string, userId: string): string {
  return actorId === userId ? 'you' : 'your tax professional'
}

/** Record an order at this moment. Its time is the server's, and nobody can give another. */
export async function addOrder(tx: Tx, who: Who, order: NewOrder, now: Date): Promise<StandingOrder> {
  const { subjectId: userId, actorId } = who
  if (order.account_id !== null) {
    const account = await tx.maybe(sql`
      select 1 from accounts where user_id = ${userId} and id = ${order.account_id} and deleted_at is null`)
    if (account === undefined) refuse('not_found')
  }
  await checkOrder(tx, order)
  await writeJournal(tx, userId)
  const id = newId(now.getTime())
  await tx.run(sql`
    insert into standing_orders (user_id, id, account_id, asset_id, from_day, method, recorded_at, recorded_by)
    select ${userId}, ${id}, ${order.account_id}, ${order.asset},
      coalesce(${order.from_day ?? null}::date, (${now}::timestamptz at time zone c.time_zone)::date), ${order.method}, ${now},
      ${actorId} from customers c where c.user_id = ${userId}`)
  await notify(tx, userId, { type: 'settings', id: userId, status: 'saved' })
  const made = (await standingOrders(tx, userId)).find((one) => one.id === id)
  return made ?? refuse('not_found')
}

/** An order says nothing where it can hold for nothing: it would look as if it did, and cannot be rewritten. */
async function checkOrder(tx: Tx, { asset, from_day: day }: NewOrder): Promise<void> {
  const fields: Record<string, string> = {}
  if (day !== undefined && Date.parse(day) < FIRST_INSTANT) fields['from_day'] = dayWords.tooEarly('from_day')
  if (asset !== null && (await tx.maybe(sql`select 1 from assets where id = ${asset}`)) === undefined)
    fields['asset'] = 'There is no such asset.'
  if (Object.keys(fields).length > 0) refuse('invalid_input', undefined, { fields })
}

/** From this moment on the order applies to nothing more; what it applied to stays. */
export async function endOrder(tx: Tx, who: Who, id: string, now: Date): Promise<void> {
  const { subjectId: userId, actorId } = who
  const order = await tx.maybe<{ ended_at: Date | null }>(sql`
    select ended_at from standing_orders where user_id = ${userId} and id = ${id}`)
  if (order === undefined) refuse('not_found')
  if (order.ended_at !== null) refuse('conflict', 'This order has already ended.')
  await writeJournal(tx, userId)
  await tx.run(sql`
    update standing_orders set ended_at = ${now}, ended_by = ${actorId}
    where user_id = ${userId} and id = ${id} and ended_at is null`)
  await notify(tx, userId, { type: 'settings', id: userId, status: 'saved' })
}
