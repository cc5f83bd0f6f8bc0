import type { CalculationState, ReviewAnswer, ReviewItem } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { self, withSubject } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { templateFile } from '../../testing/template-file.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()

const START = '/imports/v1/tax_calculations/start_tax_calculation'
const ROWS = [
  '2023-06-01T00:00:00Z,received,1,ETH,,,,,Coinbase,yes,r1',
  '2024-01-02T03:00:00Z,received,2,ETH,,,,,Coinbase,yes,r2',
  '2024-02-01T00:00:00Z,received,5,ETH,,,,,Coinbase,yes,r3',
]

/** Rows of a journal from before a type was refused for the sides that they have: an NFT sent that only arrived. */
async function journalWithSent(...places: readonly number[]) {
  const journal = await customerWith(server)
  await journal.import('history.csv', templateFile(...ROWS))
  const rows = await journal.rows()
  const ids = places.map((place) => rows[place]?.id ?? '')
  await withSubject(server.db, self(journal.userId), async (tx) => {
    await tx.run(sql`update customers set time_zone = 'America/New_York' where user_id = ${journal.userId}`)
    await tx.run(sql`
      update transactions set type = 'nft', sub_type = 'send' where user_id = ${journal.userId} and id = any (${ids}::uuid[])`)
  })
  /** Calculate, and the calculations there are by then, each by its state: all are of the same instant here. */
  const calculated = async () => {
    await journal.post(START)
    await server.drainJobs()
    const { data } = await journal.get<{ data: CalculationState[] }>('/tax_calculations')
    return new Map(data.map((one) => [one.state, one]))
  }
  return { ...journal, ids, calculated }
}

test('a calculation that one transaction keeps from being made names it in words, leads to it, and is made once it is mended', async () => {
  const journal = await journalWithSent(1)
  const failed = (await journal.calculated()).get('failed')
  expect(failed).toMatchObject({
    reason:
      'The transaction of Jan 02, 2024 03:00:00 UTC in Coinbase (NFT sent, 2 ETH received) cannot be calculated: what left is missing. Change its type, or ignore it, and calculate again.',
    reason_transaction_id: journal.ids[0],
  })
  await journal.patch(journal.ids[0] ?? '', { type: 'nft', sub_type: 'receive' })
  const after = await journal.calculated()
  expect(after.get('done')).toMatchObject({ reason: null, reason_transaction_id: null })
  expect(after.get('failed')).toEqual(failed)
})

test('what keeps a calculation from being made can be ignored, whatever its type', async () => {
  const journal = await journalWithSent(1)
  await journal.patch(journal.ids[0] ?? '', { comment: 'whose was it?', is_ignored: true })
  expect((await journal.calculated()).has('done')).toBe(true)
})

test('of several, the first is named and the others counted; one that is gone leads nowhere', async () => {
  const journal = await journalWithSent(0, 2)
  expect((await journal.calculated()).get('failed')).toMatchObject({
    reason:
      'The transaction of Jun 01, 2023 00:00:00 UTC in Coinbase (NFT sent, 1 ETH received) cannot be calculated: what left is missing. 1 more cannot be calculated either. Change their types, or ignore them, and calculate again.',
    reason_transaction_id: journal.ids[0],
  })
  await journal.post('/transactions/bulk', { ids: journal.ids, deed: { set: 'removed' } })
  await server.drainJobs()
  const after = await journal.calculated()
  expect(after.has('done')).toBe(true)
  expect(after.get('failed')).toMatchObject({ reason_transaction_id: null })
})

test('what is worked out beside a calculation names the transaction in the same words, and leads to it while it is there', async () => {
  const journal = await journalWithSent(1)
  const asks = [
    { work: '/method_comparisons', body: { year: 2024 }, read: '/method_comparisons?year=2024', of: [] },
    { work: '/treatments/effects', body: {}, read: '/treatments', of: ['effects'] },
    { work: '/safe_harbor/comparisons', body: { own: null }, read: '/safe_harbor', of: ['comparison'] },
  ]
  const readAll = () =>
    Promise.all(
      asks.map(async ({ read, of: [field] }) => {
        const { data } = await journal.get<{ data: Record<string, unknown> }>(read)
        return field === undefined ? data : data[field]
      }),
    )
  await withSubject(server.db, self(journal.userId), (tx) =>
    tx.run(sql`update customers set pool_before_2025 = 'universal' where user_id = ${journal.userId}`),
  )
  for (const { work, body } of asks) await journal.post(work, body)
  await server.drainJobs()
  const failed = {
    state: 'failed',
    reason: expect.stringContaining(
      '(NFT sent, 2 ETH received) cannot be calculated: what left is missing.',
    ) as string,
    reason_transaction_id: journal.ids[0],
  }
  expect(await readAll()).toMatchObject([failed, failed, failed])
  await journal.post('/transactions/bulk', { ids: journal.ids, deed: { set: 'removed' } })
  await server.drainJobs()
  const gone = { ...failed, reason_transaction_id: null }
  expect(await readAll()).toMatchObject([gone, gone, gone])
})

test('the effect of an answer or a rule says which transaction keeps the years from being calculated', async () => {
  const journal = await journalWithSent(1)
  const { rows } = await journal.get<{ rows: ReviewItem[] }>('/review?kind=unmatched_receive')
  const id = rows.find(({ transaction }) => transaction?.at.startsWith('2024-02'))?.id ?? ''
  const answers: ReviewAnswer[] = [
    { option: 'income', sub_type: 'mined', value: '9' },
    { option: 'bought', cost: '9' },
  ]
  const refused = expect.stringContaining(
    '(NFT sent, 2 ETH received) cannot be calculated: what left is missing.',
  ) as string
  const effect = { refused, mends: false, years: [], unpriced: 0 }
  expect(await journal.post(`/review/${id}/effects`, { answers })).toEqual({ data: [effect, effect] })
  const rule = {
    condition: { amount: { test: 'at_least', amount: '4' } },
    result: { set: 'type', type: 'incoming', sub_type: 'mined' },
  }
  await journal.post('/rules/effect', rule)
  await server.drainJobs()
  expect(await journal.post('/rules/effect', rule)).toEqual({ data: effect, run_id: null })
  // Once it is mended the same answer has an effect.
  await journal.patch(journal.ids[0] ?? '', { type: 'nft', sub_type: 'receive' })
  expect(await journal.post(`/review/${id}/effects`, { answers: answers.slice(0, 1) })).toMatchObject({
    data: [{ refused: null, years: [{ year: 2024, income: '9' }] }],
  })
})

test('an answer that mends what keeps the years from being calculated tells the figures of after, for there are none of before', async () => {
  const journal = await journalWithSent(1)
  const { rows } = await journal.get<{ rows: ReviewItem[] }>('/review?kind=unmatched_receive')
  const ofMonth = (month: string) =>
    rows.find(({ transaction }) => transaction?.at.startsWith(month))?.id ?? ''
  const answers: ReviewAnswer[] = [
    { option: 'income', sub_type: 'mined', value: '9' },
    { option: 'bought', cost: '8' },
  ]
  const effects = (id: string) => journal.post(`/review/${id}/effects`, { answers })
  expect(await effects(ofMonth('2024-01'))).toEqual({
    data: [
      {
        refused: null,
        mends: true,
        years: [{ year: 2024, gain: '0', short: '0', income: '9', deduction: '0' }],
        unpriced: 0,
      },
      { refused: null, mends: true, years: [], unpriced: 0 },
    ],
  })
  // Another answer is refused beside it, and a rule can mend as well.
  expect(await effects(ofMonth('2024-02'))).toMatchObject({
    data: [{ mends: false, years: [] }, { mends: false }],
  })
  const rule = {
    condition: { type: { type: 'nft', sub_type: 'send' } },
    result: { set: 'ignored' },
  }
  await journal.post('/rules/effect', rule)
  await server.drainJobs()
  expect(await journal.post('/rules/effect', rule)).toMatchObject({ data: { refused: null, mends: true } })
})

test('an answer that mends one of several is refused for what is left', async () => {
  const journal = await journalWithSent(0, 1)
  const { rows } = await journal.get<{ rows: ReviewItem[] }>('/review?kind=unmatched_receive')
  const first = rows.find(({ transaction }) => transaction?.at.startsWith('2023-06'))?.id ?? ''
  const answers: ReviewAnswer[] = [{ option: 'income', sub_type: 'mined', value: '9' }]
  expect(await journal.post(`/review/${first}/effects`, { answers })).toMatchObject({
    data: [
      {
        refused:
          'The transaction of Jan 02, 2024 03:00:00 UTC in Coinbase (NFT sent, 2 ETH received) cannot be calculated: what left is missing. Change its type, or ignore it, and calculate again.',
        mends: false,
      },
    ],
  })
})
