import { withOps, type Database, type Tx } from '../../platform/database.ts'
import { defineJob, HOLDING } from '../../platform/jobs.ts'
import { identifier, sql } from '../../platform/sql.ts'
import { deletionOrder, type Reference } from './deletion-order.ts'

/** The queue of accounts whose rows are to be removed. */
export const ERASE = { name: 'erase-account', retryLimit: 20 } as const

/** The audit trail keeps that an account was deleted; a mail goes once it is sent (`eraseSentMails`). */
const KEPT = ['audit_events', 'mails']

/**
 * Remove everything of a person: the keys that open their secrets first, then table by table, then the person. Each table is a
 * transaction of its own, so that it can go on where it was killed.
 */
export const eraseAccountJob = defineJob<{ userId: string }>(
  ERASE.name,
  async ({ userId }, { db }) => {
    if (!(await isDeleted(db, userId))) return
    const tables = await customerTables(db)
    const ofCustomer = (table: string) => sql`delete from ${identifier(table)} where user_id = ${userId}`
    if (tables.all.includes('data_keys')) await withOps(db, (tx) => tx.run(ofCustomer('data_keys')))
    const order = deletionOrder(tables.all, tables.references)
    // Twice: triggers count transactions while these go, and write into tables that were empty by then.
    for (const table of [...order, ...order]) await withOps(db, (tx) => tx.run(ofCustomer(table)))
    await withOps(db, (tx) => erasePerson(tx, userId))
  },
  { retryLimit: ERASE.retryLimit, turns: { ...HOLDING, atOnce: 1 } },
)

/** Only a person who asked for it is erased, whatever is queued. */
function isDeleted(db: Database, userId: string): Promise<boolean> {
  return withOps(db, async (tx) => {
    const row = await tx.maybe(
      sql`select 1 from identity.users where id = ${userId} and deleted_at is not null`,
    )
    return row !== undefined
  })
}

/** The person themselves, and their name and email where others have them: with professionals who saw their history, and in invitations. */
async function erasePerson(tx: Tx, userId: string): Promise<void> {
  await tx.run(sql`delete from clients where client_id = ${userId}`)
  await tx.run(sql`
    delete from invitations where receiver_id = ${userId} or email = (select email from identity.users where id = ${userId})`)
  await tx.run(
    sql`update grants set revoked_at = now() where professional_id = ${userId} and revoked_at is null`,
  )
  await tx.run(sql`update identity.sessions set subject_id = null where subject_id = ${userId}`)
  const tables = await tx.all<{ name: string }>(sql`
    select c.relname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'user_id' and not a.attisdropped
    where c.relkind = 'r' and c.relnamespace = 'identity'::regnamespace`)
  for (const { name } of tables)
    await tx.run(sql`delete from identity.${identifier(name)} where user_id = ${userId}`)
  await tx.run(sql`delete from identity.users where id = ${userId}`)
}

interface CustomerTables {
  readonly all: readonly string[]
  readonly references: readonly Reference[]
}

/** Every table with rows of customers, and what refers to what: by foreign key, or by the triggers that stand in for one. */
function customerTables(db: Database): Promise<CustomerTables> {
  return withOps(db, async (tx) => {
    const all = await tx.all<{ name: string }>(sql`
      select c.relname as name from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'user_id' and not a.attisdropped
      where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
        and c.relname <> all (${KEPT})
      order by 1`)
    const byKey = await tx.all<Reference>(sql`
      select distinct r.relname as "from", t.relname as "to"
      from pg_constraint k join pg_class r on r.oid = k.conrelid join pg_class t on t.oid = k.confrelid
      where k.contype = 'f' and k.conparentid = 0 and r.relnamespace = 'public'::regnamespace
      order by 1, 2`)
    const byTrigger = await tx.all<{ to: string; args: string }>(sql`
      select c.relname as "to", encode(g.tgargs, 'escape') as args from pg_trigger g join pg_class c on c.oid = g.tgrelid
      where g.tgfoid = 'leave_no_reference'::regproc order by 1, 2`)
    return {
      all: all.map(({ name }) => name),
      references: [
        ...byKey,
        ...byTrigger.flatMap(({ to, args }) => {
          // Pairs of a table and its column.
          const names = args.split('\\000')
          return names.flatMap((from, n) => (n % 2 === 0 && from !== '' ? [{ from, to }] : []))
        }),
      ],
    }
  })
}

/** Removes the mails of persons who are gone, once they are sent or given up: the receipt of the deletion is the last. */
export function eraseSentMails(db: Database): Promise<number> {
  return withOps(db, (tx) =>
    tx.run(sql`
      delete from mails m where m.state <> 'queued' and not exists (select from identity.users u where u.id = m.user_id)`),
  )
}
