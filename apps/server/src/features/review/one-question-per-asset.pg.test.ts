import type { DecisionEffect, ReviewItem } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { self, withSubject } from '../../platform/database.ts'
import { checkInvariants } from '../../platform/invariants.ts'
import { sql } from '../../platform/sql.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { templateFile } from '../../testing/template-file.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()

const rewards = (asset: string, days: readonly string[], amount = '2') =>
  days.map((day) => `${day}T10:00:00Z,staking reward,${amount},${asset},,,,,Kraken,yes,${asset}${day}`)

const HISTORY = templateFile(
  ...rewards('DOT', ['2023-12-30', '2024-01-01', '2024-01-02', '2024-01-03']),
  ...rewards('XYZ', ['2024-02-01', '2024-02-02']),
  ...rewards('ABC', ['2024-03-01']),
)

async function asked(history = HISTORY) {
  const journal = await customerWith(server)
  await journal.import('history.csv', history)
  const list = (query = '') => journal.get<{ rows: ReviewItem[]; total: number }>(`/review?${query}`)
  const questions = async (query = '') => {
    const { rows, total } = await list(`by_asset=true&${query}`)
    expect(rows.length).toBe(total)
    return rows
  }
  const of = async (asset: string) => (await questions()).find((one) => one.detail === asset)?.id ?? ''
  /** Day and value of each transaction that moves an asset. */
  const values = (asset: string) =>
    withSubject(server.db, self(journal.userId), async (tx) => {
      const rows = await tx.all<{ at: Date; value: string | null }>(sql`
        select at, trim_scale(value)::text as value from transactions
        where user_id = ${journal.userId} and deleted_at is null and ${asset} in (from_asset, to_asset) order by at`)
      return rows.map(({ at, value }) => [at.toISOString().slice(0, 10), value])
    })
  const assets = async () => new Set((await questions()).map(({ detail }) => detail))
  return { ...journal, list, questions, assets, of, values }
}

const WORTH = { option: 'price_all', unit_price: '7.5' }

test('missing prices of one asset are one question, with their number, days and years, on every page of the queue', async () => {
  const journal = await asked()
  const rows = await journal.questions()
  expect(rows.map(({ detail, together }) => [detail, together?.count ?? 1])).toEqual(
    expect.arrayContaining([
      ['DOT', 4],
      ['XYZ', 2],
      ['ABC', 1],
    ]),
  )
  expect(rows.find((one) => one.detail === 'DOT')?.together).toMatchObject({
    symbol: 'DOT',
    count: 4,
    unknown: 4,
    years: [2023, 2024],
    from: '2023-12-30T10:00:00.000Z',
    to: '2024-01-03T10:00:00.000Z',
  })
  // One year leads to the same question; the asset by itself to each transaction of it.
  expect((await journal.questions('year=2023')).map(({ together }) => together?.count)).toEqual([4])
  expect((await journal.list('kind=missing_price&asset=DOT')).rows.length).toBe(4)
  const pages: (string | null)[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: { rows: ReviewItem[]; next: string | null } = await journal.get(
      `/review?by_asset=true&limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`,
    )
    pages.push(...page.rows.map(({ detail }) => detail))
    cursor = page.next
  }
  expect(pages).toHaveLength(3)
  expect(new Set(pages)).toEqual(new Set(['ABC', 'DOT', 'XYZ']))
})

test('one price answers all of them, by the amount of each; the effect is told before, and one undo takes it back', async () => {
  const journal = await asked()
  const dot = await journal.of('DOT')
  const { data: effects } = (await journal.post(`/review/${dot}/effects`, { answers: [WORTH] })) as {
    data: DecisionEffect[]
  }
  expect(effects[0]?.years.map(({ year, income }) => [year, income])).toEqual([
    [2023, '15'],
    [2024, '45'],
  ])
  const { change_id } = (await journal.post(`/review/${dot}/decide`, { answer: WORTH })) as {
    change_id: string
  }
  const values = async () => (await journal.values('DOT')).map(([, value]) => value)
  expect(await values()).toEqual(['15', '15', '15', '15'])
  expect(await journal.assets()).toEqual(new Set(['ABC', 'XYZ']))
  await journal.post(`/changes/${change_id}/undo`)
  expect(await values()).toEqual([null, null, null, null])
  expect((await journal.questions()).find(({ detail }) => detail === 'DOT')?.together?.count).toBe(4)
  expect(await checkInvariants(server.db)).toEqual([])
})

test('a fee in a coin without a price is part of the question, and gets its own value', async () => {
  const [head = ''] = templateFile().split('\n')
  const journal = await asked(
    [
      head,
      '2024-01-01T10:00:00Z,buy,2,DOT,10,USD,,,Kraken,yes,b',
      '2024-01-01T10:00:00Z,buy,9,XYZ,9,USD,,,Kraken,yes,c',
      '2024-03-01T10:00:00Z,sell,10,USD,1,DOT,2,XYZ,Kraken,yes,s',
      '2024-03-02T10:00:00Z,sell,10,USD,1,DOT,3,XYZ,Kraken,yes,t',
      '2024-03-03T10:00:00Z,airdrop,4,XYZ,,,,,Kraken,yes,u',
      '',
    ].join('\n'),
  )
  const xyz = await journal.of('XYZ')
  await journal.post(`/review/${xyz}/decide`, { answer: { option: 'price_all', unit_price: '0.5' } })
  expect(await journal.questions('kind=missing_price')).toEqual([])
  expect((await journal.values('XYZ')).slice(1)).toEqual([
    ['2024-03-01', '1'],
    ['2024-03-02', '1.5'],
    ['2024-03-03', '2'],
  ])
  expect(await checkInvariants(server.db)).toEqual([])
})

test('worth nothing, accepted as they are, and left open: each concerns the whole question', async () => {
  const journal = await asked()
  await journal.post(`/review/${await journal.of('XYZ')}/decide`, { answer: { option: 'worthless_all' } })
  expect(await journal.assets()).toEqual(new Set(['ABC', 'DOT']))
  const items = [await journal.of('DOT')]
  await journal.post('/traces/leave_open', { items, by_asset: true })
  const { data: walk } = await journal.get<{ data: { steps: { asks: number; left: number }[] } }>(
    '/traces/steps',
  )
  const sum = (of: 'asks' | 'left') => walk.steps.reduce((total, step) => total + step[of], 0)
  expect([sum('asks'), sum('left')]).toEqual([1, 1])
  expect(await journal.post('/review/actions', { action: 'accept', items, by_asset: true })).toMatchObject({
    count: 4,
  })
  expect((await journal.questions('state=accepted')).map(({ together }) => together?.count)).toEqual([4])
})

test('a price that cannot be one is refused at its field', async () => {
  const journal = await asked()
  const dot = await journal.of('DOT')
  for (const [unit_price, words] of [
    [undefined, 'This is missing.'],
    ['-1', /negative/],
    ['0', /zero/],
  ] as const) {
    const answer = await journal.customer.post(`/review/${dot}/decide`, {
      answer: { option: 'price_all', ...(unit_price === undefined ? {} : { unit_price }) },
    })
    expect([answer.status, answer.body]).toMatchObject([
      422,
      { fields: { unit_price: typeof words === 'string' ? words : expect.stringMatching(words) } },
    ])
  }
})

test('asking the price services again is a search of its own, of what this customer lacks', async () => {
  const journal = await asked()
  expect(await journal.post('/missing_prices/look_up', { asset: 'DOT' })).toEqual({ status: 'success' })
  const other = await journal.customer.post('/missing_prices/look_up', { asset: 'BTC' })
  expect(other.status).toBe(404)
})
