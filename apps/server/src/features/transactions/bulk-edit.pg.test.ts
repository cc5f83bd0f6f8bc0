import type { BulkDeed, BulkPreview, JournalRun, TransactionDetail } from '@lotbook/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { self, withSubject } from '../../platform/database.ts'
import { checkInvariants } from '../../platform/invariants.ts'
import { sql } from '../../platform/sql.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()

const HEADER =
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid'
const ROWS = [
  '2023-06-01T00:00:00Z,received,1,ETH,,,,,Coinbase,yes,r1',
  '2024-01-01T00:00:00Z,received,2,ETH,,,,,Coinbase,yes,r2',
  '2024-01-02T00:00:00Z,airdrop,3,XYZ,,,,,Coinbase,yes,r3',
  '2024-01-03T00:00:00Z,sent,,,1,BTC,,,Coinbase,yes,s1',
  '2024-01-04T00:00:00Z,buy,1,BTC,20000,USD,,,Coinbase,yes,b1',
]
const HISTORY = `${[HEADER, ...ROWS].join('\n')}\n`
const STAKING: BulkDeed = { set: 'type', type: 'incoming', sub_type: 'staking_reward' }
const LEFT = { edited: 0, earlier_rule: 0, unfit: 0, filed: 0, locked: 0 }

async function journalOf() {
  const journal = await customerWith(server)
  const source = await journal.import('history.csv', HISTORY)
  const bulk = async (body: object) => {
    const { run_id: id } = (await journal.post('/transactions/bulk', body)) as { run_id: string }
    await server.drainJobs()
    return (await journal.get<{ data: JournalRun }>(`/journal_runs/${id}`)).data
  }
  return {
    ...journal,
    source,
    bulk,
    preview: async (body: object) =>
      ((await journal.post('/transactions/bulk/preview', body)) as { data: BulkPreview }).data,
    labels: async (query = '') => (await journal.rows(query)).map((row) => row.label),
  }
}

test('E11 N7 all that a filter finds are set to a type as one change, with what stays and why, and one undo', async () => {
  const journal = await journalOf()
  const before = await journal.rows()
  await withSubject(server.db, self(journal.userId), (tx) =>
    tx.run(sql`update customers set locked_before = '2024-01-01' where user_id = ${journal.userId}`),
  )
  const body = { filter: { account_id: before[0]?.account_id }, deed: STAKING }
  const left_out = { ...LEFT, unfit: 2, locked: 1 }
  expect(await journal.preview(body)).toEqual({
    matching: 5,
    changes: 2,
    already: 0,
    transfers: 0,
    filed: 0,
    left_out,
  })
  expect(await journal.rows()).toEqual(before)

  const { state, outcome } = await journal.bulk(body)
  expect({ state, outcome }).toMatchObject({ state: 'done', outcome: { changed: 2, left_out } })
  expect(await journal.labels()).toEqual(['Received', 'Staking reward', 'Staking reward', 'Sent', 'Buy'])
  const { data: detail } = await journal.get<{ data: TransactionDetail }>(`/transactions/${before[1]?.id}`)
  expect(detail.changes).toMatchObject([
    {
      kind: 'bulk_edit',
      summary: 'Set the type of 2 transactions to Staking reward',
      by: 'you',
      // Rows that an undo from here restores, beside this one.
      rows: 2,
      rule_is_on: false,
    },
  ])
  expect(detail.findings).toEqual(['missing_price'])
  // Asked again, those that are so by now are counted as that: the rows are what they come to together.
  expect(await journal.preview(body)).toMatchObject({ matching: 5, changes: 0, already: 2, left_out })
  expect(outcome?.change_ids).toHaveLength(1)
  await journal.post(`/changes/${outcome?.change_ids[0]}/undo`)
  expect(await journal.rows()).toEqual(before)
  expect(await checkInvariants(server.db)).toEqual([])
})

test('N7 what a person deletes stays out whatever files say, is found again, and comes back with its edits', async () => {
  const journal = await journalOf()
  const [first, second] = await journal.rows()
  await journal.patch(second?.id ?? '', { comment: 'mine' })
  const before = await journal.rows()
  const ids = [first?.id, second?.id]
  const { outcome } = await journal.bulk({ ids, deed: { set: 'removed' } })
  expect(await journal.labels()).toEqual(['Airdrop', 'Sent', 'Buy'])
  expect(await journal.rows('removed=true')).toHaveLength(2)

  await journal.post(`/imports/v2/sources/${journal.source}/retry`)
  await server.drainJobs()
  const more = await journal.import(
    'again.csv',
    `${HISTORY}2024-02-01T00:00:00Z,airdrop,1,XYZ,,,,,Coinbase,yes,r9\n`,
  )
  expect(await journal.labels()).toEqual(['Airdrop', 'Sent', 'Buy', 'Airdrop'])
  expect(await checkInvariants(server.db)).toEqual([])

  const restored = await journal.bulk({ filter: { removed: 'true' }, deed: { set: 'restored' } })
  expect(restored.outcome).toMatchObject({ changed: 2 })
  expect((await journal.rows()).slice(0, 5)).toEqual(before)
  // Undone in any order: the last of what is left of a person's words stands.
  await journal.post(`/changes/${restored.outcome?.change_ids[0]}/undo`)
  expect(await journal.rows('removed=true')).toHaveLength(2)
  await journal.post(`/changes/${outcome?.change_ids[0]}/undo`)
  expect((await journal.rows()).slice(0, 5)).toEqual(before)

  // A transaction that no file states any more does not come back.
  const again = await journal.bulk({ ids, deed: { set: 'removed' } })
  await journal.remove(journal.source)
  await journal.remove(more)
  await journal.post(`/changes/${again.outcome?.change_ids[0]}/undo`)
  expect(await journal.rows()).toEqual([])
  await journal.import('history.csv', HISTORY)
  expect(await journal.rows()).toEqual(before)
  expect(await checkInvariants(server.db)).toEqual([])
})

test('E11 a bulk edit of nothing, of another one’s rows or to no type changes nothing', async () => {
  const journal = await journalOf()
  const stranger = await journalOf()
  const theirs = (await stranger.rows()).map(({ id }) => id)
  expect(await journal.preview({ ids: theirs, deed: STAKING })).toMatchObject({ matching: 0, changes: 0 })
  const { outcome } = await journal.bulk({ ids: theirs, deed: { set: 'removed' } })
  expect(outcome).toMatchObject({ changed: 0, change_ids: [] })
  expect(await stranger.rows()).toHaveLength(5)
  const noType = { ids: theirs, deed: { ...STAKING, sub_type: 'sent' } }
  for (const path of ['/transactions/bulk', '/transactions/bulk/preview'])
    for (const body of [noType, { deed: STAKING }])
      expect((await journal.customer.post(path, body)).status, path).toBe(422)
})

test('E11 N7 an NFT sent is made of what left alone, and the years are calculated all the same', async () => {
  const journal = await journalOf()
  const ids = (await journal.rows()).map(({ id }) => id)
  const sent: BulkDeed = { set: 'type', type: 'nft', sub_type: 'send' }
  const received: BulkDeed = { set: 'type', type: 'nft', sub_type: 'receive' }
  const minted: BulkDeed = { set: 'type', type: 'nft', sub_type: 'nft_mint' }
  // A purchase is neither: of what was sent the engine takes in nothing that arrived, and of what was received nothing that was paid.
  expect(await journal.preview({ ids, deed: sent })).toMatchObject({ changes: 1, left_out: { unfit: 4 } })
  expect(await journal.preview({ ids, deed: received })).toMatchObject({ changes: 3, left_out: { unfit: 2 } })
  expect(await journal.preview({ ids, deed: minted })).toMatchObject({ changes: 4, left_out: { unfit: 1 } })
  await journal.bulk({ ids, deed: sent })
  await journal.post('/imports/v1/tax_calculations/start_tax_calculation')
  await server.drainJobs()
  expect(await journal.get('/tax_calculations')).toMatchObject({ data: [{ state: 'done' }] })
})

const DEEDS: readonly BulkDeed[] = [
  STAKING,
  { set: 'type', type: 'outgoing', sub_type: 'lost' },
  { set: 'ignored' },
  { set: 'counted' },
  { set: 'removed' },
  { set: 'restored' },
]

test('E11 N7 bulk edits done twice are done once, and undone in any order leave what was imported', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({ deed: fc.constantFrom(...DEEDS), rows: fc.subarray([0, 1, 2, 3, 4], { minLength: 1 }) }),
        {
          minLength: 1,
          maxLength: 4,
        },
      ),
      fc.infiniteStream(fc.nat()),
      async (acts, order) => {
        const journal = await journalOf()
        const before = await journal.rows()
        const changes: string[] = []
        for (const { deed, rows } of acts) {
          const ids = rows.map((n) => before[n]?.id)
          const { outcome } = await journal.bulk({ ids, deed })
          changes.push(...(outcome?.change_ids ?? []))
          const after = await journal.rows()
          expect((await journal.bulk({ ids, deed })).outcome).toMatchObject({ changed: 0 })
          expect(await journal.rows()).toEqual(after)
        }
        while (changes.length > 0) {
          const [change] = changes.splice((order.next().value as number) % changes.length, 1)
          await journal.post(`/changes/${change}/undo`)
          expect(await checkInvariants(server.db)).toEqual([])
        }
        expect(await journal.rows()).toEqual(before)
      },
    ),
    { numRuns: 6, seed: 11 },
  )
}, 120_000)
