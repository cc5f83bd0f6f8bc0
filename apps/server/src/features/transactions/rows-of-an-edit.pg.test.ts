import { expect, test } from 'vitest'
import { self, withSubject, type Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { asOwner } from '../../testing/test-database.ts'
import { testServer } from '../../testing/test-server.ts'
import { editTransaction } from '../../journal/edits/edit-transaction.ts'
import { undoChange } from '../../journal/acts/undo-change.ts'
import type { Editor } from '../../journal/transactions/editor.ts'

const server = await testServer()

/**
 * Purchases and transfers between two accounts in turn, two a day. So many that some fifty rows are not rightly looked for in the whole
 * of a table.
 */
const COUNT = 9_000
const HEADER =
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid'

function history(): string {
  const lines = [HEADER]
  for (let n = 0; n < COUNT; n += 1) {
    const at = (minutes: number) => new Date(Date.UTC(2019, 0, 1, 12 * n, minutes)).toISOString()
    const amount = `1.${String(n).padStart(5, '0')}`
    if (n % 2 === 0) lines.push(`${at(0)},buy,${amount},BTC,20000,USD,,,Coinbase,yes,b${n}`)
    else
      lines.push(
        `${at(0)},sent,,,${amount},BTC,,,Coinbase,yes,t${n}`,
        `${at(5)},received,${amount},BTC,,,,,Kraken,yes,t${n}`,
      )
  }
  return `${lines.join('\n')}\n`
}

/** How many rows of the journal this connection has read since its counts were last taken over. */
async function rowsRead(tx: Tx): Promise<number> {
  const { read } = await tx.one<{ read: string }>(sql`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) as read from pg_stat_xact_user_tables
    where relname in ('transactions', 'matches', 'match_sides', 'valuations')`)
  return Number(read)
}

test('an edit and its undo read what they are about, however long the journal is', async () => {
  const journal = await customerWith(server)
  await journal.import('history.csv', history())
  // Waits where the database is at it by itself; `refreshStatistics` would pass that table over.
  await asOwner(server.db, 'analyze')
  const { userId } = journal
  const editor: Editor = { userId, actorId: userId, now: new Date() }
  const all = await journal.rows('from_day=2020-01-01&to_day=2020-01-10')
  const named = (type: string) => all.find((row) => row.type === type)?.id ?? ''
  expect(await journal.rows('type=transfer')).toHaveLength(500)

  for (const [id, edit] of [
    [named('buy'), { to_amount: '2' }],
    [named('transfer'), { from_amount: '2' }],
  ] as const) {
    const reading = (work: (tx: Tx) => Promise<unknown>) =>
      withSubject(server.db, self(userId), async (tx) => {
        const before = await rowsRead(tx)
        await work(tx)
        return (await rowsRead(tx)) - before
      })
    let changeId = ''
    const edited = await reading(async (tx) => (changeId = await editTransaction(tx, editor, id, edit)))
    const undone = await reading((tx) => undoChange(tx, editor, changeId))
    expect([edited, undone].filter((rows) => rows > COUNT)).toEqual([])
  }
})
