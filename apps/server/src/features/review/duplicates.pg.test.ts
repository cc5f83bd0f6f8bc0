import type { OneYear, ReviewAnswer, ReviewItem } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { checkInvariants } from '../../platform/invariants.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()

const HEADER =
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid,Value Amount,Value Currency'
/** One airdrop of $100, as told at one of three seconds. */
const telling = (second: '0' | '1' | '2') =>
  `${HEADER}\n2024-06-01T00:00:0${second}Z,airdrop,1,ETH,,,,,Coinbase,yes,x${second},100,USD\n`

async function toldTwice() {
  const journal = await customerWith(server)
  const first = await journal.import('first.csv', telling('0'))
  const second = await journal.import('second.csv', telling('1'))
  const asked = async () =>
    (await journal.get<{ rows: ReviewItem[] }>('/review?kind=possible_duplicate')).rows
  /** By the second at which each open question has the transaction, and the other. */
  const brief = async () =>
    (await asked()).map((item) => [item.transaction, item.other].map((t) => t?.at.slice(18, 19)).join(' as '))
  const income = async () => {
    server.clock.advance(60_000)
    const started = await journal.customer.post('/imports/v1/tax_calculations/start_tax_calculation', {})
    if (started.status === 409) return '0'
    await server.drainJobs()
    return (await journal.get<{ data: OneYear }>('/one_year?year=2024')).data.income.value
  }
  const decide = async (id: string, answer: ReviewAnswer) =>
    ((await journal.post(`/review/${id}/decide`, { answer })) as { change_id: string }).change_id
  const act = async (action: string, id: string) =>
    ((await journal.post('/review/actions', { action, items: [id] })) as { change_id: string }).change_id
  const undo = (change: string) => journal.post(`/changes/${change}/undo`)
  return { ...journal, first, second, asked, brief, income, decide, act, undo }
}

test('E10 whether one is told twice is no question while one of the two is ignored, or is another by now', async () => {
  const journal = await toldTwice()
  expect(await journal.brief()).toEqual(['1 as 0'])
  expect(await journal.income()).toBe('200')
  // The year says so beside its figures, as the queue does.
  const { data: year } = await journal.get<{ data: OneYear }>('/one_year?year=2024')
  expect(year.qualifiers).toContainEqual({
    code: 'possible_duplicate',
    count: 1,
    message: '1 transaction looks like one that is here already, and may count twice.',
    effect: null,
  })
  const [item] = await journal.asked()
  for (const [id, edit] of [
    [item?.other?.id ?? '', { is_ignored: true }],
    [item?.transaction?.id ?? '', { to_amount: '2' }],
    [item?.other?.id ?? '', { at: '2024-06-01T00:15:00Z' }],
  ] as const) {
    const change = await journal.patch(id, edit)
    expect(await journal.brief(), JSON.stringify(edit)).toEqual([])
    await journal.undo(change)
    expect(await journal.brief(), JSON.stringify(edit)).toEqual(['1 as 0'])
  }
  expect(await checkInvariants(server.db)).toEqual([])
})

test('E10 ST6 of one told twice one counts, whichever of its files goes and comes back', async () => {
  const journal = await toldTwice()
  const answers = [
    (id: string) => journal.decide(id, { option: 'duplicate' }),
    (id: string) => journal.act('ignore', id),
  ]
  let { first } = journal
  for (const answer of answers) {
    const change = await answer((await journal.asked())[0]?.id ?? '')
    expect([await journal.brief(), await journal.income()]).toEqual([[], '100'])
    // Without the other this one counts again.
    await journal.remove(first)
    expect([await journal.brief(), await journal.income()]).toEqual([[], '100'])
    first = await journal.import('first.csv', telling('0'))
    expect([await journal.brief(), await journal.income()]).toEqual([[], '100'])
    await journal.undo(change)
    expect([await journal.brief(), await journal.income()]).toEqual([['1 as 0'], '200'])
    expect(await checkInvariants(server.db)).toEqual([])
  }
  // Taken back while the other is gone, it is asked again when that is back.
  const change = await journal.decide((await journal.asked())[0]?.id ?? '', { option: 'duplicate' })
  await journal.remove(first)
  await journal.undo(change)
  expect([await journal.brief(), await journal.income()]).toEqual([[], '100'])
  await journal.import('first.csv', telling('0'))
  expect([await journal.brief(), await journal.income()]).toEqual([['1 as 0'], '200'])
  expect(await checkInvariants(server.db)).toEqual([])
})

test('E10 ST6 that two are real is not asked again when the other file comes back, and of three one counts', async () => {
  const journal = await toldTwice()
  const accepted = await journal.act('accept', (await journal.asked())[0]?.id ?? '')
  await journal.remove(journal.first)
  const first = await journal.import('first.csv', telling('0'))
  expect([await journal.brief(), await journal.income()]).toEqual([[], '200'])
  await journal.undo(accepted)

  const third = await journal.import('third.csv', telling('2'))
  expect((await journal.brief()).toSorted()).toEqual(['1 as 0', '2 as 1'])
  for (const { id } of await journal.asked()) await journal.decide(id, { option: 'duplicate' })
  expect([await journal.brief(), await journal.income()]).toEqual([[], '100'])
  await journal.remove(journal.second)
  expect([await journal.brief(), await journal.income()]).toEqual([[], '100'])
  await journal.import('second.csv', telling('1'))
  await journal.remove(third)
  await journal.remove(first)
  expect([await journal.brief(), await journal.income()]).toEqual([[], '100'])
  expect(await checkInvariants(server.db)).toEqual([])
})

test('E10 a purchase that a statement has as one and a list of trades in fills is asked about, and counts once', async () => {
  const statement = `User_ID,UTC_Time,Account,Operation,Coin,Change,Remark
1,2024-01-08 10:00:20,Spot,Transaction Buy,BTC,0.01,
1,2024-01-08 10:00:20,Spot,Transaction Spend,USDT,-420,
1,2024-01-08 10:00:20,Spot,Transaction Fee,BTC,-0.00001,
`
  const trades = `Date(UTC),Market,Type,Price,Amount,Total,Fee,Fee Coin
2024-01-08 10:00:20,BTCUSDT,BUY,42000,0.004,168,0.000004,BTC
2024-01-08 10:00:20,BTCUSDT,BUY,42000,0.006,252,0.000006,BTC
`
  for (const [order, questions, left] of [
    [[statement, trades], 2, 1],
    [[trades, statement], 1, 2],
  ] as const) {
    const journal = await customerWith(server)
    for (const [n, text] of order.entries()) await journal.import(`${n}.csv`, text)
    const asked = async () =>
      (await journal.get<{ rows: ReviewItem[] }>('/review?kind=possible_duplicate')).rows
    expect(await asked()).toHaveLength(questions)
    for (const { id } of await asked())
      await journal.post(`/review/${id}/decide`, { answer: { option: 'duplicate' } })
    expect(await asked()).toEqual([])
    const rows = (await journal.rows()).filter(
      ({ is_ignored, from }) => !is_ignored && from?.symbol === 'USDT',
    )
    expect(rows).toHaveLength(left)
  }
  expect(await checkInvariants(server.db)).toEqual([])
})
