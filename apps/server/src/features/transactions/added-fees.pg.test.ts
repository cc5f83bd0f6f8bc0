import { expect, test } from 'vitest'
import type { BulkDeed, JournalRun, TransactionDetail } from '@lotbook/contract'
import { checkInvariants } from '../../platform/invariants.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()

const LEDGERS = 'txid,refid,time,type,subtype,aclass,asset,wallet,amount,fee,balance\n'
const ledger = (id: string, ref: string, day: string, asset: string, amount: string, fee = '0') =>
  `${id},${ref},${day} 00:00:00,trade,tradespot,currency,${asset},spot / main,${amount},${fee},\n`
const BUY =
  LEDGERS +
  ledger('L1', 'T1', '2025-01-01', 'ZUSD', '-2000', '5') +
  ledger('L2', 'T1', '2025-01-01', 'XETH', '2', '0.01')

/** A customer who bought with a fee that the file tells beside the trade's own, and added one of half a BNB. */
async function customerWithFees() {
  const journal = await customerWith(server)
  const source = await journal.import('ledgers.csv', BUY)
  const buy = (await journal.rows()).find((row) => row.type === 'buy')?.id ?? ''
  const added = await journal.patch(buy, { added_fees: [{ asset: 'BNB', amount: '0.5', value: '300' }] })
  const told = async () =>
    (await journal.rows())
      .map(({ at, type, from }) => `${at.slice(0, 10)} ${type} ${from?.amount} ${from?.symbol}`)
      .toSorted()
  const feeOf = async (amount: string) =>
    (await journal.rows()).find(({ from }) => from?.amount === amount)?.id ?? ''
  const undo = (change: string) => journal.post(`/changes/${change}/undo`)
  /** The change that a bulk edit was. */
  const bulk = async (set: BulkDeed['set'], ids: readonly string[]) => {
    const { run_id: id } = (await journal.post('/transactions/bulk', { ids, deed: { set } })) as {
      run_id: string
    }
    await server.drainJobs()
    return (await journal.get<{ data: JournalRun }>(`/journal_runs/${id}`)).data.outcome?.change_ids[0] ?? ''
  }
  const detail = async (id: string) =>
    (await journal.get<{ data: TransactionDetail }>(`/transactions/${id}`)).data
  return { ...journal, source, buy, added, told, feeOf, undo, bulk, detail }
}

const on = (day: string) => [`${day} buy 2000 USD`, `${day} outgoing 0.5 BNB`, `${day} outgoing 5 USD`]

test('fees are at the instant of what they were paid for, whenever they were added and whatever is undone', async () => {
  const { told, buy, undo, detail, feeOf, ...journal } = await customerWithFees()
  expect(await told()).toEqual(on('2025-01-01'))
  const moved = await journal.patch(buy, { at: '2025-03-04T05:06:07Z' })
  expect(await told()).toEqual(on('2025-03-04'))
  // One that is added now goes back with the others.
  await journal.patch(buy, { added_fees: [{ asset: 'SOL', amount: '1', value: '9' }] })
  await undo(moved)
  expect(await told()).toEqual([...on('2025-01-01'), '2025-01-01 outgoing 1 SOL'].toSorted())
  expect((await detail(await feeOf('0.5'))).at).toBe('2025-01-01T00:00:00.000Z')
  expect(await checkInvariants(server.db)).toEqual([])
})

test('an added fee has no date of its own', async () => {
  const { feeOf, told, ...journal } = await customerWithFees()
  const answer = await journal.edit(await feeOf('0.5'), { at: '2025-02-01T00:00:00Z' })
  expect([answer.status, (answer.body as { fields: object }).fields]).toEqual([
    422,
    { at: 'A fee that was added is paid when what it was paid for happens: change the date there.' },
  ])
  expect(await told()).toEqual(on('2025-01-01'))
})

test('fees move with what a file tells otherwise', async () => {
  const journal = await customerWithFees()
  await journal.remove(journal.source)
  await journal.import('again.csv', BUY.replaceAll('2025-01-01', '2025-01-02'))
  expect(await journal.told()).toEqual(on('2025-01-02'))
  expect(await checkInvariants(server.db)).toEqual([])
})

test('an added fee goes with the file of what it was paid for, and comes back with it', async () => {
  const { source, told, ...journal } = await customerWithFees()
  await journal.remove(source)
  expect(await told()).toEqual([])
  expect(await checkInvariants(server.db)).toEqual([])
  const again = await journal.import('again.csv', BUY)
  expect(await told()).toEqual(on('2025-01-01'))
  expect((await journal.detail(await journal.feeOf('0.5'))).value?.amount).toBe('300')
  // An undone fee stays away.
  await journal.undo(journal.added)
  await journal.remove(again)
  await journal.import('once-more.csv', BUY)
  expect(await told()).toEqual(['2025-01-01 buy 2000 USD', '2025-01-01 outgoing 5 USD'])
  expect(await checkInvariants(server.db)).toEqual([])
})

test('an added fee goes with what a person deletes, and comes back with its undo; one that was deleted itself does not', async () => {
  const { bulk, buy, told, feeOf, undo, ...journal } = await customerWithFees()
  const gone = await bulk('removed', [buy])
  expect(await told()).toEqual([])
  await undo(gone)
  expect(await told()).toEqual(on('2025-01-01'))
  await bulk('removed', [buy])
  await bulk('restored', [buy])
  expect(await told()).toEqual(on('2025-01-01'))
  const both = await bulk('removed', [await feeOf('0.5'), buy])
  expect(await told()).toEqual([])
  await undo(both)
  expect(await told()).toEqual(on('2025-01-01'))

  await bulk('removed', [await feeOf('0.5')])
  await journal.patch(buy, { at: '2025-02-01T00:00:00Z' })
  expect(await told()).toEqual(['2025-02-01 buy 2000 USD', '2025-02-01 outgoing 5 USD'])
  expect(await checkInvariants(server.db)).toEqual([])
})

test('a fee of a file goes with the trade that a person deletes, in the same change, and comes back with it', async () => {
  const { bulk, buy, told, feeOf, undo, ...journal } = await customerWithFees()
  const gone = await bulk('removed', [buy])
  expect(await told()).toEqual([])
  expect(await checkInvariants(server.db)).toEqual([])
  // A file that tells it again brings nothing back.
  await journal.import(
    'again.csv',
    `${BUY}${ledger('L3', 'T3', '2025-01-03', 'ZUSD', '-1')}${ledger('L4', 'T3', '2025-01-03', 'XXBT', '1')}`,
  )
  expect(await told()).toEqual(['2025-01-03 buy 1 USD'])
  await undo(gone)
  expect(await told()).toEqual([...on('2025-01-01'), '2025-01-03 buy 1 USD'].toSorted())
  expect((await journal.detail(buy)).changes.map(({ summary }) => summary)).toContain(
    'Deleted 1 transaction with 1 further fee',
  )
  await bulk('removed', [buy])
  await bulk('restored', [buy])
  expect(await told()).toEqual([...on('2025-01-01'), '2025-01-03 buy 1 USD'].toSorted())

  // One that was deleted itself stays away, and comes back by itself.
  const alone = await bulk('removed', [await feeOf('5')])
  await bulk('removed', [buy])
  await bulk('restored', [buy])
  expect(await told()).toEqual([
    '2025-01-01 buy 2000 USD',
    '2025-01-01 outgoing 0.5 BNB',
    '2025-01-03 buy 1 USD',
  ])
  await undo(alone)
  expect(await told()).toEqual([...on('2025-01-01'), '2025-01-03 buy 1 USD'].toSorted())
  expect(await checkInvariants(server.db)).toEqual([])
})

test('R-FEE-5 R-FEE-6 a fee that is added in the coin received is withheld from it: it is the own fee, and what that was stands beside it', async () => {
  const journal = await customerWith(server)
  await journal.import('ledgers.csv', BUY.replace('-2000,5', '-2000,0').replace(',2,0.01,', ',2,0,'))
  const [{ id } = { id: '' }] = await journal.rows()
  const told = async () =>
    (await journal.rows())
      .map(
        ({ type, from, fee }) => `${type} ${from?.amount} ${from?.symbol}, fee ${fee?.amount} ${fee?.symbol}`,
      )
      .toSorted()
  await journal.patch(id, { fee_asset: 'USD', fee_amount: '5' })
  const own = await journal.patch(id, {
    added_fees: [
      { asset: 'BNB', amount: '0.5', value: '300' },
      { asset: 'eth', amount: '0.01' },
    ],
  })
  const apart = ['outgoing 0.5 BNB, fee undefined undefined', 'outgoing 5 USD, fee undefined undefined']
  expect(await told()).toEqual(['buy 2000 USD, fee 0.01 ETH', ...apart])
  // One more is kept back with it.
  const more = await journal.patch(id, { added_fees: [{ asset: 'ETH', amount: '0.02' }] })
  expect(await told()).toEqual(['buy 2000 USD, fee 0.03 ETH', ...apart])
  const refused = await journal.edit(id, { added_fees: [{ asset: 'ETH', amount: '0.02', value: '9' }] })
  expect([refused.status, (refused.body as { fields: object }).fields]).toEqual([
    422,
    {
      added_fees:
        'A fee in the coin that came in is kept back from it and worth its share: leave out its value.',
    },
  ])
  await journal.post(`/changes/${more}/undo`)
  await journal.post(`/changes/${own}/undo`)
  expect(await told()).toEqual(['buy 2000 USD, fee 5 USD'])
  expect(await checkInvariants(server.db)).toEqual([])
})
