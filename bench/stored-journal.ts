import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from as copyFrom } from 'pg-copy-streams'
import { self, withSubject, type Tx } from '../apps/server/src/platform/database.ts'
import { newId } from '../apps/server/src/platform/ids.ts'
import { sql } from '../apps/server/src/platform/sql.ts'
import { refreshStatistics } from '../apps/server/src/platform/statistics.ts'
import type { BenchServer } from './bench-server.ts'
import { transactionsOf } from './generated-events.ts'
import { generateHistory } from './generator.ts'

const CHUNK = 50_000

/** The tables of a journal with the columns that a history fills. */
const COLUMNS = {
  transactions:
    'id, account_id, fingerprint, at, type, sub_type, from_asset, from_amount, to_asset, to_amount, fee_asset, fee_amount, matched_as',
  valuations: 'transaction_id, side, value',
  matches: 'id',
  match_sides: 'match_id, transaction_id, direction, quantity',
} as const
type Cell = string | null | undefined

/** The rest of each row, the same for all. */
const REST: Readonly<Record<keyof typeof COLUMNS, readonly [string, string]>> = {
  transactions: ['journal_version', '1'],
  valuations: ['currency, origin, set_at', `'USD', 'record', now()`],
  matches: ['quality, state, made_by, created_at', `'exact', 'made', 'system', now()`],
  match_sides: ['', ''],
}

/** The generated history as a journal with accounts, values and made matches, written straight into the tables. */
export async function storeJournal({ db, userId }: BenchServer, count: number): Promise<void> {
  const history = generateHistory({ shape: 'trader', count, decimals: 18 })
  await withSubject(db, self(userId), async (tx) => {
    const accounts = new Map(history.accounts.map((key) => [key, newId()]))
    for (const [key, id] of accounts) {
      await tx.run(sql`
        insert into accounts (user_id, id, key, source_slug, name) values (${userId}, ${id}, ${key}, 'custom-csv', ${key})`)
    }
    for (const [table, columns] of Object.entries(COLUMNS))
      await tx.client.query(
        `create temp table stored_${table} on commit drop as select ${columns} from ${table} limit 0`,
      )
    const rows = emptyRows()
    let n = 0
    for (const t of transactionsOf(history)) {
      const row = (type: string, sub: Cell, account: string, from: boolean, to: boolean, matched: Cell) => {
        n += 1
        const id = newId()
        // As a real one: no digit of it says anything of the others.
        const fingerprint = `\\\\x${createHash('sha256').update(String(n)).digest('hex')}`
        const sent = from ? [t.from_currency, t.from_amount] : [null, null]
        const received = to ? [t.to_currency ?? t.from_currency, t.to_amount ?? t.from_amount] : [null, null]
        const fee = [t.fee_currency, t.fee_amount]
        rows.transactions.push(
          line([
            id,
            accounts.get(account),
            fingerprint,
            t.at,
            type,
            sub,
            ...sent,
            ...received,
            ...fee,
            matched,
          ]),
        )
        for (const [side, value] of [
          ['from', from ? t.from_value : null],
          ['to', to ? t.to_value : null],
          ['fee', t.fee_value],
        ] as const) {
          if (value !== null && value !== undefined) rows.valuations.push(line([id, side, value]))
        }
        return id
      }
      if (t.type === 'transfer') {
        const out = row('outgoing', 'sent', t.account, true, false, 'out')
        const arrived = row('incoming', 'received', t.to_account ?? t.account, false, true, 'in')
        const match = newId()
        rows.matches.push(line([match]))
        rows.match_sides.push(
          line([match, out, 'out', t.from_amount]),
          line([match, arrived, 'in', t.from_amount]),
        )
      } else {
        row(t.type, t.sub_type, t.account, t.from_currency != null, t.to_currency != null, null)
      }
      if (rows.transactions.length >= CHUNK) await flush(tx, userId, rows)
    }
    await flush(tx, userId, rows)
    await tx.run(sql`
      update journals set version = version + 1, transactions = ${n}, taxable = ${n} where user_id = ${userId}`)
  })
  // As an import does at its end.
  await refreshStatistics(db)
}

type Rows = Record<keyof typeof COLUMNS, string[]>

function emptyRows(): Rows {
  return { transactions: [], valuations: [], matches: [], match_sides: [] }
}

function line(cells: readonly Cell[]): string {
  return `${cells.map((cell) => cell ?? '\\N').join('\t')}\n`
}

async function flush(tx: Tx, userId: string, rows: Rows): Promise<void> {
  for (const [table, columns] of Object.entries(COLUMNS) as [keyof Rows, string][]) {
    const [more, values] = REST[table]
    const lines = rows[table].splice(0)
    await pipeline(
      Readable.from([lines.join('')]),
      tx.client.query(copyFrom(`copy stored_${table} (${columns}) from stdin`)),
    )
    await tx.client.query(
      `insert into ${table} (user_id, ${columns}${more && `, ${more}`}) select $1, ${columns}${values && `, ${values}`} from stored_${table}`,
      [userId],
    )
    await tx.client.query(`truncate stored_${table}`)
  }
}
