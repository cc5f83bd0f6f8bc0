import type { OpenPoint } from '@lotbook/contract'
import type { Tx } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { refuse } from '../../platform/refusal.ts'
import type { RequestContext } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { namesOf, WHO_HAS_LEFT } from '../identity/index.ts'
import { writeIn } from './books.ts'

/** Points of one year. */
const MOST = 500

interface NewPoint {
  readonly client_id?: string | undefined
  readonly tax_year: number
  readonly text: string
}

/** Note something that is still to be done for a year. */
export async function addPoint(context: RequestContext, point: NewPoint): Promise<string> {
  const { client_id: clientId, tax_year: year, text } = point
  const id = newId(context.now.getTime())
  await writeIn(context, { clientId, paper: 'workpapers', isForProfessionals: true }, async (tx, who) => {
    const { count } = await tx.one<{ count: number }>(sql`
      select count(*)::integer as count from open_points where user_id = ${who.subjectId} and tax_year = ${year}`)
    if (count >= MOST) refuse('conflict', `${year} has ${MOST} points already.`)
    await tx.run(sql`
      insert into open_points (user_id, id, tax_year, body, added_by, added_at)
      values (${who.subjectId}, ${id}, ${year}, ${text}, ${who.actorId}, ${context.now})`)
  })
  return id
}

/** Settle a point, or open it again. */
export async function settlePoint(
  context: RequestContext,
  { id, client_id: clientId, is_done }: { id: string; client_id?: string | undefined; is_done: boolean },
): Promise<void> {
  await writeIn(context, { clientId, paper: 'workpapers', isForProfessionals: true }, async (tx, who) => {
    const at = is_done ? context.now : null
    const changed = await tx.run(sql`
      update open_points set done_at = ${at}::timestamptz, done_by = ${is_done ? who.actorId : null}::uuid
      where user_id = ${who.subjectId} and id = ${id}`)
    if (changed === 0) refuse('not_found')
  })
}

/** Points of a year, those that are open first. */
export async function pointsOf(
  tx: Tx,
  context: Pick<RequestContext, 'db'>,
  userId: string,
  year: number,
): Promise<OpenPoint[]> {
  const rows = await tx.all<{
    id: string
    body: string
    added_by: string
    added_at: Date
    done_at: Date | null
  }>(sql`
    select id, body, added_by, added_at, done_at from open_points
    where user_id = ${userId} and tax_year = ${year} order by done_at is not null, added_at, id`)
  const names = await namesOf(
    context,
    rows.map(({ added_by }) => added_by),
  )
  return rows.map(({ id, body, added_by, added_at, done_at }) => ({
    id,
    text: body,
    name: names.get(added_by)?.name ?? WHO_HAS_LEFT,
    at: added_at.toISOString(),
    done_at: done_at?.toISOString() ?? null,
  }))
}
