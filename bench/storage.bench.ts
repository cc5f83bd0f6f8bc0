import { loadavg } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { pipeline } from 'node:stream/promises'
import { Readable, Writable } from 'node:stream'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { self, withSubject } from '../apps/server/src/platform/database.ts'
import { writeJournal } from '../apps/server/src/journal/transactions/write-journal.ts'
import { told, watchEventLoop, worstOf } from './event-loop.ts'
import { listBench } from './list.bench.ts'
import { middle, report } from './report.ts'
import { withServer, type BenchServer } from './bench-server.ts'
import { storeJournal } from './stored-journal.ts'

/** Of how many of the newest transactions one is edited, and how many of them are, one after the other. */
const NEWEST = 1 / 100
const EDITS = 5

/** A history up to here is measured so often, each time of another customer. */
const SHORT = 10_000
const ROUNDS = 3

/** Of another customer, whose history is calculated and edited first: the server has been in use for a while, and has compiled what it runs. */
const BEFORE = 10_000

/**
 * P2: from stored events to stored results, against copying the same events out and the same results in; P11: the
 * longest time that the server's event loop stands still meanwhile; P10: after an edit of what is new, against all of it. Then what is
 * asked of a list of so many.
 */
export async function storageBench(count: number): Promise<void> {
  await withServer(async (server) => {
    await calculations(await server.another(), BEFORE)
    const runs: Calculated[] = []
    // As many customers with the same history: of what takes a tenth of a second one run says little.
    while (runs.length + 1 < (count <= SHORT ? ROUNDS : 1))
      runs.push(await calculations(await server.another(), count))
    runs.push(await calculations(server, count))
    const [first, again, edited] = [
      runs.map((run) => run.first),
      runs.flatMap((run) => run.again),
      runs.flatMap((run) => run.edited),
    ]
    const blocks = worstOf(runs.map((run) => run.blocks))
    console.log(
      `${count} transactions, trader, each beside its F-copy: first calculation ${timesBeside(first)}, the next ${timesBeside(again)}, load ${loadavg()[0]!.toFixed(1)}`,
    )
    const packed = `stored events to stored results, ${count}, the journal packed, the middle of ${again.length}`
    const ratio = (of: readonly BesideFloor[]) => middle(of.map(({ ms, floor }) => ms / floor))
    console.log(`the first, with nothing packed, against F-copy: ${ratio(first).toFixed(2)} x`)
    report('P2', packed, ratio(again), 5)
    const keyed = middle(again.map((run) => run.ms / run.keyed))
    // How much of it is having the rows in order; the target is against the bare ones.
    console.log(`against F-copy into tables with the keys of a stored result: ${keyed.toFixed(2)} x`)
    console.log(
      `${count} transactions, each of ${edited.length} edits in the newest hundredth: ${edited.join(', ')} ms`,
    )
    const after = `after an edit in the newest hundredth against all of it, ${count}`
    report('P10', after, middle(edited) / middle(again.map(({ ms }) => ms)), 0.25)
    report('P11', `longest block of the event loop, ${count}`, blocks.longest, 50, 'ms')
    console.log(told(blocks))
    await listBench(server, count)
  })
}

/** A calculation, and F-copies of what it read and left right behind it: what else the machine does meets all. In milliseconds. */
interface BesideFloor {
  readonly ms: number
  /** Into bare tables. */
  readonly floor: number
  /** Into tables with the keys and orders by which a stored result is asked. */
  readonly keyed: number
}

function timesBeside(all: readonly BesideFloor[]): string {
  return all
    .map(({ ms, floor, keyed }) => `${ms} against ${floor.toFixed(0)} and ${keyed.toFixed(0)} ms`)
    .join(', ')
}

type Calculated = Awaited<ReturnType<typeof calculations>>

/** A history of so many is stored, calculated, calculated from the start again, and edited and calculated; in milliseconds. */
async function calculations(server: BenchServer, count: number) {
  await storeJournal(server, count)
  // What the generator left would be tidied in the midst of it, and is nothing of the server's.
  globalThis.gc?.()
  const blocks = { longest: 0, busiest: 0, waited: 0 }
  // One for each, for what is done in between is no calculation.
  const watched = async () => {
    const loop = watchEventLoop()
    const ms = await calculate(server)
    const { longest, busiest, waited = 0 } = loop()
    blocks.longest = Math.max(blocks.longest, longest)
    blocks.busiest = Math.max(blocks.busiest, busiest)
    blocks.waited += waited
    return ms
  }
  const besideFloor = async (): Promise<BesideFloor> => {
    const ms = await watched()
    const twice = async (tables: CopiedInto) =>
      Math.min(await floorCopy(server, tables), await floorCopy(server, tables))
    const [floor, keyed] = [await twice('bare'), await twice('keyed')]
    // What it copied is tidied here, and not in the midst of the next.
    globalThis.gc?.()
    return { ms, floor, keyed }
  }
  const first = await besideFloor()
  const again: BesideFloor[] = []
  for (let n = 0; n < 3; n++) {
    await forgetCheckpoints(server)
    again.push(await besideFloor())
  }
  const edited: number[] = []
  for (let n = 0; n < EDITS; n++) {
    await editOneOfTheNewest(server, Math.floor(count * NEWEST * ((n + 0.5) / EDITS)))
    edited.push(await watched())
  }
  return { first, again, edited, blocks }
}

/** Without any the next calculation begins at the start. */
async function forgetCheckpoints({ db, userId }: BenchServer): Promise<void> {
  await db.ops.query(`update calculations set checkpoints = '{}' where user_id = $1`, [userId])
}

/** Edit one as a person would: the trade that so many transactions are newer than, or the next before it. */
async function editOneOfTheNewest({ browser, db, userId }: BenchServer, newer: number): Promise<void> {
  const { rows } = await db.ops.query<{ id: string; amount: string }>(
    `select id, from_amount as amount from (
       select * from transactions where user_id = $1 order by at desc, id desc offset ${newer} limit 1000) t
     where type in ('sell', 'trade') limit 1`,
    [userId],
  )
  const [row] = rows
  if (row === undefined) throw new Error('nothing to edit')
  await browser.patch(`/transactions/${row.id}`, { edit: { from_amount: `${Number(row.amount) / 2}` } })
}

/** Milliseconds from asked to done, by the clock of the database. */
async function calculate({ browser, db, userId }: BenchServer): Promise<number> {
  // As after an edit: else the stored result would answer.
  await withSubject(db, self(userId), (tx) => writeJournal(tx, userId))
  await browser.post('/imports/v1/tax_calculations/start_tax_calculation')
  for (;;) {
    const { rows } = await db.ops.query<{ state: string; ms: string | null }>(
      `select state, extract(epoch from finished_at - created_at) * 1000 as ms from calculations
       where user_id = $1 order by created_at desc limit 1`,
      [userId],
    )
    const [newest] = rows
    if (newest?.state === 'failed') throw new Error('the calculation failed')
    if (newest?.state === 'done' && newest.ms !== null) return Math.round(Number(newest.ms))
    await wait(50)
  }
}

/** What an event is stored as: what happened, what it was worth, and what it was matched with. */
const EVENTS = [
  'select at, type, sub_type, account_id, from_asset, from_amount, to_asset, to_amount, fee_asset, fee_amount from transactions',
  'select transaction_id, side, value from valuations',
  'select match_id, transaction_id, direction from match_sides',
]
const RESULTS = ['stored_disposals', 'stored_incomes', 'stored_removals', 'lots'] as const

/** Temporary tables: without any keys and orders, or with those of the tables that they are like. */
type CopiedInto = 'bare' | 'keyed'

/** F-copy: the events out in binary to nothing, all rows of the result in from memory. */
async function floorCopy({ db, userId }: BenchServer, tables: CopiedInto): Promise<number> {
  return withSubject(db, self(userId), async (tx) => {
    const out = (query: string, to: Writable) =>
      pipeline(tx.client.query(copyTo(`copy (${query}) to stdout (format binary)`)), to)
    const like = tables === 'keyed' ? 'including all' : ''
    const rows: Buffer[][] = []
    for (const table of RESULTS) {
      await tx.client.query(`create temp table floor_${table} (like ${table} ${like}) on commit drop`)
      const pieces: Buffer[] = []
      await out(
        table === 'lots'
          ? 'select * from lots'
          : `select * from ${table} where calculation_id = (select id from calculations order by created_at desc limit 1)`,
        new Writable({
          write: (piece: Buffer, _encoding, done) => {
            pieces.push(piece)
            done()
          },
        }),
      )
      rows.push(pieces)
    }
    const begun = performance.now()
    for (const query of EVENTS) await out(query, nowhere())
    for (const [n, table] of RESULTS.entries())
      await pipeline(
        Readable.from(rows[n]!),
        tx.client.query(copyFrom(`copy floor_${table} from stdin (format binary)`)),
      )
    return performance.now() - begun
  })
}

function nowhere(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() })
}
