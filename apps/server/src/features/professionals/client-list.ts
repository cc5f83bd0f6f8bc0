import type { Client, ClientYear } from '@lotbook/contract'
import { defaultTaxYear } from '@lotbook/journal'
import { type Tx, withSubject } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import type { RequestContext } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { readClientYear } from './client-year.ts'
import { sentInvitations } from './given-access.ts'
import { personOf } from '../identity/index.ts'

/** Clients whose year is read anew for one answer; the list asks again for the rest. */
const AT_ONCE = 15
/** Clients of one professional that the list shows. */
const MOST = 1_000

interface ClientRow {
  readonly client_id: string
  readonly email: string
  readonly name: string
  readonly since: Date
  readonly summary: Readonly<Record<string, ClientYear>> | null
  readonly is_stale: boolean
  readonly scope: 'view' | 'work' | null
  readonly expires_at: Date | null
  readonly ended_at: Date | null
}

/** A professional's clients and invitations (R7.42). What moved since the last look is read anew, with the grant that there is. */
export async function clientList(context: RequestContext, year: number | undefined) {
  const { subjectId } = context.who
  const taxYear = year ?? defaultTaxYear(context.now.getTime())
  const { rows, invited } = await withSubject(context.db, context.who, async (tx) => ({
    rows: await forgetEnded(tx, subjectId, await clientRows(tx, subjectId)),
    invited: await sentInvitations(tx, subjectId, context.now),
  }))
  const stale = rows.filter((row) => row.scope !== null && yearOf(row, taxYear) === null)
  const renewed = new Map<string, ClientYear>()
  for (const row of stale.slice(0, AT_ONCE)) {
    const found = await lookUp(context, row.client_id, taxYear)
    if (found !== null) renewed.set(row.client_id, found)
  }
  const me = await personOf(context, subjectId)
  return {
    email: me.email,
    tax_year: taxYear,
    invited,
    // Nothing of a client stays here whose access has ended.
    clients: rows.map((row) =>
      shown(row, row.scope === null ? null : (renewed.get(row.client_id) ?? yearOf(row, taxYear))),
    ),
    pending: Math.max(0, stale.length - AT_ONCE),
  }
}

/** One client, before one looks into their books (R7.44). Refuses with `not_found` what is no client of the professional. */
export async function clientPage(
  context: RequestContext,
  id: string,
  year: number | undefined,
): Promise<Client> {
  const { subjectId } = context.who
  const taxYear = year ?? defaultTaxYear(context.now.getTime())
  const row = await withSubject(context.db, context.who, async (tx) =>
    (await clientRows(tx, subjectId, id)).at(0),
  )
  if (row === undefined) refuse('not_found')
  return shown(row, row.scope === null ? null : await lookUp(context, id, taxYear))
}

function clientRows(tx: Tx, userId: string, id?: string): Promise<ClientRow[]> {
  return tx.all<ClientRow>(sql`
    select c.client_id, c.email, c.name, c.since, c.summary, c.is_stale, g.scope, g.expires_at, g.ended_at
    from clients c left join my_grants() g on g.client_id = c.client_id
    where c.user_id = ${userId} and c.ended_at is null and (${id ?? null}::uuid is null or c.client_id = ${id ?? null}::uuid)
    order by c.name, c.client_id limit ${MOST}`)
}

/** Drops the copies of those whose access has ended. */
async function forgetEnded(tx: Tx, userId: string, rows: ClientRow[]): Promise<ClientRow[]> {
  const ended = rows.filter(({ scope, summary }) => scope === null && summary !== null)
  if (ended.length > 0)
    await tx.run(sql`
      update clients set summary = null, is_stale = true
      where user_id = ${userId} and client_id = any(${ended.map(({ client_id }) => client_id)}::uuid[])`)
  return rows
}

const yearOf = ({ is_stale, summary }: ClientRow, year: number): ClientYear | null =>
  is_stale ? null : (summary?.[year] ?? null)

/** Reads a client's year with the professional's own access, and keeps the copy. Null where the access has ended meanwhile. */
async function lookUp(context: RequestContext, clientId: string, year: number): Promise<ClientYear | null> {
  const { db, now, who } = context
  const { subjectId: userId } = who
  // Marked as known before it is read: what moves while it is read makes it stale again.
  await withSubject(db, who, (tx) =>
    tx.run(sql`
      update clients set summary = case when is_stale then '{}'::jsonb else summary end, is_stale = false
      where user_id = ${userId} and client_id = ${clientId}`),
  )
  const found = await withSubject(db, { actorId: userId, subjectId: clientId }, async (tx) => {
    const { ok } = await tx.one<{ ok: boolean }>(sql`select may('view') as ok`)
    return ok ? readClientYear(tx, clientId, year, now) : null
  })
  if (found !== null)
    await withSubject(db, who, (tx) =>
      tx.run(sql`
        update clients set copied_at = ${now},
          summary = coalesce(summary, '{}'::jsonb) || jsonb_build_object(${String(year)}::text, ${JSON.stringify(found)}::jsonb)
        where user_id = ${userId} and client_id = ${clientId}`),
    )
  return found
}

function shown(row: ClientRow, year: ClientYear | null): Client {
  return {
    id: row.client_id,
    name: row.name,
    email: row.email,
    since: row.since.toISOString(),
    scope: row.scope,
    expires_at: row.expires_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
    year,
  }
}

/** A professional ends the work for a client: the access ends, and the client leaves the list. */
export async function leaveClient(context: RequestContext, id: string): Promise<void> {
  const { subjectId } = context.who
  await withSubject(context.db, context.who, async (tx) => {
    await tx.one(sql`select leave_client(${id}, ${context.now})`)
    const left = await tx.run(sql`
      update clients set ended_at = ${context.now}, summary = null where user_id = ${subjectId} and client_id = ${id} and ended_at is null`)
    if (left === 0) refuse('not_found')
  })
}
