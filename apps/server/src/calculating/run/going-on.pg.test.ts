import { createHash } from 'node:crypto'
import { calculate, manifestOf, parseCalculationInput } from '@lotbook/tax'
import { expect, test } from 'vitest'
import { self, withSubject, type Tx } from '../../platform/database.ts'
import { checkInvariants } from '../../platform/invariants.ts'
import { sql } from '../../platform/sql.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { queuedCalculation } from '../../testing/queued-calculation.ts'
import { testServer } from '../../testing/test-server.ts'
import {
  RecentOfOneCustomer,
  emptyRecentCalculation,
  type RecentCalculation,
} from '../keep/recent-calculation.ts'
import { collectInput } from '../collect/collect-input.ts'
import { collectToKeep, type CollectedToKeep } from './collect-to-keep.ts'
import { readCalculation } from '../keep/packed-calculation.ts'
import { workOut } from './work-out.ts'

const server = await testServer()
const HEADER =
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid'
const file = (rows: readonly string[]) => `${[HEADER, ...rows].join('\n')}\n`
/** Few, so that a short history has many chunks to begin with. */
const CHUNK = 4

type Journal = Awaited<ReturnType<typeof customerWith>>

/** A year and a half of trades, rewards, moves between two exchanges and units that nobody knows where from. */
function history(from: number, count: number, since = Date.UTC(2024, 0, 1)): string[] {
  return Array.from({ length: count }, (_, i) => {
    const n = from + i
    const at = (hours: number) => new Date(since + (n * 5 * 24 + hours) * 3_600_000).toISOString()
    const row = (type: string, cells: string, place = 'Kraken', hours = 0) =>
      `${at(hours)},${type},${cells},${place},yes,x${n}${type[0]}`
    switch (n % 8) {
      case 0:
        return row('buy', `2.5,ETH,${5000 + n},USD,3.25,USD`)
      case 1:
        return row('mined', `0.12345678,SOL,,,,`, 'Coinbase')
      case 2:
        return `${row('sent', `,,1,ETH,0.01,ETH`)}\n${row('received', `1,ETH,,,,`, 'Coinbase', 1)}`
      case 3:
        return row('sell', `${1200 + n},USD,0.6,ETH,1,USD`, 'Coinbase')
      case 4:
        return row('trade', `3,SOL,0.2,ETH,0.01,SOL`)
      case 5:
        return row('sell', `300,USD,1.5,SOL,,`)
      case 6:
        return row('sell', `50,USD,0.001,BTC,,`)
      default:
        return row('received', `0.3,ETH,,,,`)
    }
  })
}

/** One thread's: calculations from the start of the same customers come between, which read and leave all in the database. */
const leftHere = new RecentOfOneCustomer()

/** Run the calculation that is asked for, with short chunks. @returns whether it went on from a checkpoint. */
async function calculated(
  journal: Journal,
  isWhole = false,
  {
    outcome = { result: 'done' },
    recent = leftHere.of(journal.userId),
  }: { outcome?: object; recent?: RecentCalculation } = {},
): Promise<{ id: string; wentOn: boolean }> {
  const fence = await queuedCalculation(server, journal)
  let wentOn = false
  const found = await workOut(server.db, fence, () => {}, {
    recent: isWhole ? emptyRecentCalculation() : recent,
    collect: async (db, who, progress, options = {}) => {
      const collected = await collectToKeep(db, who, progress, {
        ...options,
        isWhole: isWhole || options.isWhole === true,
        chunk: CHUNK,
        stretch: 2 * CHUNK,
      })
      wentOn = collected.from !== undefined
      if (wentOn) await isAsItIsKept(collected, who)
      // Rows are stored while later ones are worked out, of short histories too.
      const calculateInSteps: typeof collected.calculateInSteps = (how) =>
        collected.calculateInSteps({ ...how, stepEvents: 2 })
      return { ...collected, calculateInSteps }
    },
  })
  expect(found).toEqual(outcome)
  return { id: fence.id, wentOn }
}

/** Whoever went on from a checkpoint that is at hand left it as it was. */
async function isAsItIsKept({ from }: CollectedToKeep, who: { readonly userId: string }): Promise<void> {
  const anew = await collectToKeep(server.db, who, () => {}, { chunk: CHUNK, stretch: 2 * CHUNK })
  expect(from?.kept).toEqual(anew.from?.kept)
}

/** Everything that a calculation left where people look, but for its own name. */
async function left(journal: Journal, id: string) {
  const { userId } = journal
  const of = (tx: Tx, list: 'disposals' | 'incomes' | 'removals') =>
    tx.all<{ row: Record<string, unknown> }>(sql`
      select to_jsonb(r) - 'calculation_id' as row from
      ${{ disposals: sql`disposals`, incomes: sql`incomes`, removals: sql`removals` }[list]} r
      where r.user_id = ${userId} and r.calculation_id = ${id} order by r.n`)
  return withSubject(server.db, self(userId), async (tx) => ({
    rows: {
      disposals: await of(tx, 'disposals'),
      incomes: await of(tx, 'incomes'),
      removals: await of(tx, 'removals'),
      // Of the newest calculation, in whatever order.
      lots: await tx.all(sql`
        select to_jsonb(r) - 'n' as row from lots r where r.user_id = ${userId} order by to_jsonb(r) - 'n'`),
    },
    findings: await tx.all(sql`
      select code, subject, subject_id, state, tax_year, effect_low, effect_high, note from findings
      where user_id = ${userId} order by code, subject_id`),
    said: await tx.one(sql`
      select encode(input_hash, 'hex') as input, encode(result_hash, 'hex') as result, manifest, totals, rule_sets, settings
      from calculations where user_id = ${userId} and id = ${id}`),
  }))
}

/** What is kept of a calculation is of the journal as it is, and what its input comes to, by whoever works it out from the start. */
async function isTrue(journal: Journal, id: string): Promise<void> {
  const { userId } = journal
  const now = createHash('sha256')
  for (const piece of (await collectInput(server.db, { userId }, () => {})).inputText()) now.update(piece)
  const record = await withSubject(server.db, self(userId), (tx) => readCalculation(tx, userId, id))
  if (record === undefined) throw new Error('no files')
  const input = parseCalculationInput(record.input)
  expect(record.result).toEqual(calculate(input))
  const { manifest } = await withSubject(server.db, self(userId), (tx) =>
    tx.one<{ manifest: { readonly input_hash: string } }>(
      sql`select manifest from calculations where user_id = ${userId} and id = ${id}`,
    ),
  )
  expect(manifest.input_hash).toBe(now.digest('hex'))
  expect(manifest).toEqual(JSON.parse(JSON.stringify(manifestOf(input, record.result))))
}

type Change = (journal: Journal) => Promise<unknown>

const newestSells = async (journal: Journal, amount: string) => {
  const rows = await journal.rows()
  const row = rows.findLast((one) => one.type === 'sell')
  return journal.patch(row?.id ?? '', { from_amount: amount })
}
const newest: Change = (journal) => newestSells(journal, '0.4')

const CHANGES: readonly (readonly [string, Change])[] = [
  ['nothing at all', async () => {}],
  ['an amount of the newest', newest],
  ['rows that are newer', (journal) => journal.import('newer.csv', file(history(96, 6)))],
  [
    'a new asset, with more decimals than any',
    (journal) =>
      journal.import(
        'dot.csv',
        file(['2025-07-01T00:00:00Z,buy,1.000000000000000001,DOT,7,USD,,,Kraken,yes,dot1']),
      ),
  ],
  [
    'one of the newest is ignored',
    async (journal) => journal.patch((await journal.rows()).at(-2)?.id ?? '', { is_ignored: true }),
  ],
  [
    'a transfer is no longer matched, and is again',
    async (journal) => {
      const transfer = (await journal.rows()).findLast((one) => one.type === 'transfer')
      const change = await journal.patch(transfer?.id ?? '', { from_amount: '7' })
      await journal.post(`/changes/${change}/undo`)
    },
  ],
  [
    'the middle',
    async (journal) => {
      const rows = await journal.rows()
      await journal.patch(rows[Math.floor(rows.length / 2)]?.id ?? '', { comment: 'looked at' })
      await journal.patch(rows.slice(0, 60).findLast((one) => one.type === 'buy')?.id ?? '', {
        to_amount: '2.4',
      })
    },
  ],
  ['the newest once more', newest],
  [
    'what has come is taken away',
    async (journal) => {
      const source = await journal.import('gone.csv', file(history(104, 4)))
      await journal.remove(source)
    },
  ],
]

const SETTINGS = [
  { method: 'fifo', pool_before_2025: 'account', transfer_fee: 'dispose' },
  { method: 'hifo', pool_before_2025: 'universal', transfer_fee: 'capitalize' },
  { method: 'lofo', pool_before_2025: 'account', transfer_fee: 'carry' },
] as const

test.each(SETTINGS)(
  'P10 N2 N16 what goes on from a checkpoint leaves what leaves who begins at the start, $method $transfer_fee',
  async (settings) => {
    const journal = await customerWith(server)
    await journal.import('first.csv', file(history(0, 96)))
    const before = await journal.get<object>('/setting/tax')
    await journal.post('/setting/tax', { ...before, ...settings })
    expect((await calculated(journal)).wentOn).toBe(false)
    let wentOn = 0
    for (const [what, change] of CHANGES) {
      server.clock.advance(3_600_000)
      await change(journal)
      const done = await calculated(journal)
      if (done.wentOn) wentOn += 1
      await isTrue(journal, done.id)
      const so = await left(journal, done.id)
      // From the start, and so with checkpoints of its own, for every second one: chains of them are gone on from too.
      if (wentOn % 2 === 1) continue
      const whole = await calculated(journal, true)
      expect(whole.wentOn).toBe(false)
      expect({ what, ...(await left(journal, whole.id)) }).toEqual({ what, ...so })
    }
    expect(wentOn).toBeGreaterThan(CHANGES.length - 3)
    expect(await checkInvariants(server.db)).toEqual([])
  },
  120_000,
)

test('P10 two transfers that change places before a checkpoint are seen, though each side stays one', async () => {
  const journal = await customerWith(server)
  const moves = [
    '2024-01-20T10:00:00Z,sent,,,0.5,ETH,,,Kraken,yes,out1',
    '2024-01-20T10:05:00Z,sent,,,0.5,ETH,,,Gemini,yes,out2',
    '2024-01-20T10:30:00Z,received,0.5,ETH,,,,,Coinbase,yes,in1',
    '2024-01-20T10:40:00Z,received,0.5,ETH,,,,,Bitstamp,yes,in2',
  ]
  await journal.import('first.csv', file([...moves, ...history(0, 96)]))
  const rows = await journal.rows()
  const at = (instant: string) => rows.find((row) => row.at.startsWith(instant))?.id ?? ''
  await calculated(journal)
  expect((await calculated(journal)).wentOn).toBe(true)
  const arrivals = async (): Promise<unknown> =>
    withSubject(server.db, self(journal.userId), (tx) =>
      tx.all(sql`
        select o.transaction_id as departure, s.transaction_id as arrival from match_sides s
        join matches m on (m.user_id, m.id) = (s.user_id, s.match_id) and m.state = 'made'
        join match_sides o on (o.user_id, o.match_id) = (s.user_id, s.match_id) and o.direction = 'out'
        where s.user_id = ${journal.userId} and s.direction = 'in' and s.transaction_id = any (${[
          at('2024-01-20T10:30'),
          at('2024-01-20T10:40'),
        ]}) order by s.transaction_id`),
    )
  const before = await arrivals()
  const own = await journal.customer.post('/matches', {
    departure: at('2024-01-20T10:00'),
    arrivals: [at('2024-01-20T10:40')],
  })
  expect(own.status).toBe(200)
  if (JSON.stringify(await arrivals()) === JSON.stringify(before))
    await journal.post('/matches', {
      departure: at('2024-01-20T10:00'),
      arrivals: [at('2024-01-20T10:30')],
    })
  expect(await arrivals()).not.toEqual(before)
  const after = await calculated(journal)
  expect(after.wentOn).toBe(false)
  await isTrue(journal, after.id)
})

test('N2 an input says what did not change with the blocks of before, whatever the settings', async () => {
  const journal = await customerWith(server)
  await journal.import('first.csv', file(history(0, 96)))
  const blocksOf = async (id: string) =>
    withSubject(server.db, self(journal.userId), async (tx) => {
      const { blocks } = await tx.one<{ blocks: string[] }>(
        sql`select input_blocks as blocks from calculations where user_id = ${journal.userId} and id = ${id}`,
      )
      return blocks
    })
  const first = await calculated(journal)
  const before = await blocksOf(first.id)

  const settings = await journal.get<object>('/setting/tax')
  await journal.post('/setting/tax', { ...settings, method: 'lofo', time_zone: 'Asia/Tokyo' })
  const other = await calculated(journal)
  expect(other.wentOn).toBe(false)
  await isTrue(journal, other.id)
  const after = await blocksOf(other.id)
  // What stands before the transactions, and what behind them.
  expect(after.slice(1, -1)).toEqual(before.slice(1, -1))
  expect(after[0]).not.toBe(before[0])
  expect(after.length).toBeGreaterThan(10)

  const oldest = (await journal.rows()).find((row) => row.type === 'buy')
  await journal.patch(oldest?.id ?? '', { to_amount: '2.6' })
  const edited = await calculated(journal)
  expect(edited.wentOn).toBe(false)
  await isTrue(journal, edited.id)
  const own = (await blocksOf(edited.id)).filter((block) => !after.includes(block))
  expect(own).toHaveLength(3)
})

test('P10 R-FEE-4 a further fee counts for its trade wherever both lie, and while both are what they were', async () => {
  const journal = await customerWith(server)
  await journal.import('first.csv', file(history(0, 96)))
  const leg = (id: string, asset: string, amount: string, fee: string) =>
    `${id},T1,2024-06-01 06:00:00,trade,tradespot,currency,${asset},spot / main,${amount},${fee},\n`
  const header = 'txid,refid,time,type,subtype,aclass,asset,wallet,amount,fee,balance\n'
  await journal.import(
    'ledgers.csv',
    header + leg('L1', 'XETH', '-0.1', '0.001') + leg('L2', 'ZUSD', '300', '2'),
  )
  const rows = await journal.rows()
  const trade = rows.find((row) => row.from?.amount === '0.1' && row.type === 'sell')?.id ?? ''
  const fee = rows.find((row) => row.sub_type === 'fee')?.id ?? ''
  const proceeds = async () => {
    server.clock.advance(3_600_000)
    const { id, wentOn } = await calculated(journal)
    await isTrue(journal, id)
    const so = await left(journal, id)
    const whole = await calculated(journal, true)
    expect(await left(journal, whole.id)).toEqual(so)
    const row = so.rows.disposals.find(
      ({ row: { kind, transaction_id: of } }) => kind === 'sell' && of === trade,
    )
    return { proceeds: row?.row['proceeds'], wentOn }
  }
  // 3 of the 300 were the first fee, 2 the further one.
  expect(await proceeds()).toEqual({ proceeds: 295, wentOn: false })
  await newestSells(journal, '0.4')
  expect(await proceeds()).toEqual({ proceeds: 295, wentOn: true })
  await journal.patch(fee, { at: '2025-03-01T00:00:00.000Z' })
  expect((await proceeds()).proceeds).toBe(295)
  await journal.patch(fee, { from_amount: '5' })
  expect((await proceeds()).proceeds).toBe(292)
  const other = await journal.patch(fee, { sub_type: 'lost' })
  expect((await proceeds()).proceeds).toBe(297)
  await newestSells(journal, '0.5')
  expect(await proceeds()).toEqual({ proceeds: 297, wentOn: true })
  await journal.post(`/changes/${other}/undo`)
  expect((await proceeds()).proceeds).toBe(292)
  const ignored = await journal.patch(trade, { is_ignored: true })
  expect((await proceeds()).proceeds).toBe(undefined)
  await journal.patch(fee, { at: '2024-03-01T00:00:00.000Z' })
  expect((await proceeds()).proceeds).toBe(undefined)
  await journal.post(`/changes/${ignored}/undo`)
  expect((await proceeds()).proceeds).toBe(292)
  await journal.patch(fee, { is_ignored: true })
  expect((await proceeds()).proceeds).toBe(297)
  expect(await checkInvariants(server.db)).toEqual([])
}, 120_000)

test.each([
  ['a checkpoint that cannot be read', `update lot_checkpoints set packed = '\\x00'`, /Error/],
  ['rows that are gone', `delete from calculation_rows`, /There are no \d+ disposals to go on from/],
  ['a text that is gone', `delete from text_blocks`, /A block of a text is missing/],
  [
    'a stretch of a text that is gone, with nothing else to go on from',
    `update calculations set checkpoints = '{}' where user_id in (select user_id from journals); delete from text_blocks`,
    /A block of a text is missing/,
  ],
])('P10 what cannot go on begins at the start, and says why: %s', async (_, spoil, why) => {
  const journal = await customerWith(server)
  await journal.import('first.csv', file(history(0, 96)))
  const first = await calculated(journal)
  await server.db.ops.query(`${spoil} where user_id = '${journal.userId}'`)
  const again = await calculated(journal, false, {
    outcome: { result: 'done', begunAnew: expect.stringMatching(why) as string },
    recent: emptyRecentCalculation(),
  })
  expect((await left(journal, again.id)).said).toMatchObject({
    result: ((await left(journal, first.id)).said as { result: string }).result,
  })
  expect((await calculated(journal)).wentOn).toBe(true)
})
