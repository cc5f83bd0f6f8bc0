import type { TickMark } from '@lotbook/contract'
import type { Tx } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import type { RequestContext } from '../../platform/request-context.ts'
import { sql, type Sql } from '../../platform/sql.ts'
import { namesOf, WHO_HAS_LEFT } from '../identity/index.ts'
import { writeIn } from './books.ts'
import { nameTransactions } from './named-transactions.ts'
import type { YearSpan } from './year-span.ts'

interface Tick {
  readonly client_id?: string | undefined
  readonly transaction_id: string
  readonly is_ticked: boolean
  readonly note: string
}

/** Mark a transaction as verified to its source, or take the mark away. Marked again it is verified as it is now. */
export async function setTick(context: RequestContext, tick: Tick): Promise<void> {
  const { client_id: clientId, transaction_id: id, is_ticked, note } = tick
  await writeIn(context, { clientId, paper: 'workpapers', isForProfessionals: true }, async (tx, who) => {
    const { subjectId: userId, actorId } = who
    if (!is_ticked) {
      const removed = await tx.run(
        sql`delete from tick_marks where user_id = ${userId} and transaction_id = ${id}`,
      )
      if (removed === 0) refuse('not_found')
      return
    }
    const marked = await tx.run(sql`
      insert into tick_marks (user_id, transaction_id, ticked_by, ticked_at, note, journal_version)
      select user_id, id, ${actorId}, ${context.now}, ${note}, journal_version from transactions
      where user_id = ${userId} and id = ${id} and deleted_at is null
      on conflict (user_id, transaction_id) do update set ticked_by = excluded.ticked_by, ticked_at = excluded.ticked_at,
        note = excluded.note, journal_version = excluded.journal_version`)
    if (marked === 0) refuse('not_found')
  })
}

/** Tick marks on the transactions of a year, the newest first. */
export function ticksOf(
  tx: Tx,
  context: Pick<RequestContext, 'db'>,
  userId: string,
  { begins, ends }: YearSpan,
  most: number,
): Promise<TickMark[]> {
  return readTicks(
    tx,
    context,
    userId,
    sql`t.at >= ${begins} and t.at < ${ends}
    order by m.ticked_at desc, m.transaction_id limit ${most}`,
  )
}

/** The tick mark of one transaction; null where it has none. */
export async function tickOf(
  tx: Tx,
  context: Pick<RequestContext, 'db'>,
  userId: string,
  id: string,
): Promise<TickMark | null> {
  const [tick] = await readTicks(tx, context, userId, sql`t.id = ${id}`)
  return tick ?? null
}

async function readTicks(
  tx: Tx,
  context: Pick<RequestContext, 'db'>,
  userId: string,
  where: Sql,
): Promise<TickMark[]> {
  const rows = await tx.all<{
    transaction_id: string
    ticked_by: string
    ticked_at: Date
    note: string
    version: string
  }>(sql`
    select m.transaction_id, m.ticked_by, m.ticked_at, m.note, m.journal_version::text as version
    from tick_marks m join transactions t on t.user_id = ${userId} and t.id = m.transaction_id
    where m.user_id = ${userId} and ${where}`)
  const about = await nameTransactions(
    tx,
    userId,
    rows.map(({ transaction_id }) => transaction_id),
  )
  const names = await namesOf(
    context,
    rows.map(({ ticked_by }) => ticked_by),
  )
  return rows.map(({ transaction_id, ticked_by, ticked_at, note, version }) => {
    const named = about.get(transaction_id)
    const isRemoved = named?.is_removed ?? true
    return {
      transaction_id,
      text: named?.text ?? 'A transaction that is no longer there',
      is_removed: isRemoved,
      at: ticked_at.toISOString(),
      name: names.get(ticked_by)?.name ?? WHO_HAS_LEFT,
      note,
      is_changed: isRemoved || named?.version !== version,
    }
  })
}
