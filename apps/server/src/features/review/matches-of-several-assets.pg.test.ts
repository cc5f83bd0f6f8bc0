import type { BulkDeed, JournalRun } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { checkInvariants } from '../../platform/invariants.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()

const HEADER =
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid'
/** A coin that went from one account to another, and arrived ten minutes later. */
const moved = (day: string, asset: string, arrived = '1') => [
  `${day}T10:00:00Z,sent,,,1,${asset},,,Coinbase,yes,s${asset}`,
  `${day}T10:10:00Z,received,${arrived},${asset},,,,,Kraken,yes,r${asset}`,
]
const HISTORY = [
  HEADER,
  ...moved('2024-01-01', 'ETH'),
  ...moved('2024-02-01', 'BTC'),
  ...moved('2024-03-01', 'SOL'),
]

/** A customer with transfers of several assets, of which the last is one by a person's word alone. */
async function customerWithTransfers() {
  const journal = await customerWith(server)
  await journal.import('history.csv', `${[...HISTORY, ...moved('2024-04-01', 'DOT', '0.5')].join('\n')}\n`)
  const dots = (await journal.rows()).filter((row) => (row.from ?? row.to)?.asset === 'DOT')
  const [sent, received] = dots
  await journal.post('/matches', { departure: sent?.id, arrivals: [received?.id] })
  const transfers = async () =>
    (await journal.rows()).filter(({ type }) => type === 'transfer').map(({ from }) => from?.asset)
  const ids = (await journal.rows()).map(({ id }) => id)
  const bulk = async (deed: BulkDeed) => {
    const { run_id: run } = (await journal.post('/transactions/bulk', { ids, deed })) as { run_id: string }
    await server.drainJobs()
    const { data } = await journal.get<{ data: JournalRun }>(`/journal_runs/${run}`)
    return data.outcome?.change_ids[0] ?? ''
  }
  return { ...journal, transfers, bulk }
}

test.each<[string, BulkDeed]>([
  ['a type', { set: 'type', type: 'outgoing', sub_type: 'gift_sent' }],
  ['ignored', { set: 'ignored' }],
  ['removed', { set: 'removed' }],
])(
  'E9 E11 N7 transfers of several assets that a change ended (%s) are made again by its undo',
  async (_, deed) => {
    const { transfers, bulk, post } = await customerWithTransfers()
    const all = ['ETH', 'BTC', 'SOL', 'DOT']
    expect(await transfers()).toEqual(all)
    const change = await bulk(deed)
    expect(await transfers()).toEqual([])
    await post(`/changes/${change}/undo`)
    expect(await transfers()).toEqual(all)
    expect(await checkInvariants(server.db)).toEqual([])
  },
)
