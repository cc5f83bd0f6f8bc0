import type { JournalRun } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { checkInvariants } from '../../platform/invariants.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { asOwner } from '../../testing/test-database.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()

const HEADER =
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid'
const COINS = ['ETH', 'BTC', 'SOL', 'ADA', 'DOT', 'XTZ', 'ATOM']

/**
 * Ten rows at a time: five trades, a transfer in two rows, a withdrawal to nowhere, income, and one of an unknown
 * type.
 */
function history(count: number, ids: string): string {
  const rows = Array.from({ length: count }, (_, i) => {
    const at = (n: number) => new Date(Date.UTC(2019, 0, 1, 2 * n)).toISOString()
    const coin = COINS[i % COINS.length]
    const moved = COINS[Math.floor(i / 10) % COINS.length]
    const kinds = [
      `buy,${1 + (i % 7)},${coin},${100 + (i % 50)},USD,1,USD,Coinbase`,
      `sell,${120 + (i % 50)},USD,0.5,${coin},1,USD,Kraken`,
      `buy,1,${coin},100,USD,1,USD,Coinbase`,
      `sell,120,USD,0.25,${coin},1,USD,Coinbase`,
      `buy,2,${coin},200,USD,1,USD,Gemini`,
      `sent,,,0.25,${moved},,,Coinbase`,
      `received,0.25,${moved},,,,,Kraken`,
      `sent,,,${i / 10_000},${coin},,,Gemini`,
      `airdrop,5,${coin},,,,,Kraken`,
      `levitation,7,${coin},,,,,Gemini`,
    ]
    const kind = i % kinds.length
    return `${at(kind === 6 ? i - 1 : i)},${kinds[kind]},yes,${ids}${i}`
  })
  return [HEADER, ...rows, ''].join('\n')
}

async function journalOf(count: number) {
  const journal = await customerWith(server)
  const source = await journal.import('a.csv', history(count, 'a'))
  const run = async (body: object) => {
    const { run_id: id } = (await journal.post('/transactions/bulk', body)) as { run_id: string }
    await server.drainJobs()
    const { data } = await journal.get<{ data: JournalRun }>(`/journal_runs/${id}`)
    return { changed: data.outcome?.changed, changeId: data.outcome?.change_ids[0] }
  }
  return {
    ...journal,
    source,
    run,
    async undo(changeId: string | undefined) {
      await journal.post(`/changes/${changeId}/undo`)
      await server.drainJobs()
    },
    async calculate() {
      await journal.post('/imports/v1/tax_calculations/start_tax_calculation', {})
      await server.drainJobs()
    },
    total: async () => (await journal.get<{ total: number }>('/transactions?limit=1')).total,
  }
}

// Statistics of the database from before a customer came say that there is no row of theirs. Joins that trusted them looked through
// all rows beside each, and again beside each of those: two thousand rows took seven minutes.
test('thousands of rows of a customer whom the planner does not know come in, are calculated, edited and taken out', async () => {
  const other = await journalOf(60)
  await other.import('b.csv', history(60, 'b'))
  await other.undo((await other.run({ filter: {}, deed: { set: 'ignored' } })).changeId)
  await other.calculate()
  await asOwner(server.db, 'analyze')

  const journal = await journalOf(2_000)
  // Two rows of a transfer are one.
  expect(await journal.total()).toBe(1_800)
  await journal.calculate()
  for (const set of ['ignored', 'removed'] as const) {
    const { changed, changeId } = await journal.run({ filter: {}, deed: { set } })
    expect(changed).toBe(1_800)
    await journal.undo(changeId)
    expect(await journal.total()).toBe(1_800)
  }
  // The same under other ids: each looks like one that is there.
  const again = await journal.import('b.csv', history(2_000, 'b'))
  await journal.calculate()
  expect((await journal.get<{ total: number }>('/review?kind=possible_duplicate')).total).toBeGreaterThan(
    1_500,
  )
  await journal.remove(again)
  await server.drainJobs()
  expect((await journal.get<{ total: number }>('/review?kind=possible_duplicate')).total).toBe(0)
  await journal.remove(journal.source)
  await server.drainJobs()
  expect(await journal.total()).toBe(0)
  expect(await checkInvariants(server.db)).toEqual([])
})
