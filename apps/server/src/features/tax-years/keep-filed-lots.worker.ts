// Entry of the thread that looks up which lots a filed return used, so that the event loop of the server does not.
import { entryNamed, lotsUsed, type LotsUsed } from '@lotbook/tax'
import { self, withSubject, type Database, type Tx } from '../../platform/database.ts'
import { notify } from '../../platform/notify.ts'
import { serveThread } from '../../platform/serve-thread.ts'
import { sql } from '../../platform/sql.ts'
import { readCalculation } from '../../calculating/keep/packed-calculation.ts'
import { writeJournal } from '../../journal/transactions/write-journal.ts'

export type FiledLotsTask = Readonly<Record<'userId' | 'year', string>>

/** Transactions written by one statement. */
const CHUNK = 5_000

serveThread<FiledLotsTask, 'done'>(async (db, { userId, year }, tell) => {
  await keepLots(db, userId, Number(year))
  tell('done')
})

async function keepLots(db: Database, userId: string, year: number): Promise<void> {
  const asked = await withSubject(db, self(userId), async (tx) => {
    const id = await calculationAsked(tx, userId, year)
    return id === undefined ? undefined : { id, calculation: await readCalculation(tx, userId, id) }
  })
  if (asked?.calculation === undefined) return
  const used = lotsUsed(asked.calculation.input, `${year}-12-31`)
  await withSubject(db, self(userId), async (tx) => {
    // The request may have been withdrawn meanwhile, or made anew for another calculation.
    if ((await calculationAsked(tx, userId, year)) !== asked.id) return
    for (let first = 0; first < used.length; first += CHUNK)
      await writeLots(tx, userId, year, used.slice(first, first + CHUNK))
    await tx.run(sql`
      update tax_years set lots_kept_at = now() where user_id = ${userId} and tax_year = ${year}`)
    await writeJournal(tx, userId)
    await notify(tx, userId, { type: 'settings', id: userId, status: 'saved' })
  })
}

/** The calculation that a year was filed with, where its lots are to be kept and are not yet; its row stays locked. */
async function calculationAsked(tx: Tx, userId: string, year: number): Promise<string | undefined> {
  const row = await tx.maybe<{ calculation_id: string }>(sql`
    select calculation_id from tax_years where user_id = ${userId} and tax_year = ${year}
      and lots_asked_at is not null and lots_kept_at is null for update`)
  return row?.calculation_id
}

/**
 * By fingerprint, as names of content go; what is not there any more has no lots to keep. Events that a match made beside its
 * transfers have no transaction of their own (`transferEvents`), and keep none, as fees do.
 */
async function writeLots(tx: Tx, userId: string, year: number, used: readonly LotsUsed[]): Promise<void> {
  const rows = used.flatMap(({ tx: name, lots }) =>
    lots.flatMap(({ lot, quantity }, n) =>
      isEntry(name) && isEntry(lot) ? [{ name, lot, n, quantity }] : [],
    ),
  )
  await tx.run(sql`
    with used as materialized (
      select decode(r.name, 'hex') as name, decode(r.lot, 'hex') as lot, r.n, r.quantity
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (name text, lot text, n integer, quantity numeric))
    insert into filed_lots (user_id, tax_year, transaction_id, lot_id, n, quantity)
    select ${userId}, ${year}, t.id, l.id, u.n, u.quantity from used u
    join transactions t on t.user_id = ${userId} and t.fingerprint = u.name
    join transactions l on l.user_id = ${userId} and l.fingerprint = u.lot`)
}

const isEntry = (name: string) => entryNamed(name) === name
