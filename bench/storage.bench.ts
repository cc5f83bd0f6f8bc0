import { setTimeout as wait } from 'node:timers/promises'
import { pipeline } from 'node:stream/promises'
import { PassThrough, Readable, Writable } from 'node:stream'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { self, withSubject, type Tx } from '../apps/server/src/platform/database.ts'
import { newId } from '../apps/server/src/platform/ids.ts'
import { sql } from '../apps/server/src/platform/sql.ts'
import { transactionsOf } from './generated-events.ts'
import { generateHistory } from './generator.ts'
import { report } from './report.ts'
import { withServer, type BenchServer } from './bench-server.ts'

const CHUNK = 5_000

/** P2: from stored events to stored results, against copying the same events out and the same results in. */
export async function storageBench(count: number): Promise<void> {
  await withServer(async (server) => {
    await storeJournal(server, count)
    const ours = await calculate(server)
    const floor = await floorCopy(server)
    console.log(
      `${count} transactions, trader: F-copy ${floor.toFixed(0)} ms, calculation ${ours.toFixed(0)} ms`,
    )
    report('P2', 'stored events to stored results against F-copy', ours / floor, 3)
  })
}

/** The generated history as a journal with accounts, values and made matches, written straight into the tables. */
async function storeJournal({ db, userId }: BenchServer, count: number): Promise<void> {
  const history = generateHistory({ shape: 'trader', count, decimals: 18 })
  await withSubject(db, self(userId), async (tx) => {
    const accounts = new Map(history.accounts.map((key) => [key, newId()]))
    for (const [key, id] of accounts) {
      await tx.run(sql`
        insert into accounts (user_id, id, key, source_slug, name) values (${userId}, ${id}, ${key}, 'custom-csv', ${key})`)
    }
    let rows: object[] = []
    let values: object[] = []
    let matches: { id: string; out: string; in: string; amount: string }[] = []
    const flush = async () => {
      await insert(tx, userId, rows, values, matches)
      rows = []
      values = []
      matches = []
    }
    let n = 0
    for (const t of transactionsOf(history)) {
      const base = { at: t.at, fee_asset: t.fee_currency ?? null, fee_amount: t.fee_amount ?? null }
      const row = (type: string, sub: string | null, account: string, from: boolean, to: boolean) => {
        n += 1
        const id = newId()
        rows.push({
          ...base,
          id,
          n: n.toString(16).padStart(64, '0'),
          account_id: accounts.get(account),
          type,
          sub_type: sub,
          from_asset: from ? t.from_currency : null,
          from_amount: from ? t.from_amount : null,
          to_asset: to ? (t.to_currency ?? t.from_currency) : null,
          to_amount: to ? (t.to_amount ?? t.from_amount) : null,
        })
        for (const [side, value] of [
          ['from', from ? t.from_value : null],
          ['to', to ? t.to_value : null],
          ['fee', t.fee_value],
        ] as const) {
          if (value !== null && value !== undefined) values.push({ id, side, value })
        }
        return id
      }
      if (t.type === 'transfer') {
        const out = row('outgoing', 'sent', t.account, true, false)
        const arrived = row('incoming', 'received', t.to_account ?? t.account, false, true)
        matches.push({ id: newId(), out, in: arrived, amount: t.from_amount ?? '0' })
      } else {
        row(t.type, t.sub_type ?? null, t.account, t.from_currency != null, t.to_currency != null)
      }
      if (rows.length >= CHUNK) await flush()
    }
    await flush()
    await tx.run(sql`
      update journals set version = version + 1, transactions = ${n}, taxable = ${n} where user_id = ${userId}`)
  })
}

async function insert(
  tx: Tx,
  userId: string,
  rows: object[],
  values: object[],
  matches: object[],
): Promise<void> {
  await tx.run(sql`
    insert into transactions (user_id, id, account_id, fingerprint, at, type, sub_type, from_asset, from_amount, to_asset,
      to_amount, fee_asset, fee_amount, journal_version)
    select ${userId}, id, account_id, decode(n, 'hex'), at, type, sub_type, from_asset, from_amount, to_asset, to_amount,
      fee_asset, fee_amount, 1
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, n text, account_id uuid, at timestamptz, type text,
      sub_type text, from_asset text, from_amount numeric, to_asset text, to_amount numeric, fee_asset text, fee_amount numeric)`)
  await tx.run(sql`
    insert into valuations (user_id, transaction_id, side, value, currency, origin, set_at)
    select ${userId}, id, side, value, 'USD', 'record', now()
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as r (id uuid, side text, value numeric)`)
  await tx.run(sql`
    insert into matches (user_id, id, quality, state, made_by, created_at)
    select ${userId}, id, 'exact', 'made', 'system', now() from jsonb_to_recordset(${JSON.stringify(matches)}::jsonb) as r (id uuid)`)
  await tx.run(sql`
    insert into match_sides (user_id, match_id, transaction_id, direction, quantity)
    select ${userId}, id, side, direction, amount
    from jsonb_to_recordset(${JSON.stringify(matches)}::jsonb) as r (id uuid, "out" uuid, "in" uuid, amount numeric)
    cross join lateral (values ("out", 'out'), ("in", 'in')) v (side, direction)`)
}

/** Milliseconds from asked to done, by the clock of the database. */
async function calculate({ browser, db }: BenchServer): Promise<number> {
  await browser.post('/imports/v1/tax_calculations/start_tax_calculation')
  for (;;) {
    const { rows } = await db.ops.query<{ ms: string | null }>(
      `select extract(epoch from finished_at - created_at) * 1000 as ms from calculations where state = 'done'`,
    )
    const [done] = rows
    if (done?.ms != null) return Math.round(Number(done.ms))
    await wait(50)
  }
}

/** F-copy: the events out in binary to nothing, the result rows in from memory. */
async function floorCopy({ db, userId }: BenchServer): Promise<number> {
  return withSubject(db, self(userId), async (tx) => {
    const results: Buffer[] = []
    await tx.client.query('create temp table floor_results (like disposals) on commit drop')
    await pipeline(
      tx.client.query(copyTo('copy (select * from disposals) to stdout (format binary)')),
      new PassThrough().on('data', (chunk: Buffer) => results.push(chunk)),
      nowhere(),
    )
    const begun = performance.now()
    await pipeline(
      tx.client.query(
        copyTo(`copy (select at, type, account_id, from_asset, from_amount, to_asset, to_amount, fee_asset, fee_amount
          from transactions) to stdout (format binary)`),
      ),
      nowhere(),
    )
    await pipeline(
      Readable.from(results),
      tx.client.query(copyFrom('copy floor_results from stdin (format binary)')),
    )
    return performance.now() - begun
  })
}

function nowhere(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() })
}
