import { expect, test } from 'vitest'
import { self, withSubject } from '../../platform/database.ts'
import { checkInvariants } from '../../platform/invariants.ts'
import { sql } from '../../platform/sql.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()

const HEADER =
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid,Value Amount,Value Currency'
const HASH = 'ab'.repeat(32)
const OTHER = 'cd'.repeat(32)

async function matched(rows: readonly string[]) {
  const journal = await customerWith(server)
  await journal.import('history.csv', `${[HEADER, ...rows].join('\n')}\n`)
  const matches = await withSubject(server.db, self(journal.userId), (tx) =>
    tx.all<{ state: string; quality: string; sides: string }>(sql`
      select m.state, m.quality, (select string_agg(s.direction || ' ' || trim_scale(s.quantity), ', ' order by s.direction desc, s.quantity)
        from match_sides s where (s.user_id, s.match_id) = (m.user_id, m.id)) as sides
      from matches m where m.user_id = ${journal.userId} order by 3`),
  )
  const disposals = async () => {
    await journal.post('/imports/v1/tax_calculations/start_tax_calculation', { recalculate: true })
    await server.drainJobs()
    const { rows: found } = await journal.get<{ rows: { asset: string; term: string; gain: string }[] }>(
      '/one_year/disposals?year=2025',
    )
    return found.map(({ asset, term, gain }) => `${asset} ${term} ${gain}`)
  }
  return {
    journal,
    disposals,
    matches: matches.map(({ state, quality, sides }) => `${state} ${quality} ${sides}`),
  }
}

test('E9 several departures of one transaction are one transfer with the arrival that is their sum, in whatever form its hash is written', async () => {
  const { journal, matches, disposals } = await matched([
    '2024-01-02T00:00:00Z,buy,3,BTC,90000,USD,,,Kraken,yes,,,',
    `2025-02-01T10:00:00Z,sent,,,0.3,BTC,,,Kraken,yes,0x${HASH},,`,
    `2025-02-01T10:00:05Z,sent,,,0.2,BTC,,,Kraken,yes,${HASH.toUpperCase()},,`,
    `2025-02-01T10:30:00Z,received,0.5,BTC,,,,,Ledger,yes,${HASH},,`,
    '2025-03-01T00:00:00Z,sell,45000,USD,0.5,BTC,,,Ledger,yes,,,',
  ])
  expect(matches).toEqual(['made exact out 0.2, out 0.3, in 0.5'])
  expect(await disposals()).toEqual(['BTC long 30000'])
  const { rows } = await journal.get<{ rows: { type: string; to: { amount: string } | null }[] }>(
    '/transactions?type=transfer',
  )
  expect(rows.map(({ to }) => to?.amount ?? '').toSorted()).toEqual(['0.2', '0.3'])

  // Another history that comes later is matched around, and what stands, stands.
  await journal.import(
    'later.csv',
    `${HEADER}\n2025-02-01T11:00:00Z,sent,,,0.7,BTC,,,Kraken,yes,${OTHER},,\n`,
  )
  expect(await disposals()).toEqual(['BTC long 30000'])
  expect(await checkInvariants(server.db)).toEqual([])
})

test('E9 two hashes of bitcoin are two transactions: nothing is matched, nothing is suggested', async () => {
  const { matches } = await matched([
    '2024-01-02T00:00:00Z,buy,2,BTC,4000,USD,,,Kraken,yes,,,',
    `2025-02-01T10:00:00Z,sent,,,1,BTC,,,Kraken,yes,0x${HASH},,`,
    `2025-02-01T20:00:00Z,received,1,BTC,,,,,Ledger,yes,0x${OTHER},,`,
  ])
  expect(matches).toEqual([])
})

test('E9 the withdrawal of a rollup is suggested a week later', async () => {
  const { matches } = await matched([
    '2024-01-02T00:00:00Z,buy,2,ETH,4000,USD,,,Optimism,yes,,,',
    '2025-02-01T10:00:00Z,sent,,,1,ETH,,,Optimism,yes,,,',
    '2025-02-08T10:25:00Z,received,1,ETH,,,,,Ethereum,yes,,,',
  ])
  expect(matches).toEqual(['suggested weak out 1, in 1'])
})

test('E9 R-SWP-1 a coin that was renamed on the way keeps its basis', async () => {
  const { journal, matches, disposals } = await matched([
    '2024-01-02T00:00:00Z,buy,1000,MATIC,700,USD,,,Kraken,yes,,,',
    `2024-09-05T10:00:00Z,sent,,,1000,MATIC,,,Kraken,yes,0x${HASH},,`,
    '2025-03-01T00:00:00Z,sell,300,USD,1000,POL,,,Ledger,yes,,,',
  ])
  expect(matches).toEqual([])
  await journal.import(
    'ledger.csv',
    `${HEADER}\n2024-09-05T10:10:00Z,received,1000,POL,,,,,Ledger,yes,0x${HASH},,\n`,
  )
  expect(await disposals()).toEqual(['POL long -400'])
  expect(await checkInvariants(server.db)).toEqual([])
})

test('E13 LUNA before May 28, 2022 is another coin than the one after it', async () => {
  const { journal } = await matched([
    '2022-01-04T10:00:00Z,buy,10,LUNA,800,USD,,,Coinbase,yes,,,',
    '2022-05-28T10:00:00Z,airdrop,3,LUNA,,,,,Coinbase,yes,,16.5,USD',
    '2022-06-15T10:00:00Z,sell,6,USD,3,LUNA,,,Coinbase,yes,,,',
  ])
  await journal.post('/imports/v1/tax_calculations/start_tax_calculation', { recalculate: true })
  await server.drainJobs()
  const { rows } = await journal.get<{ rows: { asset: string; basis: string; gain: string }[] }>(
    '/one_year/disposals?year=2022',
  )
  expect(rows).toMatchObject([{ basis: '16.5', gain: '-10.5' }])
  const assets = await withSubject(server.db, self(journal.userId), (tx) =>
    tx.all<{ asset: string }>(sql`
      select distinct coalesce(to_asset, '') as asset from transactions where user_id = ${journal.userId} order by 1`),
  )
  expect(assets.map(({ asset }) => asset)).toEqual(['LUNA', 'LUNC', 'USD'])
  expect(await checkInvariants(server.db)).toEqual([])
})
