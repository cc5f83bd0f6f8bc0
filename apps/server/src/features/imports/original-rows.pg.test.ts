import type { TransactionDetail } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { self, withSubject } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()

const HEADER =
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid'
const ROWS = 2_000
const row = (n: number) =>
  `2024-01-01T00:${String(Math.floor(n / 60)).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}Z,buy,1,ETH,${n + 1},USD,,,Kraken,yes,t${n}`

test('E19 a long file is read once for many of its rows, and anew where its answers changed', async () => {
  const journal = await customerWith(server)
  await journal.import(
    'long.csv',
    `${[HEADER, ...Array.from({ length: ROWS }, (_, n) => row(n))].join('\n')}\n`,
  )
  const [first, ...others] = await journal.rows()
  const cellsOf = async (id: string) => {
    const { data } = await journal.get<{ data: TransactionDetail }>(`/transactions/${id}`)
    return data.records.map(({ cells }) => cells.map(({ value }) => value).join(','))
  }
  const change = (what: ReturnType<typeof sql>) =>
    withSubject(server.db, self(journal.userId), (tx) =>
      tx.run(sql`update uploads set ${what} where user_id = ${journal.userId}`),
    )
  expect(await cellsOf(first?.id ?? '')).toEqual([row(0)])
  // Reading the file again would find nothing in it.
  await change(sql`sealed = '\\x00'`)
  for (const [n, { id }] of [...others.entries()].filter(([at]) => at % 50 === 0))
    expect(await cellsOf(id)).toEqual([row(n + 1)])
  await change(sql`answers = '{"dateOrder": "day-first"}'`)
  await journal.customer.expect(500, 'GET', `/transactions/${first?.id ?? ''}`)
})
