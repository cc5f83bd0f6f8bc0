import type { ImportHistory } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { self, withSubject } from '../../platform/database.ts'
import { checkInvariants } from '../../platform/invariants.ts'
import { sql } from '../../platform/sql.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { testServer } from '../../testing/test-server.ts'
import { matchTransfers } from '../../journal/matching/match-transfers.ts'

const server = await testServer()

const HEADER =
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid'
const at = (day: number, hour = 0) => new Date(Date.UTC(2023, 11, day, hour)).toISOString()

/** Buys, rewards, sales and moves of three coins over three months, some of the moves open or in doubt. */
function history(): string {
  const rows = [HEADER]
  for (let day = 1; day <= 90; day += 1) {
    const coin = ['BTC', 'ETH', 'SOL'][day % 3]
    const to = ['Coinbase', 'Kraken'][day % 2]
    if (day % 4 === 0) rows.push(`${at(day)},buy,${day},${coin},${day * 100},USD,1,USD,${to},yes,b${day}`)
    if (day % 4 === 1) rows.push(`${at(day)},sent,,,${day},${coin},,,Coinbase,yes,s${day}`)
    if (day % 4 === 1) rows.push(`${at(day, 2)},received,${day},${coin},,,,,Kraken,yes,r${day}`)
    if (day % 4 === 2) rows.push(`${at(day)},sent,,,1.00,${coin},,,Coinbase,yes,s${day}`)
    if (day % 4 === 2) rows.push(`${at(day, 5)},received,0.9${day % 10},${coin},,,,,Kraken,yes,r${day}`)
    if (day % 4 === 3) rows.push(`${at(day)},mined,0.5,${coin},,,,,${to},yes,m${day}`)
  }
  return `${rows.join('\n')}\n`
}

test('P14 kept counts tell how many rows every filter has, through edits, and pages reach all of them', async () => {
  const journal = await customerWith(server)
  await journal.import('history.csv', history())
  const [first, second, third] = await journal.rows('sub_type=mined')
  await journal.patch(first?.id ?? '', { comment: 'mine' })
  await journal.patch(second?.id ?? '', { is_ignored: true })
  await journal.patch(third?.id ?? '', { to_asset: 'BTC', at: '2024-02-29T00:00:00.000Z' })
  const { accounts } = await journal.get<{ accounts: { id: string }[] }>('/transactions/facets')
  const filters = [
    '',
    `account_id=${accounts[0]?.id}`,
    'type=transfer',
    'type=incoming',
    'sub_type=mined',
    'asset=BTC',
    'asset=BTC&order=oldest',
    'asset=USD&type=buy',
    'asset=USD&type=buy&order=oldest',
    'asset=USD&type=sell',
    'asset=BTC&type=buy',
    'asset=BTC&type=incoming',
    'asset=BTC&type=outgoing',
    'year=2024',
    'from_day=2024-01-15',
    'to_day=2024-01-15',
    'from_day=2023-12-20&to_day=2024-02-03&asset=ETH',
    'from_day=2024-02-01&to_day=2024-01-01',
    'edited=true',
    'edited=false&year=2023',
    'ignored=true',
    'ignored=false&asset=SOL',
    'review=true',
    'q=ETH',
  ]
  for (const filter of filters) {
    const seen: string[] = []
    const times: string[] = []
    let total: number | undefined
    for (let cursor: string | null = ''; cursor !== null;) {
      server.clock.advance(1_000)
      const page: { rows: { id: string; at: string }[]; next: string | null; total: number } =
        await journal.get(`/transactions?limit=4&${filter}${cursor && `&cursor=${cursor}`}`)
      seen.push(...page.rows.map((row) => row.id))
      times.push(...page.rows.map((row) => row.at))
      total = page.total
      cursor = page.next
    }
    expect({ filter, rows: seen.length, distinct: new Set(seen).size }).toEqual({
      filter,
      rows: total,
      distinct: total,
    })
    const inOrder = times.toSorted()
    expect(times).toEqual(filter.includes('oldest') ? inOrder : inOrder.reverse())
  }
  expect((await journal.rows('asset=BTC')).length).toBeGreaterThan((await journal.rows('asset=SOL')).length)
  expect(await checkInvariants(server.db)).toEqual([])
})

test('P14 arrivals of transfers have no row of their own, and the list and the imports say how many', async () => {
  const journal = await customerWith(server)
  await journal.import('history.csv', history())
  const list = (filter = '') =>
    journal.get<{ total: number; joined: number | null }>(`/transactions?limit=1&${filter}`)
  const { data: accounts } = await journal.get<{ data: ImportHistory[] }>('/imports/v2/import_histories')
  const arrived = await withSubject(server.db, self(journal.userId), (tx) =>
    tx.all<{ account_id: string; year: string }>(sql`
      select account_id, extract(year from at)::text as year from transactions where matched_as = 'in'`),
  )
  expect(arrived.length).toBeGreaterThan(10)
  const all = await list()
  expect(all.joined).toBe(arrived.length)
  expect(all.total + arrived.length).toBe(accounts.reduce((sum, one) => sum + one.total_transactions, 0))
  for (const { id, total_transactions, joined_transactions } of accounts) {
    expect(joined_transactions).toBe(arrived.filter((one) => one.account_id === id).length)
    expect(await list(`account_id=${id}`)).toMatchObject({
      total: total_transactions - joined_transactions,
      joined: joined_transactions,
    })
  }
  expect((await list('year=2023')).joined).toBe(arrived.filter(({ year }) => year === '2023').length)
  expect((await list('type=transfer')).joined).toBe(arrived.length)
  expect((await list('type=incoming')).joined).toBe(0)
  expect((await list('q=ETH')).joined).toBeNull()
  expect((await list('year=1999')).joined).toBe(0)
})

test('ST6 edits that settle only what they concern leave the matches that matching everything gives', async () => {
  const journal = await customerWith(server)
  await journal.import('history.csv', history())
  const rows = await journal.rows()
  const changes: string[] = []
  for (const [n, row] of rows.slice(20, 47).entries()) {
    if (n % 9 === 0 && row.from !== null) changes.push(await journal.patch(row.id, { from_amount: '1.25' }))
    if (n % 9 === 3) changes.push(await journal.patch(row.id, { at: at(n % 80, 7) }))
    if (n % 9 === 6 && row.sub_type === 'received')
      changes.push(await journal.patch(row.id, { sub_type: 'mined' }))
  }
  for (const change of changes.slice(0, 2)) await journal.post(`/changes/${change}/undo`)
  await withSubject(server.db, self(journal.userId), async (tx) => {
    const all = await tx.all<{ id: string }>(
      sql`select id from transactions where user_id = ${journal.userId}`,
    )
    expect(
      await matchTransfers(
        tx,
        journal.userId,
        all.map((row) => row.id),
      ),
    ).toEqual([])
  })
  expect(await checkInvariants(server.db)).toEqual([])
})

test('a row tells what it was worth in the customer’s currency, and null where nothing knows', async () => {
  const journal = await customerWith(server)
  await journal.import(
    'history.csv',
    [
      HEADER,
      `${at(1)},buy,2,BTC,200,USD,1,USD,Coinbase,yes,a`,
      `${at(2)},received,1500,USD,,,,,Coinbase,yes,b`,
      `${at(3)},mined,0.5,SOL,,,,,Coinbase,yes,c`,
      '',
    ].join('\n'),
  )
  const rows = await journal.rows('')
  expect(rows.map((row) => row.fair_market_value)).toEqual(['200', '1500', null])
})
