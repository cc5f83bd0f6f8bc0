import { setImmediate as turn } from 'node:timers/promises'
import {
  ComingResult,
  FURTHER_AMOUNTS,
  INCOME_AMOUNTS,
  inOneStep,
  type ResultTable,
  type RowsBefore,
} from '@lotbook/tax'
import { expect, test } from 'vitest'
import { self, withOps, withSubject, type Tx } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { checkInvariants } from '../../platform/invariants.ts'
import { readMigrations } from '../../platform/migrate.ts'
import { identifier, sql, type Sql } from '../../platform/sql.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { asOwner, testCustomer, testDatabase } from '../../testing/test-database.ts'
import { testServer } from '../../testing/test-server.ts'
import { readYearReport } from '../../features/exports/read-year-report.ts'
import { listTransactions } from '../../features/transactions/list-transactions.ts'
import { transactionDetail } from '../../features/transactions/transaction-detail.ts'
import { collectInput } from '../collect/collect-input.ts'
import { dropOldRows } from '../keep/drop-old-rows.ts'
import { explain } from '../../features/tax/explain.ts'
import { oneYear } from '../../features/tax/one-year.ts'
import { cutAt, NO_RANGES, rangesOf, ROW_LISTS } from '../keep/row-ranges.ts'
import { storeResults } from '../keep/store-results.ts'
import { disposalRows, incomeRows, removalRows } from '../../features/tax/year-rows.ts'

const server = await testServer()

const HEADER =
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid'
/** Each sale of ETH uses two lots; a border falls between two of them, or between the rows of one year. */
const HISTORY = [
  '2023-01-01T00:00:00Z,buy,1,ETH,1500,USD,10,USD,Coinbase,yes,b1',
  '2023-02-01T00:00:00Z,buy,2,ETH,3600,USD,10,USD,Coinbase,yes,b2',
  '2023-03-01T00:00:00Z,buy,1,BTC,20000,USD,,,Coinbase,yes,b3',
  '2024-01-05T00:00:00Z,mined,0.5,SOL,50,USD,,,Coinbase,yes,m1',
  '2024-02-01T00:00:00Z,sell,2800,USD,1.2,ETH,5,USD,Coinbase,yes,x1',
  '2024-02-02T00:00:00Z,donation_501c3,,,0.1,BTC,,,Coinbase,yes,d1',
  '2024-03-01T00:00:00Z,mined,0.25,SOL,30,USD,,,Coinbase,yes,m2',
  '2024-04-01T00:00:00Z,buy,1,ETH,3000,USD,10,USD,Coinbase,yes,b4',
  '2024-06-01T00:00:00Z,sell,6000,USD,2,ETH,5,USD,Coinbase,yes,x2',
  '2025-01-10T00:00:00Z,sell,4000,USD,0.05,BTC,5,USD,Coinbase,yes,x3',
  '2025-02-01T00:00:00Z,gift_sent,,,0.1,BTC,,,Coinbase,yes,g1',
  '2025-03-01T00:00:00Z,mined,1,SOL,150,USD,,,Coinbase,yes,m3',
]
const NEWEST = [
  '2025-04-01T00:00:00Z,sell,9000,USD,0.1,BTC,5,USD,Coinbase,yes,x4',
  '2025-05-01T00:00:00Z,mined,1,SOL,140,USD,,,Coinbase,yes,m4',
  '2025-06-01T00:00:00Z,stolen,,,0.2,BTC,,,Coinbase,yes,t1',
]
const DAY_MS = 24 * 60 * 60 * 1000

type Journal = Awaited<ReturnType<typeof customerWith>>

/** A customer with a calculation of the history, and a newer one with what came since. */
async function twoCalculations() {
  const journal = await customerWith(server)
  await journal.import('history.csv', `${[HEADER, ...HISTORY].join('\n')}\n`)
  const older = await calculate(journal)
  await journal.import('newest.csv', `${[HEADER, ...NEWEST].join('\n')}\n`)
  const newer = await calculate(journal)
  // Whoever explains a row reads its file, in a process of its own: nothing that is asked here hangs on that.
  await as(journal, (tx) =>
    tx.run(sql`update connections set upload_id = null where user_id = ${journal.userId}`),
  )
  return { journal, older, newer }
}

async function calculate(journal: Journal): Promise<string> {
  server.clock.advance(1_000)
  await journal.post('/imports/v1/tax_calculations/start_tax_calculation', { recalculate: true })
  await server.drainJobs()
  const { data } = await journal.get<{ data: { id: string; state: string }[] }>('/tax_calculations')
  expect(data[0]?.state).toBe('done')
  return data[0]?.id ?? ''
}

const as = <T>({ userId }: Journal, work: (tx: Tx) => Promise<T>) =>
  withSubject(server.db, self(userId), work)

/** Store a calculation again: what is before a border where another one has it, and behind it itself. */
async function storeFrom(
  journal: Journal,
  calculation: string,
  older: string,
  before: RowsBefore,
): Promise<void> {
  const { userId } = journal
  const collected = await collectInput(server.db, { userId }, () => {})
  const rest = restOf(collected.calculateTable({}), before)
  await withOps(server.db, async (tx) => {
    for (const table of [...ROW_LISTS.map((list) => `stored_${list}`), 'calculation_rows'])
      await tx.run(sql`delete from ${identifier(table)} where calculation_id = ${calculation}`)
  })
  await as(journal, async (tx) => {
    const inherited = cutAt(await rangesOf(tx, userId, older), before)
    await storeResults(tx, { userId, id: calculation }, coming(rest), collected, inherited, () => {}, {
      stretches: { least: 1, most: 2 },
    })
  })
}

const coming = (result: ResultTable) =>
  new ComingResult(
    inOneStep(() => result),
    turn,
  )

/** A result whose rows are those behind a border. */
function restOf(result: ResultTable, before: RowsBefore): ResultTable {
  const { disposals, incomes, removals } = result
  const columns = <Columns extends ResultTable['removals']>(of: Columns, first: number) => {
    const from = ({ values }: { values: Int32Array }) => ({ values: values.subarray(first) })
    const { rows } = of
    return {
      ...of,
      isLong: of.isLong.subarray(first),
      rules: of.rules.subarray(first),
      rows: {
        amounts: rows.amounts,
        count: rows.count - first,
        event: from(rows.event),
        asset: from(rows.asset),
        lot: from(rows.lot),
        acquired: from(rows.acquired),
        kinds: rows.kinds,
        kind: (row: number) => rows.kind(row + first),
        isUnknown: (row: number) => rows.isUnknown(row + first),
        slot: (row: number, which: number) => rows.slot(row + first, which),
      } as unknown as Columns['rows'],
    }
  }
  const amounts = (of: ResultTable['incomes']['amounts'], first: number) =>
    ({
      split: (slot: number, ...to: [number, Float64Array]) => of.split(slot + first, ...to),
      writeText: (slot: number, ...to: [number, Uint8Array, number]) => of.writeText(slot + first, ...to),
    }) as typeof of
  return {
    ...result,
    before,
    disposals: {
      ...columns(disposals, before.disposals),
      further: amounts(disposals.further, before.disposals * FURTHER_AMOUNTS),
    },
    removals: columns(removals, before.removals),
    incomes: {
      ...incomes,
      count: incomes.count - before.incomes,
      event: incomes.event.subarray(before.incomes),
      category: incomes.category.slice(before.incomes),
      rules: incomes.rules.subarray(before.incomes),
      amounts: amounts(incomes.amounts, before.incomes * INCOME_AMOUNTS),
    },
  }
}

/** Whatever is told of the rows of the newest calculation. */
function everyReading(journal: Journal, calculation: string): Promise<Record<string, unknown>> {
  const { userId } = journal
  return as(journal, async (tx) => {
    const read: Record<string, unknown> = {}
    const { rows } = (read['transactions'] = await listTransactions(tx, userId, {
      order: 'newest',
      limit: 100,
    }))
    for (const { id } of rows)
      read[`transaction ${id}`] = await transactionDetail(tx, server.services.keys, userId, id)
    for (const year of [2024, 2025]) {
      const summary = (read[`year ${year}`] = await oneYear(tx, userId, year))
      expect(summary.years).toEqual([2024, 2025])
      for (const of of [{}, { asset: 'BTC' }, { month: 2 }] as const)
        for (const list of [disposalRows, incomeRows, removalRows])
          for (let cursor: string | undefined; ;) {
            const page = await list(tx, userId, { year, limit: 2, cursor, ...of })
            read[`${list.name} ${year} ${JSON.stringify(of)} ${cursor}`] = page
            if (page.next === null) break
            cursor = page.next
          }
      read[`report ${year}`] = await readYearReport(tx, userId, calculation, year, '')
    }
    // Every handle that an answer holds opens in turn.
    const opened = new Set<string>()
    for (let found = -1; found !== opened.size;) {
      found = opened.size
      for (const [, handle = ''] of JSON.stringify(read).matchAll(/"handle":"([^"]+)"/g)) {
        if (opened.has(handle)) continue
        opened.add(handle)
        read[handle] = await explain(tx, server.services.keys, userId, handle, undefined, new Date())
      }
    }
    expect(opened.size).toBeGreaterThan(30)
    return read
  })
}

/** How many rows of each list a calculation stored. */
function stored(id: string): Promise<number[]> {
  return withOps(server.db, async (tx) => {
    const counts: number[] = []
    for (const list of ROW_LISTS) {
      const rows = await tx.all(
        sql`select 1 from ${identifier(`stored_${list}`)} where calculation_id = ${id}`,
      )
      counts.push(rows.length)
    }
    return counts
  })
}

test('P10 a calculation that goes on from an older one reads as if it were stored whole, also when that one has lost its rows', async () => {
  const { journal, older, newer } = await twoCalculations()
  const whole = await everyReading(journal, newer)
  expect([await stored(older), await stored(newer)]).toEqual([
    [5, 3, 2],
    [6, 4, 3],
  ])

  // Behind all that the older one has; then between rows of one sale, and before every removal.
  for (const before of [
    { disposals: 5, incomes: 3, removals: 2 },
    { disposals: 3, incomes: 1, removals: 0 },
  ]) {
    await storeFrom(journal, newer, older, before)
    expect(await stored(newer)).toEqual([6 - before.disposals, 4 - before.incomes, 3 - before.removals])
    expect(await everyReading(journal, newer)).toEqual(whole)
  }
  expect(await as(journal, (tx) => rangesOf(tx, journal.userId, newer))).toEqual({
    disposals: [
      { first: 0, until: 3, rowsOf: older },
      { first: 3, until: 6, rowsOf: newer },
    ],
    incomes: [
      { first: 0, until: 1, rowsOf: older },
      { first: 1, until: 4, rowsOf: newer },
    ],
    removals: [{ first: 0, until: 3, rowsOf: newer }],
  })
  expect(await checkInvariants(server.db)).toEqual([])

  // Rows go with the last calculation that has them.
  const late = new Date(Date.now() + 31 * DAY_MS)
  await dropOldRows(server.db, late)
  expect([await stored(older), await stored(newer)]).toEqual([
    [3, 1, 0],
    [3, 3, 3],
  ])
  expect(await everyReading(journal, newer)).toEqual(whole)
  expect(await as(journal, (tx) => rangesOf(tx, journal.userId, older))).toEqual(NO_RANGES)
  expect(await checkInvariants(server.db)).toEqual([])

  const newest = await calculate(journal)
  await dropOldRows(server.db, late)
  expect([await stored(older), await stored(newer), await stored(newest)]).toEqual([
    [0, 0, 0],
    [0, 0, 0],
    [6, 4, 3],
  ])
  expect(await checkInvariants(server.db)).toEqual([])
  // There is nothing left to go on from.
  const gone = { disposals: [{ first: 0, until: 1, rowsOf: older }], incomes: [], removals: [] }
  await expect(goOnFrom(journal, gone)).rejects.toThrow('are gone')
})

/** Try to store a result of which the first disposal is elsewhere. */
async function goOnFrom(journal: Journal, inherited: typeof NO_RANGES): Promise<void> {
  const collected = await collectInput(server.db, { userId: journal.userId }, () => {})
  const rest = restOf(collected.calculateTable({}), { disposals: 1, incomes: 0, removals: 0 })
  await as(journal, (tx) =>
    storeResults(tx, { userId: journal.userId, id: newId() }, coming(rest), collected, inherited, () => {}),
  )
}

test('SB2 rows of another customer are not there to go on from, nor to be seen through a range', async () => {
  const { older } = await twoCalculations()
  const { journal: stranger } = await twoCalculations()
  const theirs = { disposals: [{ first: 0, until: 1, rowsOf: older }], incomes: [], removals: [] }
  await expect(goOnFrom(stranger, theirs)).rejects.toThrow('are gone')

  // Even where somebody had planted one.
  const planted = newId()
  await as(stranger, async (tx) => {
    await tx.run(sql`
      insert into calculation_rows (user_id, calculation_id, list, first, until, rows_of)
      values (${stranger.userId}, ${planted}, 'disposals', 0, 5, ${older})`)
    expect(await tx.all(sql`select 1 from disposals where calculation_id = ${planted}`)).toEqual([])
    expect(await tx.all(sql`select 1 from disposals where calculation_id = ${older}`)).toEqual([])
    expect(await rangesOf(tx, stranger.userId, older)).toEqual(NO_RANGES)
  })
  // Which the night would tell.
  expect(await checkInvariants(server.db)).toMatchObject([{ broken: [older] }])
  await withOps(server.db, (tx) =>
    tx.run(sql`delete from calculation_rows where calculation_id = ${planted}`),
  )
})

test('the night tells of a gap, of rows that are missing or nobody’s, and of rules that became others', async () => {
  const { journal, older, newer } = await twoCalculations()
  await storeFrom(journal, newer, older, { disposals: 3, incomes: 1, removals: 0 })
  const change = (query: Sql) => withOps(server.db, (tx) => tx.run(query))
  const told = async (fault: Sql, undone: Sql) => {
    await change(fault)
    const found = await checkInvariants(server.db)
    await change(undone)
    expect(await checkInvariants(server.db)).toEqual([])
    return found.map(({ broken }) => broken)
  }
  const last = sql`calculation_id = ${newer} and list = 'disposals' and rows_of = ${newer}`
  expect(
    await told(
      sql`update calculation_rows set first = 4 where ${last}`,
      sql`update calculation_rows set first = 3 where ${last}`,
    ),
  ).toEqual([[newer], [newer]])
  expect(
    await told(
      sql`update calculation_rows set until = 7 where ${last}`,
      sql`update calculation_rows set until = 6 where ${last}`,
    ),
  ).toEqual([[newer]])
  const whole = sql`calculation_id = ${older} and list = 'disposals'`
  expect(
    await told(
      sql`update calculation_rows set until = 4 where ${whole}`,
      sql`update calculation_rows set until = 5 where ${whole}`,
    ),
  ).toEqual([[older]])
  expect(
    await told(
      sql`update calculations set rule_sets = jsonb_set(rule_sets, '{99}', rule_sets -> 0) - 0 where id = ${newer}`,
      sql`update calculations set rule_sets = jsonb_insert(rule_sets, '{0}', rule_sets -> -1) - -1 where id = ${newer}`,
    ),
  ).not.toEqual([])
})

test('calculations of before have the rows that they stored', async () => {
  const db = await testDatabase()
  const migration = readMigrations().find(({ name }) => name === '0043_shared_rows.sql')
  const user = await testCustomer(db)
  const [first, second] = [newId(0), newId(1)]
  const row = (calculation: string, n: number) =>
    `('${user}', '${calculation}', ${n}, ${2024 + n}, '${user}', 'sell', 'BTC', '${user}', 1, '2024-01-01', 2, 1, 1, 'short', 'C', 0)`
  // As it was, with rows in it.
  await asOwner(
    db,
    `drop view disposals, incomes, removals, disposals_of_transactions; drop table calculation_rows;
     alter table stored_disposals rename to disposals; alter table stored_incomes rename to incomes;
     alter table stored_removals rename to removals;
     insert into disposal_rows (user_id, calculation_id, n, tax_year, transaction_id, kind, asset_id, account_id, quantity, disposed,
       proceeds, basis, gain, term, box, rule_set)
     values ${[row(first, 0), row(first, 1), row(first, 2), row(second, 0)].join(', ')};
     insert into income_rows (user_id, calculation_id, n, tax_year, transaction_id, category, asset_id, account_id, quantity, date, value, rule_set)
     values ('${user}', '${second}', 0, 2024, '${user}', 'mined', 'BTC', '${user}', 1, '2024-01-01', 1, 0)`,
  )
  await asOwner(db, migration?.text ?? fail('migration'))

  const found = await withSubject(db, self(user), async (tx) => ({
    ranges: [await rangesOf(tx, user, first), await rangesOf(tx, user, second)],
    disposals: await tx.all(sql`select calculation_id as id, n from disposals order by calculation_id, n`),
    incomes: await tx.all(sql`select calculation_id as id, n from incomes`),
  }))
  expect(found).toEqual({
    ranges: [
      { ...NO_RANGES, disposals: [{ first: 0, until: 3, rowsOf: first }] },
      {
        ...NO_RANGES,
        disposals: [{ first: 0, until: 1, rowsOf: second }],
        incomes: [{ first: 0, until: 1, rowsOf: second }],
      },
    ],
    disposals: [
      { id: first, n: 0 },
      { id: first, n: 1 },
      { id: first, n: 2 },
      { id: second, n: 0 },
    ],
    incomes: [{ id: second, n: 0 }],
  })
})

function fail(what: string): never {
  throw new Error(`There is no ${what}`)
}
