import type { TransactionType } from '@lotbook/journal'
import { chunkOf, packChunk, unpackChunk, type ChunkEntry, type JournalChunk } from '@lotbook/tax'
import { eachRow, eachTextRow, fewRows } from '../../platform/copy-out.ts'
import { self, withSubject, type Database, type Tx } from '../../platform/database.ts'
import { packFrame, unpackFrame } from '../../platform/zstd-frames.ts'
import { joined, plannedOnce, sql, type Sql } from '../../platform/sql.ts'
import { joinedByHash } from '../../platform/statistics.ts'
import { EntryIndex, ID_BYTES } from './entry-index.ts'

/**
 * Transactions of a chunk, at least and at most. One changed transaction costs packing its whole chunk, and a
 * calculation that goes on from a checkpoint begins with a chunk.
 */
const LEAST_CHUNK = 500
const MOST_CHUNK = 10_000
/** Between those bounds, a journal is packed in about so many chunks. */
const CHUNKS = 100
/**
 * The newest chunk lies in so many parts. Most of what is edited is new, and an edit there waits for packing
 * a part only.
 */
const NEWEST_PARTS = 8
/** Most cells of a chunk are zero, and a fifth of it are fingerprints, which do not shrink: its frame is about this part of it. */
const CHUNK_SHRINKS_TO = 5
/** A long journal is put in order in memory, or at least in fewer turns. */
const SORT_MEMORY = '64MB'
/** With more changes than this part of the journal it is simpler to pack everything again. */
const MOST_CHANGED = 1 / 4
/** Most changes that are looked for one by one. */
const FEW_CHANGES = 20
/** Most chunks and changes whose values are looked up row by row. */
const LOOKED_UP = { chunks: 4, changes: 5_000 }

/** A stretch of the journal with what the database calls its transactions and their prices. */
export interface StoredChunk {
  readonly columns: JournalChunk
  /** 16 bytes each. */
  readonly ids: Buffer
  /** Twice 16 bytes each: of what was moved and of the fee; zero where there is none. */
  readonly prices: Buffer
}

/** Start of a chunk; it ends where the next one starts. */
export interface Place {
  readonly chunk: number
  /** Id of the packed bytes, which never change. */
  readonly packed: string
  readonly version: bigint
  readonly at: number
  readonly id: string
}

/**
 * A journal as its row says it is. The caller either holds that row alone (`for no key update`) or reads it
 * again before committing.
 */
interface Journal {
  readonly version: string
  readonly transactions: number
}

/**
 * The effective journal as packed columns, in order of instant and id. Stretches in which a transaction changed since
 * they were packed are packed anew; the rest is read as it lies.
 *
 * @returns undefined when an amount does not fit the columns.
 */
export async function readProjection(
  tx: Tx,
  userId: string,
  journal: Journal,
  onRow: (done: number) => void,
): Promise<StoredChunk[] | undefined> {
  const places = await freshPlaces(tx, userId, journal, onRow)
  return places === undefined ? undefined : readChunks(tx, userId)
}

/**
 * Packs the changes, and returns the starts of the chunks. Waits for a worker that packs ahead.
 *
 * @param size transactions of a chunk that is packed anew; by default as many as suit the journal.
 * @returns undefined when an amount does not fit the columns.
 */
export async function freshPlaces(
  tx: Tx,
  userId: string,
  journal: Journal,
  onRow: (done: number) => void,
  size = chunkSize(journal),
): Promise<readonly Place[] | undefined> {
  await tx.all(plannedOnce`select pg_advisory_xact_lock(${packing(userId)})`)
  return packedPlaces(tx, userId, journal, onRow, size)
}

/** The end of a transaction that only packs need not wait for the disk, since packed bytes can be packed again. */
export async function packsOnly(tx: Tx): Promise<void> {
  await tx.all(plannedOnce`select set_config('synchronous_commit', 'off', true)`)
}

/** Thrown to roll back the packing of a journal that has moved on. */
class JournalMovedOn extends Error {}

/**
 * Pack what changed before anybody asks for it, without holding the journal: whoever edits meanwhile does not wait, and what was
 * packed is kept only if nobody did, so that it is all of one version. Who calculates meanwhile waits for it, and finds it done.
 *
 * @returns whether the journal is packed now; not where somebody else packs it, it moved on, or an amount does not fit the columns.
 */
export async function packAhead(db: Database, userId: string): Promise<boolean> {
  try {
    return await withSubject(db, self(userId), async (tx) => {
      await packsOnly(tx)
      const { free } = await tx.one<{ free: boolean }>(
        plannedOnce`select pg_try_advisory_xact_lock(${packing(userId)}) as free`,
      )
      const journal = () =>
        tx.maybe<{ version: string; transactions: string }>(
          plannedOnce`select version, transactions from journals where user_id = ${userId}`,
        )
      const before = await journal()
      if (!free || before === undefined) return false
      const read = { version: before.version, transactions: Number(before.transactions) }
      const places = await packedPlaces(tx, userId, read, () => {}, chunkSize(read))
      if ((await journal())?.version !== before.version) throw new JournalMovedOn()
      return places !== undefined
    })
  } catch (error) {
    if (error instanceof JournalMovedOn) return false
    throw error
  }
}

function chunkSize({ transactions }: Pick<Journal, 'transactions'>): number {
  return Math.min(Math.max(Math.ceil(transactions / CHUNKS), LEAST_CHUNK), MOST_CHUNK)
}

/** The lock of whoever packs a journal: one at a time. */
function packing(userId: string): Sql {
  return sql`hashtextextended(${`packing ${userId}`}, 0)`
}

async function packedPlaces(
  tx: Tx,
  userId: string,
  journal: Journal,
  onRow: (done: number) => void,
  size: number,
): Promise<readonly Place[] | undefined> {
  const places = await placesOf(tx, userId)
  const { stale, changes } = await staleOf(tx, userId, places, journal)
  let last = places.reduce((most, { chunk }) => Math.max(most, chunk), 0)
  const number = () => (last += 1)
  const fresh: Place[] = []
  for (let first = 0; first < stale.length; first += 1) {
    if (!stale[first]) {
      fresh.push(places[first]!)
      continue
    }
    let end = first
    while (end < stale.length && stale[end] === true) end += 1
    const isFirst = first === 0
    const range = { from: isFirst ? undefined : places[first], to: places[end] }
    const gone = places.slice(first, end).map((place) => place.chunk)
    const isLookedUp = places.length > 0 && gone.length <= LOOKED_UP.chunks && changes <= LOOKED_UP.changes
    const stretch = { gone, ...range, isLookedUp, number }
    const packed = await repack(tx, userId, journal.version, stretch, size, onRow)
    if (packed === undefined) return undefined
    fresh.push(...packed)
    first = end - 1
  }
  // Changes that were looked at need not be looked at again.
  await tx.run(plannedOnce`
    update projections set journal_version = ${journal.version} where user_id = ${userId} and journal_version <> ${journal.version}`)
  return fresh
}

/** Packed chunks as they lie. @param from the first of them; all, where it is undefined. */
export async function readChunks(tx: Tx, userId: string, from?: Place): Promise<StoredChunk[]> {
  const chunks: Promise<StoredChunk>[] = []
  const since = from === undefined ? sql`` : sql`and (first_at, first_id) >= ${keyOf(from)}`
  await eachRow(
    tx,
    sql`select packed, ids from projections where user_id = ${userId} ${since} order by first_at, first_id`,
    (cells) => {
      const chunk = unpacked(cells as [Buffer, Buffer])
      // Awaited with the others: until then nobody listens.
      chunk.catch(() => {})
      chunks.push(chunk)
    },
  )
  const inOrder = await Promise.all(chunks)
  checkOrder(inOrder)
  return inOrder
}

/** Unpack a chunk from the cells of a row, which are valid only until the next row is taken. */
async function unpacked([packed, ids]: readonly [Buffer, Buffer]): Promise<StoredChunk> {
  const own = Buffer.from(ids)
  const bytes = await unpackFrame(Buffer.from(packed), CHUNK_SHRINKS_TO * packed.length)
  return { columns: unpackChunk(bytes), ids: own, prices: bytes.subarray(bytes.length - 2 * own.length) }
}

/** Stretches that overlap would count transactions twice: rather no result than that. */
function checkOrder(chunks: readonly StoredChunk[]): void {
  let [lastAt, lastId] = [-Infinity, '']
  for (const { columns, ids } of chunks) {
    if (columns.count === 0) continue
    const [at, id] = [columns.at[0]!, idAt(ids, 0) ?? '']
    if (at < lastAt || (at === lastAt && id <= lastId))
      throw new Error('stretches of the packed journal overlap')
    const last = columns.count - 1
    ;[lastAt, lastId] = [columns.at[last]!, idAt(ids, last) ?? '']
  }
}

async function placesOf(tx: Tx, userId: string): Promise<Place[]> {
  const rows = await tx.all<{
    chunk: number
    id: string
    journal_version: string
    first_at: Date
    first_id: string
  }>(plannedOnce`
    select chunk, id, journal_version, first_at, first_id from projections where user_id = ${userId} order by first_at, first_id`)
  return rows.map((row) => ({
    chunk: row.chunk,
    packed: row.id,
    version: BigInt(row.journal_version),
    at: row.first_at.getTime(),
    id: row.first_id,
  }))
}

/** The chunks that a changed transaction lies in, or lay in, and their number; without any chunk, the one that is all of the journal. */
async function staleOf(
  tx: Tx,
  userId: string,
  places: readonly Place[],
  { transactions }: Journal,
): Promise<{ readonly stale: boolean[]; readonly changes: number }> {
  if (places.length === 0) return { stale: [true], changes: transactions }
  const oldest = places.reduce(
    (least, { version }) => (version < least ? version : least),
    places[0]!.version,
  )
  const most = Math.max(FEW_CHANGES, Math.floor(transactions * MOST_CHANGED))
  const changed = await tx.all<{ id: string; at: Date }>(sql`
    select id, at from transactions where user_id = ${userId} and journal_version > ${String(oldest)} limit ${most + 1}`)
  const changes = changed.length
  if (changes > most) return { stale: places.map(() => true), changes }
  const stale = places.map(() => false)
  const lost: Buffer[] = []
  const wanted = changed.map(({ id, at }) => {
    const n = places.findLastIndex((p) => p.at < at.getTime() || (p.at === at.getTime() && p.id <= id))
    stale[Math.max(n, 0)] = true
    return { bytes: bytesOf(id), n: Math.max(n, 0) }
  })
  if (wanted.length === 0) return { stale, changes }
  // Most lie in the chunk they lay in. The others are new, or have moved in time.
  const numbers = new Map(places.map(({ chunk }, n) => [chunk, n]))
  if (wanted.length <= FEW_CHANGES) {
    const near = new Map<number, Buffer>()
    await eachOfIds(tx, userId, [...new Set(wanted.map(({ n }) => places[n]!.chunk))], (chunk, ids) =>
      near.set(numbers.get(chunk)!, ids),
    )
    for (const { bytes, n } of wanted) if (!holds(near.get(n), bytes)) lost.push(bytes)
  } else lost.push(...wanted.map(({ bytes }) => bytes))
  if (lost.length === 0) return { stale, changes }
  const chunks: { readonly n: number; readonly ids: Buffer }[] = []
  await eachOfIds(tx, userId, undefined, (chunk, ids) => chunks.push({ n: numbers.get(chunk)!, ids }))
  const entries = new EntryIndex(
    chunks.map(({ ids }) => ({ columns: { count: ids.length / ID_BYTES }, ids })),
  )
  for (const id of lost) {
    const entry = entries.find(id)
    if (entry !== undefined) stale[chunks[entries.chunkOf(entry)]!.n] = true
  }
  return { stale, changes }
}

async function eachOfIds(
  tx: Tx,
  userId: string,
  chunks: readonly number[] | undefined,
  take: (chunk: number, ids: Buffer) => void,
): Promise<void> {
  const only =
    chunks === undefined
      ? sql``
      : sql`and chunk in (${joined(
          chunks.map((chunk) => sql`${chunk}`),
          ', ',
        )})`
  await eachRow(tx, sql`select chunk, ids from projections where user_id = ${userId} ${only}`, (cells) => {
    const [chunk, ids] = cells as [Buffer, Buffer]
    take(chunk.readInt32BE(), Buffer.from(ids))
  })
}

function holds(ids: Buffer | undefined, id: Buffer): boolean {
  if (ids === undefined) return false
  for (let at = ids.indexOf(id); at !== -1; at = ids.indexOf(id, at + 1)) if (at % ID_BYTES === 0) return true
  return false
}

/** A place in the order of the journal. */
function keyOf({ at, id }: Pick<Place, 'at' | 'id'>): Sql {
  return sql`(${new Date(at).toISOString()}::timestamptz, ${id}::uuid)`
}

interface Row {
  readonly id: string
  readonly mainPrice: string | null
  readonly feePrice: string | null
  readonly entry: ChunkEntry
}

/** A stretch of the journal, and the chunks that it was packed in. */
interface Stretch {
  readonly from: Place | undefined
  readonly to: Place | undefined
  readonly gone: readonly number[]
  /** Its rows are so few that the values of each are looked up. */
  readonly isLookedUp: boolean
  /** Number of a new chunk. */
  readonly number: () => number
}

/** Pack a stretch of the journal in place of the chunks that were. @returns where the new ones begin; undefined where an amount does not fit. */
async function repack(
  tx: Tx,
  userId: string,
  version: string,
  stretch: Stretch,
  size: number,
  onRow: (done: number) => void,
): Promise<readonly Place[] | undefined> {
  const packed: { first: { at: number; id: string }; ids: Buffer; frame: Promise<Buffer> }[] = []
  let fits = true
  let rows: Row[] = []
  /** Pack so many of the rows that are there, the first of them. */
  const flush = (count: number) => {
    const part = rows.slice(0, count)
    rows = rows.slice(count)
    const [first] = part
    if (first === undefined || !fits) return
    const chunk = chunkOf(part.map((row) => row.entry))
    if (chunk === undefined) {
      fits = false
      return
    }
    const ids = Buffer.alloc(ID_BYTES * part.length)
    const prices = Buffer.alloc(2 * ID_BYTES * part.length)
    for (const [n, row] of part.entries()) {
      putId(ids, n, row.id)
      putId(prices, 2 * n, row.mainPrice)
      putId(prices, 2 * n + 1, row.feePrice)
    }
    const frame = packFrame(Buffer.concat([packChunk(chunk), prices]))
    // Awaited when all are there: until then nobody listens.
    frame.catch(() => {})
    packed.push({
      first: { at: first.entry.at, id: first.id },
      ids,
      frame,
    })
  }
  let done = 0
  const { gone, isLookedUp, number } = stretch
  const take = (cells: Cells) => {
    if (!fits) return
    rows.push(rowOf(cells))
    done += 1
    // Of the last two the newest is one.
    if (rows.length < 2 * size) return
    flush(size)
    onRow(done)
  }
  if (isLookedUp) for (const cells of await fewRows(tx, rowsLookedUp(userId, stretch))) take(cells)
  else {
    await tx.all(plannedOnce`select set_config('work_mem', ${SORT_MEMORY}, true)`)
    await joinedByHash(tx, () => eachTextRow(tx, journalRows(userId, stretch, valuesOfAll(userId)), take))
  }
  if (rows.length > size) flush(rows.length - size)
  const part = stretch.to === undefined ? Math.ceil(size / NEWEST_PARTS) : size
  while (rows.length > 0) flush(part)
  if (!fits) return undefined
  await tx.run(plannedOnce`delete from projections where user_id = ${userId} and chunk = any (${gone})`)
  const places: Place[] = []
  for (const { first, ids, frame } of packed) {
    const chunk = number()
    const { id } = await tx.one<{ id: string }>(plannedOnce`
      insert into projections (user_id, chunk, journal_version, first_at, first_id, packed, ids)
      values (${userId}, ${chunk}, ${version}, ${new Date(first.at)}, ${first.id}, ${await frame}, ${ids}) returning id`)
    places.push({ chunk, packed: id, version: BigInt(version), ...first })
  }
  return places
}

/** The rows that a stretch of the journal is packed from, with the values of its transactions. */
function journalRows(userId: string, { from, to }: Pick<Stretch, 'from' | 'to'>, values: Sql): Sql {
  return sql`
    select t.id, encode(t.fingerprint, 'hex'), (extract(epoch from t.at) * 1000)::bigint, t.type, t.sub_type, t.account_id,
      t.sequence, t.from_asset, t.from_amount, t.to_asset, t.to_amount, t.fee_asset, t.fee_amount,
      vf.value, vt.value, ve.value, coalesce(vt.price_id, vf.price_id), ve.price_id, t.gift
    from transactions t ${values}
    where t.user_id = ${userId}::uuid and t.deleted_at is null and not t.is_ignored
      ${from === undefined ? sql`` : sql`and (t.at, t.id) >= ${keyOf(from)}`}
      ${to === undefined ? sql`` : sql`and (t.at, t.id) < ${keyOf(to)}`}
    order by t.at, t.id`
}

/** The values of all transactions at once. */
function valuesOfAll(userId: string): Sql {
  const of = (name: Sql, side: Sql) =>
    sql`left join valuations ${name} on ${name}.user_id = ${userId}::uuid and ${name}.transaction_id = t.id and ${name}.side = ${side}`
  return joined([of(sql`vf`, sql`'from'`), of(sql`vt`, sql`'to'`), of(sql`ve`, sql`'fee'`)], ' ')
}

/**
 * The values of each row by themselves. The planner does not know how few the rows are, and would read the
 * values of the whole journal.
 */
function valuesOfEach(userId: string): Sql {
  const of = (name: Sql, side: Sql) => sql`
    left join lateral (
      select value, price_id from valuations where user_id = ${userId}::uuid and transaction_id = t.id and side = ${side} limit 1
    ) ${name} on true`
  return joined([of(sql`vf`, sql`'from'`), of(sql`vt`, sql`'to'`), of(sql`ve`, sql`'fee'`)], ' ')
}

function rowsLookedUp(userId: string, stretch: Stretch): Sql {
  return plannedOnce`${journalRows(userId, stretch, valuesOfEach(userId))}`
}

/** The cells of a row, as text. */
type Cells = readonly (string | null)[]

function rowOf(cells: Cells): Row {
  const leg = (n: number) => {
    const [asset, amount] = [cells[n]!, cells[n + 1]!]
    return asset === null || amount === null ? null : { asset, amount }
  }
  const gift = cells[18]!
  return {
    id: cells[0]!,
    mainPrice: cells[16]!,
    feePrice: cells[17]!,
    entry: {
      fingerprint: cells[1]!,
      at: Number(cells[2]),
      type: cells[3] as TransactionType,
      subType: cells[4]!,
      account: cells[5]!,
      sequence: cells[6]!,
      from: leg(7),
      to: leg(9),
      fee: leg(11),
      values: { from: cells[13]!, to: cells[14]!, fee: cells[15]! },
      gift: gift === null ? null : (JSON.parse(gift) as ChunkEntry['gift']),
    },
  }
}

/** A UUID as its sixteen bytes; none is zero. */
export function bytesOf(id: string | null): Buffer {
  const bytes = Buffer.alloc(ID_BYTES)
  putId(bytes, 0, id)
  return bytes
}

/** The same as the n-th of some bytes that are zero. */
function putId(bytes: Buffer, n: number, id: string | null): void {
  if (id !== null) bytes.write(id.replaceAll('-', ''), n * ID_BYTES, 'hex')
}

/** Sixteen bytes as a UUID; zero is none. */
export function idAt(bytes: Buffer, n: number): string | null {
  const hex = bytes.toString('hex', n * ID_BYTES, (n + 1) * ID_BYTES)
  if (hex === NO_ID) return null
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

const NO_ID = '0'.repeat(2 * ID_BYTES)
