import { expect, test } from 'vitest'
import { compose } from '../../features.ts'
import { self, withSubject } from '../../platform/database.ts'
import { checkInvariants } from '../../platform/invariants.ts'
import { type Sql, sql } from '../../platform/sql.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { asAdmin, asOwner } from '../../testing/test-database.ts'
import { testServer } from '../../testing/test-server.ts'
import { packReading, unpacked } from '../../journal/reading/packed-reading.ts'
import { readerInProcess as real, type Reader, ReaderStopped } from '../../journal/reading/reader.ts'
import { pooledReaders } from '../../journal/reading/reading-pool.ts'
import { importsFeature } from './routes.ts'

// A worker is stopped at a fixed place: in its reader at a gate, in its writing at a lock that the test holds.
let reader: Reader = real
const server = await testServer({
  features: (services) => [
    ...compose(services).features.filter(({ routes }) => routes?.['imports'] === undefined),
    importsFeature(services, () => ({
      read: (...args) => reader.read(...args),
      recognise: (...args) => reader.recognise(...args),
      rows: (...args) => reader.rows(...args),
      allRows: (...args) => reader.allRows(...args),
      ask: (...args) => reader.ask(...args),
      suggest: (...args) => reader.suggest(...args),
      brokerForms: (...args) => reader.brokerForms(...args),
      prices: (...args) => reader.prices(...args),
    })),
  ],
})
const [{ name: DATABASE }] = (await asOwner<{ name: string }>(
  server.db,
  'select current_database() as name',
)) as [{ name: string }]
type Journal = Awaited<ReturnType<typeof customerWith>>

const HEADER = 'txid,refid,time,type,subtype,aclass,asset,wallet,amount,fee,balance'
const ledgers = (rows: readonly string[]) => `${[HEADER, ...rows].join('\n')}\n`
const deposit = (n: number) =>
  `L${n},R${n},2024-01-01 00:00:0${n},deposit,,currency,ADA,spot / main,${n}.5,0,`
const BEFORE = ledgers([deposit(1)])
const NEW = ledgers([deposit(1), deposit(2), deposit(3)])

/** All that an import can touch, whatever the version of the journal is. */
function stateOf({ userId }: Journal) {
  return withSubject(server.db, self(userId), async (tx) => ({
    transactions: await tx.all(sql`select id, at, to_amount, base, deleted_at from transactions order by id`),
    records: await tx.all(sql`select id, connection_id, transaction_id from records order by id`),
    findings: await tx.all(sql`select subject_id, code, state from findings order by subject_id, code`),
    matches: await tx.all(sql`select * from match_sides order by transaction_id`),
    accounts: await tx.all(
      sql`select key, transactions from accounts where deleted_at is null and transactions > 0 order by key`,
    ),
    counts: await tx.one(sql`select transactions, taxable, review from journals where user_id = ${userId}`),
  }))
}

/** Asks again and again, without a pause: what is asked for comes with the worker's next step. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  const begun = performance.now()
  while (!(await isSo()))
    if (performance.now() - begun > 30_000) throw new Error('the worker never came there')
}

/** A statement of the application waits for a lock. */
const untilSomebodyWaits = (statement: RegExp) =>
  until(async () => {
    const waiting = await asAdmin<{ query: string }>(
      `select query from pg_stat_activity where wait_event_type = 'Lock' and datname = $1`,
      [DATABASE],
    )
    return waiting.some((row) => statement.test(row.query))
  })

const untilCancelled = ({ userId }: Journal, source: string) =>
  until(() =>
    withSubject(server.db, self(userId), async (tx) => {
      const found = await tx.maybe(
        sql`select 1 from imports where connection_id = ${source} and state = 'cancelled'`,
      )
      return found !== undefined
    }),
  )

interface Caught {
  /** The worker goes on; resolves when it has ended. */
  readonly release: () => Promise<void>
}
type Stage = readonly [name: string, catchAt: (journal: Journal) => Promise<Caught>]

/** Let the worker run into its reader, and hold it there. */
async function inTheReader(): Promise<Caught> {
  const begun = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  reader = {
    ...real,
    async read(...args) {
      begun.resolve()
      await gate.promise
      return real.read(...args)
    },
  }
  const drained = server.drainJobs()
  await begun.promise
  return {
    async release() {
      gate.resolve()
      await drained
      reader = real
    },
  }
}

/** Let the worker write until it needs what the test has locked. */
async function atLock(journal: Journal, lock: Sql, waiting: RegExp): Promise<Caught> {
  const held = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const holder = withSubject(server.db, self(journal.userId), async (tx) => {
    await tx.all(lock)
    held.resolve()
    await gate.promise
  })
  await held.promise
  const drained = server.drainJobs()
  await untilSomebodyWaits(waiting)
  return {
    async release() {
      gate.resolve()
      await holder
      await drained
    },
  }
}

const STAGES: readonly Stage[] = [
  ['while it reads', () => inTheReader()],
  [
    'before it writes the first row',
    (journal) =>
      atLock(
        journal,
        sql`select 1 from journals where user_id = ${journal.userId} for update`,
        /update journals/,
      ),
  ],
  [
    'as it begins to write',
    (journal) =>
      atLock(
        journal,
        sql`select 1 from accounts where user_id = ${journal.userId} for update`,
        /insert into accounts|update accounts/,
      ),
  ],
  [
    'with every row written, at its last step',
    (journal) =>
      atLock(
        journal,
        sql`select 1 from uploads where user_id = ${journal.userId} for update`,
        /update uploads/,
      ),
  ],
]

test.each(STAGES)(
  'SF16 cancelled %s: at once, nothing of it remains and nothing else changes',
  async (_, catchAt) => {
    const journal = await customerWith(server)
    await journal.import('before.csv', BEFORE)
    const before = await stateOf(journal)
    const source = await journal.upload('new.csv', NEW)
    const caught = await catchAt(journal)
    // Answered while the worker is held: cancelling waits for nobody.
    await journal.post(`/imports/v2/sources/${source}/cancel`)
    expect(await journal.source(source)).toMatchObject({
      import_status: 'complete',
      status_code: 'cancelled',
    })
    await caught.release()
    expect(await stateOf(journal)).toEqual(before)
    expect(await journal.source(source)).toMatchObject({ status_code: 'cancelled', parsed: 0 })

    await journal.post(`/imports/v2/sources/${source}/retry`)
    await server.drainJobs()
    expect((await journal.rows()).length).toBe(3)
    expect(await checkInvariants(server.db)).toEqual([])
  },
)

test.each(STAGES)('SF16 deleted %s: nothing of it remains and nothing else changes', async (_, catchAt) => {
  const journal = await customerWith(server)
  await journal.import('before.csv', BEFORE)
  const before = await stateOf(journal)
  const source = await journal.upload('new.csv', NEW)
  const caught = await catchAt(journal)
  const removed = journal.remove(source)
  await untilCancelled(journal, source)
  await caught.release()
  await removed
  expect(await stateOf(journal)).toEqual(before)
  expect((await journal.customer.get(`/imports/v2/sources/${source}`)).status).toBe(404)
  expect(await checkInvariants(server.db)).toEqual([])
})

test.each(STAGES)(
  'SF16 its account deleted %s: both are gone, and the next file brings it back',
  async (_, catchAt) => {
    const journal = await customerWith(server)
    await journal.import('before.csv', BEFORE)
    const { data } = await journal.get<{ data: { id: string }[] }>('/imports/v2/import_histories')
    const source = await journal.upload('new.csv', NEW)
    const caught = await catchAt(journal)
    const removed = journal.customer.expect(200, 'DELETE', `/imports/v2/import_histories/${data[0]?.id}`)
    await untilCancelled(journal, source)
    await caught.release()
    await removed
    expect(await journal.rows()).toEqual([])
    expect((await journal.get<{ data: unknown[] }>('/imports/v2/import_histories')).data).toEqual([])
    expect(await checkInvariants(server.db)).toEqual([])
    await journal.import('again.csv', NEW)
    expect((await journal.rows()).length).toBe(3)
  },
)

test('SF16 a file that is cancelled while it is read is put down, so that the next ones do not wait for it', async () => {
  const journal = await customerWith(server)
  const source = await journal.upload('endless.csv', NEW)
  const begun = Promise.withResolvers<void>()
  reader = {
    ...real,
    read: (_file, _options, _onProgress, signal) =>
      new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason as Error))
        begun.resolve()
      }),
  }
  const drained = server.drainJobs()
  await begun.promise
  await journal.post(`/imports/v2/sources/${source}/cancel`)
  await drained
  reader = real
  expect(await journal.source(source)).toMatchObject({ status_code: 'cancelled' })
  expect(await journal.rows()).toEqual([])
})

test('cancelling what has ended says so', async () => {
  const journal = await customerWith(server)
  const source = await journal.import('before.csv', BEFORE)
  const late = await journal.customer.post(`/imports/v2/sources/${source}/cancel`)
  expect(late).toMatchObject({
    status: 409,
    body: { code: 'conflict', message: 'This import has already ended.' },
  })
  expect((await journal.rows()).length).toBe(1)
  const stranger = await customerWith(server)
  expect((await stranger.customer.post(`/imports/v2/sources/${source}/cancel`)).status).toBe(404)
})

/** Far beyond what such a heap holds, even where only its first rows are read. */
const LONG = ledgers(
  Array.from(
    { length: 120_000 },
    (_, n) => `S${n},R${n},2023-01-01 00:00:00,staking,,currency,DOT,spot / main,0.${n + 1},0,`,
  ),
)

test.each([
  ['time', { readMs: 1 }, /^long\.csv: The file took longer than .* s to read\.$/],
  [
    'memory of its heap',
    { heapMb: 32 },
    /^long\.csv: The file needs more memory to read than any real export does\.$/,
  ],
])(
  'SE6 a file beyond the limit of %s ends its import by name; the server stays up and other imports go on',
  async (_, bounds, reason) => {
    const journal = await customerWith(server)
    await journal.import('before.csv', BEFORE)
    const before = await stateOf(journal)
    const bounded = pooledReaders(bounds)(journal.userId)
    reader = {
      ...real,
      read: (file, ...rest) => (file.name === 'long.csv' ? bounded : real).read(file, ...rest),
    }
    const long = await journal.upload('long.csv', LONG)
    const other = await customerWith(server)
    await other.upload('other.csv', NEW)
    await server.drainJobs()
    reader = real
    expect(await journal.source(long)).toMatchObject({
      import_status: 'complete',
      status_code: 'failed',
      reason: expect.stringMatching(reason),
    })
    expect(await stateOf(journal)).toEqual(before)
    expect((await other.rows()).length).toBe(3)
    await journal.import('new.csv', NEW)
    expect((await journal.rows()).length).toBe(3)
    // Looking at it again breaks the same bound, and says the same.
    const { upload_id: uploadId } = await journal.source(long)
    reader = bounded
    const preview = await journal.customer.get(`/csv_uploads/${uploadId}/preview`)
    reader = real
    expect(preview).toMatchObject({
      status: 422,
      body: { code: 'unsupported_file', message: expect.stringMatching(reason) },
    })
  },
)

test.each(['ask', 'read', 'rows'] as const)(
  'SE6 a file that breaks a bound while it is looked at is refused in words, whenever it does: %s',
  async (method) => {
    const journal = await customerWith(server)
    const source = await journal.import('before.csv', BEFORE)
    const { upload_id: uploadId } = await journal.source(source)
    const stopped = () => Promise.reject(new ReaderStopped('reader_memory', 'The file needs more memory.'))
    reader = { ...real, [method]: stopped }
    const preview = await journal.customer.get(`/csv_uploads/${uploadId}/preview`)
    reader = real
    expect(preview).toMatchObject({
      status: 422,
      body: { code: 'unsupported_file', message: 'before.csv: The file needs more memory.' },
    })
  },
)

const staked = (rows: number) =>
  ledgers(
    Array.from(
      { length: rows },
      (_, n) => `S${n},R${n},2023-01-01 00:00:00,staking,,currency,DOT,spot / main,0.${n + 1},0,`,
    ),
  )
/** More rows than the server writes by itself: a thread of its own does. */
const IN_THREAD = 2_500

test.each(STAGES.slice(1))(
  'SF16 a long file cancelled %s: at once, its thread leaves nothing, and a retry brings all of it once',
  async (_, catchAt) => {
    const journal = await customerWith(server)
    await journal.import('before.csv', BEFORE)
    const before = await stateOf(journal)
    const source = await journal.upload('new.csv', staked(IN_THREAD))
    const caught = await catchAt(journal)
    await journal.post(`/imports/v2/sources/${source}/cancel`)
    await caught.release()
    expect(await stateOf(journal)).toEqual(before)

    await journal.post(`/imports/v2/sources/${source}/retry`)
    await server.drainJobs()
    expect(await journal.source(source)).toMatchObject({ parsed: IN_THREAD, already_here: 0 })
    const again = await journal.import('again.csv', staked(IN_THREAD + 1))
    expect(await journal.source(again)).toMatchObject({ parsed: IN_THREAD + 1, already_here: IN_THREAD })
    const { counts } = await stateOf(journal)
    expect(counts).toMatchObject({ transactions: String(IN_THREAD + 2) })
    expect(await checkInvariants(server.db)).toEqual([])
  },
)

// A bug: the pieces of an answer from another process lie in one buffer, which was handed to the thread once for each of them.
test('a long file that a process of the pool reads is written by its thread', async () => {
  const journal = await customerWith(server)
  reader = pooledReaders()(journal.userId)
  const source = await journal.import('long.csv', staked(IN_THREAD))
  reader = real
  expect(await journal.source(source)).toMatchObject({ status_code: null, parsed: IN_THREAD })
})

test.each([3, IN_THREAD])('a value that the database refuses sets a file of %d rows aside', async (rows) => {
  const journal = await customerWith(server)
  await journal.import('before.csv', BEFORE)
  const before = await stateOf(journal)
  reader = {
    ...real,
    async read(...args) {
      const reading = await real.read(...args)
      if (reading.outcome !== 'read') return reading
      const { transactions, ...summary } = await unpacked(reading)
      const changed = JSON.stringify(transactions).replace('"S2"', '"S\\u00002"')
      return packReading({ ...summary, transactions: JSON.parse(changed) as typeof transactions })
    },
  }
  const source = await journal.import('new.csv', staked(rows))
  reader = real
  expect(await journal.source(source)).toMatchObject({
    status_code: 'failed',
    reason: 'new.csv: The file holds a value that the journal cannot keep, so nothing of it was taken in.',
  })
  expect(await stateOf(journal)).toEqual(before)
})

test.each([3, IN_THREAD])('a file of %d rows that breaks its reader is set aside whole', async (rows) => {
  const journal = await customerWith(server)
  await journal.import('before.csv', BEFORE)
  const before = await stateOf(journal)
  reader = {
    ...real,
    async read(...args) {
      await real.read(...args)
      throw new ReaderStopped('reader_crashed', 'The file broke its reader and was set aside.')
    },
  }
  const source = await journal.import('new.csv', staked(rows))
  reader = real
  expect(await journal.source(source)).toMatchObject({
    status_code: 'failed',
    reason: 'new.csv: The file broke its reader and was set aside.',
  })
  expect(await stateOf(journal)).toEqual(before)
  await journal.post(`/imports/v2/sources/${source}/retry`)
  await server.drainJobs()
  expect(await journal.source(source)).toMatchObject({ parsed: rows, already_here: 0 })
})
