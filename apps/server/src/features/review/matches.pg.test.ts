import type { MatchCandidate, OneYear, ReviewItem, TransactionDetail } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { checkInvariants } from '../../platform/invariants.ts'
import { self, withSubject } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()

const HEADER =
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid'
const template = (...rows: string[]) => `${[HEADER, ...rows].join('\n')}\n`
const BOUGHT = '2024-01-01T00:00:00Z,buy,3,ETH,6000,USD,10,USD,Coinbase,yes,b1'
const sent = (at: string, amount: string, txid: string, account = 'Coinbase') =>
  `${at},sent,,,${amount},ETH,,,${account},yes,${txid}`
const received = (at: string, amount: string, txid: string, account = 'Kraken') =>
  `${at},received,${amount},ETH,,,,,${account},yes,${txid}`

async function journalOf(...rows: string[]) {
  const journal = await customerWith(server)
  const source = await journal.import('history.csv', template(BOUGHT, ...rows))
  const detail = async (id: string) =>
    (await journal.get<{ data: TransactionDetail }>(`/transactions/${id}`)).data
  /** The transaction of a row, by its amount and what it is. */
  const find = async (type: 'outgoing' | 'incoming', amount: string): Promise<string> => {
    const found = await withSubject(server.db, self(journal.userId), (tx) =>
      tx.one<{ id: string }>(sql`
        select id from transactions where user_id = ${journal.userId} and type = ${type} and deleted_at is null
          and coalesce(from_amount, to_amount) = ${amount}::numeric`),
    )
    return found.id
  }
  const matched = async (id: string) => {
    const { match } = await detail(id)
    return match === null ? null : `${match.state} ${match.made_by} ${match.quality} ${match.gap}`
  }
  const match = async (departure: string, ...arrivals: string[]) =>
    (await journal.post('/matches', { departure, arrivals })) as { change_id: string; match_id: string }
  const undo = (change: string) => journal.post(`/changes/${change}/undo`)
  return { ...journal, source, detail, find, matched, match, undo }
}

test('E9 N7 a person matches beyond every tolerance, and the undo of that is its own', async () => {
  const journal = await journalOf(
    sent('2024-02-01T00:00:00Z', '2', 's1'),
    received('2024-03-01T00:00:00Z', '1.5', 'r1'),
  )
  const departure = await journal.find('outgoing', '2')
  const arrival = await journal.find('incoming', '1.5')
  expect(await journal.matched(departure)).toBeNull()
  const { data } = await journal.get<{ data: MatchCandidate[] }>(
    `/transactions/${departure}/match_candidates`,
  )
  expect(data).toMatchObject([
    { id: arrival, account_name: 'Kraken', amount: '1.5', gap: '0.5', is_within_tolerance: false },
  ])

  const { change_id: change } = await journal.match(departure, arrival)
  expect(await journal.matched(departure)).toBe('made person weak 0.5')
  expect(await journal.rows('type=transfer')).toMatchObject([{ id: departure, other_account_name: 'Kraken' }])
  expect((await journal.detail(arrival)).changes).toMatchObject([
    { id: change, kind: 'match', summary: 'Matched as a transfer', can_undo: true },
  ])

  await journal.undo(change)
  expect(await journal.matched(departure)).toBeNull()
  expect((await journal.detail(departure)).changes).toMatchObject([{ id: change, is_undone: true }])
  expect(await checkInvariants(server.db)).toEqual([])
})

test('E9 a refused pair waits to be matched at any later time, through other changes and another import', async () => {
  const journal = await journalOf(
    sent('2024-02-01T00:00:00Z', '1', 's1'),
    received('2024-02-01T01:00:00Z', '1', 'r1'),
  )
  const departure = await journal.find('outgoing', '1')
  const arrival = await journal.find('incoming', '1')
  expect(await journal.matched(departure)).toBe('made system likely 0')

  const { match } = await journal.detail(departure)
  await journal.post(`/matches/${match?.id}/decide`, { decision: 'refuse' })
  await journal.patch(arrival, { comment: 'from a friend' })
  await journal.import('more.csv', template(received('2024-05-01T00:00:00Z', '0.1', 'r9')))
  expect(await journal.matched(departure)).toBeNull()

  const refused = (await journal.detail(departure)).refused_matches
  expect(refused).toMatchObject([{ state: 'refused', others: [{ id: arrival, account_name: 'Kraken' }] }])
  await journal.post(`/matches/${refused[0]?.id}/decide`, { decision: 'match' })
  expect(await journal.matched(departure)).toBe('made person likely 0')
  expect((await journal.detail(departure)).refused_matches).toEqual([])
  expect(await checkInvariants(server.db)).toEqual([])
})

test('N7 of several words each is taken back alone: what is left of them stands, else the rule', async () => {
  const journal = await journalOf(
    sent('2024-02-01T00:00:00Z', '1', 's1'),
    received('2024-02-01T01:00:00Z', '1', 'r1'),
    received('2024-02-20T01:00:00Z', '0.9', 'r2', 'Gemini'),
  )
  const departure = await journal.find('outgoing', '1')
  const near = await journal.find('incoming', '1')
  const far = await journal.find('incoming', '0.9')
  const other = async () => (await journal.detail(departure)).match?.others.map((o) => o.id)
  expect(await other()).toEqual([near])

  const first = await journal.match(departure, far)
  expect(await other()).toEqual([far])
  const second = await journal.match(departure, near)
  expect(await other()).toEqual([near])
  expect(await journal.matched(far)).toBeNull()

  await journal.undo(second.change_id)
  expect(await other()).toEqual([far])
  await journal.undo(first.change_id)
  expect(await other()).toEqual([near])
  expect(await journal.matched(departure)).toBe('made system likely 0')
  expect(await checkInvariants(server.db)).toEqual([])
})

test('E9 one departure is split over several arrivals by hand, and what is missing is its fee', async () => {
  const journal = await journalOf(
    sent('2024-02-01T00:00:00Z', '2', 's1'),
    received('2024-02-09T00:00:00Z', '1.2', 'r1'),
    received('2024-02-12T00:00:00Z', '0.79', 'r2', 'Gemini'),
  )
  const departure = await journal.find('outgoing', '2')
  const parts = [await journal.find('incoming', '1.2'), await journal.find('incoming', '0.79')]
  await journal.match(departure, ...parts)
  expect(await journal.matched(departure)).toBe('made person weak 0.01')
  expect(await journal.rows('type=transfer')).toMatchObject([
    { other_account_name: 'Gemini, Kraken', to: { amount: '1.99' } },
  ])
})

test('E9 ST6 what a person said survives the file: deleted it rests, added again it stands', async () => {
  const rows = [sent('2024-02-01T00:00:00Z', '2', 's1'), received('2024-03-01T00:00:00Z', '2', 'r1')]
  const journal = await journalOf(...rows)
  const departure = await journal.find('outgoing', '2')
  const arrival = await journal.find('incoming', '2')
  await journal.match(departure, arrival)

  await journal.remove(journal.source)
  expect(await journal.rows()).toEqual([])
  const source = await journal.import('history.csv', template(BOUGHT, ...rows))
  expect(await journal.matched(departure)).toBe('made person weak 0')

  // Only one side comes back: nothing counts until the other is there too.
  await journal.remove(source)
  await journal.import('sent.csv', template(BOUGHT, rows[0] ?? ''))
  expect(await journal.matched(departure)).toBeNull()
  await journal.import('received.csv', template(rows[1] ?? ''))
  expect(await journal.matched(departure)).toBe('made person weak 0')
  expect(await checkInvariants(server.db)).toEqual([])
})

test('E9 what cannot be one transfer is refused with the reason, and nothing before the lock is matched', async () => {
  const journal = await journalOf(
    sent('2024-02-01T00:00:00Z', '1', 's1'),
    received('2024-03-01T00:00:00Z', '1.5', 'r1'),
    received('2024-03-02T00:00:00Z', '0.5', 'r2', 'Coinbase'),
    received('2024-03-03T00:00:00Z', '0.6', 'r3'),
  )
  const departure = await journal.find('outgoing', '1')
  const refused = async (...amounts: string[]) => {
    const arrivals = await Promise.all(amounts.map((amount) => journal.find('incoming', amount)))
    const answer = await journal.customer.post('/matches', { departure, arrivals })
    expect(answer.status, answer.text).toBe(422)
    return (answer.body as { message: string }).message
  }
  expect(await refused('1.5')).toBe('More would have arrived than was sent.')
  expect(await refused('0.5')).toBe('Both sides are in the same account.')
  const fine = await journal.find('incoming', '0.6')
  await withSubject(server.db, self(journal.userId), (tx) =>
    tx.run(sql`update customers set locked_before = '2024-02-15' where user_id = ${journal.userId}`),
  )
  const locked = await journal.customer.post('/matches', { departure, arrivals: [fine] })
  expect(locked.body).toMatchObject({ code: 'transactions_locked' })
})

test('E18 E9 a transfer with an end before the lock waits as a suggestion, and is made when the lock is lifted', async () => {
  const journal = await journalOf(sent('2024-02-01T23:30:00Z', '1', 's1'))
  const departure = await journal.find('outgoing', '1')
  await journal.post('/tax_years/lock', { before: '2024-02-02' })
  const detail = async () => {
    const { match: _match, ...rest } = await journal.detail(departure)
    return rest
  }
  const before = await detail()
  await journal.import('kraken.csv', template(received('2024-02-02T00:30:00Z', '1', 'r1')))
  const arrival = await journal.find('incoming', '1')
  expect(await journal.matched(departure)).toBe('suggested system likely 0')
  expect(await journal.matched(arrival)).toBe('suggested system likely 0')
  expect((await detail()).changes).toEqual(before.changes)
  const review = async () =>
    (
      await journal.get<{ rows: { code: string; detail: string | null; transaction: { id: string } }[] }>(
        '/review',
      )
    ).rows
      .filter(({ transaction }) => [departure, arrival].includes(transaction.id))
      .map(({ code, detail: said }) => [code, said])
  expect(await review()).toEqual([['weak_match', 'before_lock']])

  await journal.post('/tax_years/lock', { before: null })
  await server.drainJobs()
  expect(await journal.matched(departure)).toBe('made system likely 0')
  expect(await review()).toEqual([])
  expect(await checkInvariants(server.db)).toEqual([])
})

test('E18 E9 a transfer with an end before the lock is neither parted nor deleted at its other end', async () => {
  const rows = [sent('2024-02-01T00:00:00Z', '1', 's1')]
  const journal = await journalOf(...rows)
  const source = await journal.import('kraken.csv', template(received('2024-02-01T01:00:00Z', '1', 'r1')))
  const departure = await journal.find('outgoing', '1')
  const arrival = await journal.find('incoming', '1')
  await withSubject(server.db, self(journal.userId), (tx) =>
    tx.run(
      sql`update customers set locked_before = '2024-02-01T00:30:00Z' where user_id = ${journal.userId}`,
    ),
  )
  const tied = {
    code: 'transactions_locked',
    message: expect.stringContaining('one transfer with a transaction before') as string,
  }
  for (const edit of [
    { to_amount: '0.9' },
    { is_ignored: true },
    { type: 'buy', from_asset: 'USD', from_amount: '1', sub_type: null },
  ] as const)
    expect((await journal.edit(arrival, edit)).body, JSON.stringify(edit)).toMatchObject(tied)
  expect((await journal.customer.request('DELETE', `/imports/v2/sources/${source}`)).body).toMatchObject({
    code: 'transactions_locked',
  })
  expect((await journal.edit(arrival, { comment: 'mine' })).status).toBe(200)
  expect(await journal.matched(departure)).toBe('made system likely 0')
})

test('what one side of a transfer says it is worth is the price of what the other paid on the way', async () => {
  const journal = await journalOf(
    '2025-02-01T00:00:00Z,sent,,,1,ETH,0.002,ETH,Coinbase,yes,s1',
    '2025-02-01T00:20:00Z,received,1,ETH,,,,,Kraken,yes,r1',
  )
  const unpriced = async () => {
    const { rows } = await journal.get<{ rows: ReviewItem[] }>('/review')
    return rows.filter(({ code }) => code === 'missing_price').map(({ transaction }) => transaction?.id)
  }
  const departure = await journal.find('outgoing', '1')
  const arrival = await journal.find('incoming', '1')
  expect(await journal.matched(departure)).toBe('made system likely 0')
  expect(await unpriced()).toEqual([departure])

  // As the engine has it: the fee is its share of what arrived, 2,500 for 1 ETH.
  const change = await journal.patch(arrival, { value: '2500' })
  expect(await unpriced()).toEqual([])
  await journal.post('/imports/v1/tax_calculations/start_tax_calculation', { recalculate: false })
  await server.drainJobs()
  const { data } = await journal.get<{ data: OneYear }>('/one_year?year=2025')
  expect(data.long.proceeds.value).toBe('5')
  expect(data.qualifiers).toEqual([])

  await journal.undo(change)
  expect(await unpriced()).toEqual([departure])
  expect(await checkInvariants(server.db)).toEqual([])
})

test('E9 E19 what an edit makes of the units lost on the way counts, and asks for its price, also where a hash still ties both sides', async () => {
  const journal = await customerWith(server)
  await journal.import('gemini.csv', GEMINI)
  await journal.import('etherscan-coins.csv', ETHERSCAN.replaceAll(',2000,', ',,'))
  const [transfer] = await journal.rows('type=transfer')
  const departure = transfer?.id ?? ''
  const detail = async () =>
    (await journal.get<{ data: TransactionDetail }>(`/transactions/${departure}`)).data.match
  const unpriced = async () => {
    const { rows } = await journal.get<{ rows: ReviewItem[] }>('/review?kind=missing_price')
    return rows.map(({ transaction }) => transaction?.id)
  }
  expect(await detail()).toMatchObject({ quality: 'exact', state: 'made', gap: '0' })
  expect(await unpriced()).toEqual([])

  // One twentieth of one of the 3 ETH that cost 6,000 is lost: $100 of cost, at an unknown value.
  const arrival = (await detail())?.others[0]?.id ?? ''
  const change = await journal.patch(arrival, { to_amount: '0.95' })
  expect(await detail()).toMatchObject({ quality: 'exact', state: 'made', gap: '0.05' })
  expect(await detail()).toMatchObject({ others: [{ amount: '0.95' }] })
  expect(await unpriced()).toEqual([departure])

  await journal.post(`/changes/${change}/undo`)
  expect(await detail()).toMatchObject({ quality: 'exact', state: 'made', gap: '0' })
  expect(await unpriced()).toEqual([])
  expect(await checkInvariants(server.db)).toEqual([])
})

test('E9 what a person matched rests while more arrived than was sent, and tells what arrives by now', async () => {
  const journal = await journalOf(
    sent('2024-02-01T00:00:00Z', '1', 's1'),
    received('2024-02-01T01:00:00Z', '0.9', 'r1'),
  )
  const departure = await journal.find('outgoing', '1')
  const arrival = await journal.find('incoming', '0.9')
  await journal.match(departure, arrival)
  const arrived = async () => (await journal.detail(departure)).match?.others.map(({ amount }) => amount)

  await journal.patch(arrival, { to_amount: '0.95' })
  expect(await journal.matched(departure)).toBe('made person weak 0.05')
  expect(await arrived()).toEqual(['0.95'])

  // Half a coin that nobody sent came from somewhere else: both sides are asked about.
  const change = await journal.patch(arrival, { to_amount: '1.5' })
  expect(await journal.matched(departure)).toBeNull()
  const { rows } = await journal.get<{ rows: ReviewItem[] }>('/review')
  expect(rows.map(({ code }) => code).toSorted()).toEqual(['unmatched_receive', 'unmatched_send'])

  await journal.undo(change)
  expect(await journal.matched(departure)).toBe('made person weak 0.05')
  expect(await checkInvariants(server.db)).toEqual([])
})

const GEMINI = `Date,Time (UTC),Type,Symbol,Specification,Liquidity Indicator,Trading Fee Rate (bps),USD Amount USD,Fee (USD) USD,USD Balance USD,ETH Amount ETH,Fee (ETH) ETH,ETH Balance ETH,Trade ID,Order ID,Order Date,Order Time,Client Order ID,API Session,Tx Hash,Deposit Destination,Deposit Tx Output,Withdrawal Destination,Withdrawal Tx Output
2023-11-01,12:00:00.000,Buy,ETHUSD,Market,Taker,40,-6000.00,0,0,3,0,3,t1,o1,,,,s,,,,,
2023-11-14,22:20:00.000,Debit,ETH,Withdrawal (ETH),,,,,,-1,0,2,,,,,,,0xab,,,,
`

const ETHERSCAN = `Transaction Hash,Blockno,UnixTimestamp,DateTime (UTC),From,To,ContractAddress,Value_IN(ETH),Value_OUT(ETH),CurrentValue @ $3000/Eth,TxnFee(ETH),TxnFee(USD),Historical $Price/Eth,Status,ErrCode,Method
0xab,2,1700000600,2023-11-14 22:23:20,0xfriend,0xme,,1,0,0,0.0004,1,2000,,,Transfer
0xac,3,1700009600,2023-11-15 00:53:20,0xme,0xshop,,0,0.1,0,0,1,2000,,,Transfer
`
