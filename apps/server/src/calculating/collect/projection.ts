import type { TransactionType } from '@lotbook/journal'
import {
  checkOrder,
  ChunkCutter,
  chunkSize,
  mostChanges,
  oldestVersion,
  packEntries,
  packingPlan,
  StaleChunks,
  unpackEntries,
  type ChunkEntry,
  type ChunkPlace,
  type StoredChunk,
  type StoredEntry,
  type StretchToPack,
} from '@lotbook/tax'
import { eachRow, eachTextRow, fewRows } from '../../platform/copy-out.ts'
import { self, withSubject, type Database, type Tx } from '../../platform/database.ts'
import { packFrame, unpackFrame } from '../../platform/zstd-frames.ts'
import { joined, plannedOnce, sql, type Sql } from '../../platform/sql.ts'
import { joinedByHash } from '../../platform/statistics.ts'

/** Most cells of a chunk are zero, and a fifth of it are fingerprints, which do not shrink: its frame is about this part of it. */
const CHUNK_SHRINKS_TO = 5
/** A long journal is put in order in memory, or at least in fewer turns. */
const SORT_MEMORY = '64MB'
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
  size = chunkSize(journal.transactions),
): Promise<readonly ChunkPlace[] | undefined> {
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
      const places = await packedPlaces(tx, userId, read, () => {}, chunkSize(read.transactions))
      if ((await journal())?.version !== before.version) throw new JournalMovedOn()
      return places !== undefined
    })
  } catch (error) {
    if (error instanceof JournalMovedOn) return false
    throw error
  }
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
): Promise<readonly ChunkPlace[] | undefined> {
  const places = await placesOf(tx, userId)
  const { stale, changes } = await staleOf(tx, userId, places, journal)
  let last = places.reduce((most, { chunk }) => Math.max(most, chunk), 0)
  const fresh: ChunkPlace[] = []
  for (const part of packingPlan(places, stale, changes)) {
    if ('packed' in part) {
      fresh.push(part)
      continue
    }
    const packed = await repack(tx, userId, journal.version, part, size, onRow, () => (last += 1))
    if (packed === undefined) return undefined
    fresh.push(...packed)
  }
  // Changes that were looked at need not be looked at again.
  await tx.run(plannedOnce`
    update projections set journal_version = ${journal.version} where user_id = ${userId} and journal_version <> ${journal.version}`)
  return fresh
}

/** Packed chunks as they lie. @param from the first of them; all, where it is undefined. */
export async function readChunks(tx: Tx, userId: string, from?: ChunkPlace): Promise<StoredChunk[]> {
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
  return unpackEntries(bytes, own)
}

async function placesOf(tx: Tx, userId: string): Promise<ChunkPlace[]> {
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

/** The chunks that a changed transaction lies in, or lay in, and the number of changes; without any chunk, the one that is all of the journal. */
async function staleOf(
  tx: Tx,
  userId: string,
  places: readonly ChunkPlace[],
  { transactions }: Journal,
): Promise<{ readonly stale: readonly boolean[]; readonly changes: number }> {
  const oldest = oldestVersion(places)
  if (oldest === undefined) return { stale: [true], changes: transactions }
  const most = mostChanges(transactions)
  const changed = await tx.all<{ id: string; at: Date }>(sql`
    select id, at from transactions where user_id = ${userId} and journal_version > ${String(oldest)} limit ${most + 1}`)
  const changes = changed.length
  if (changes > most) return { stale: places.map(() => true), changes }
  const chunks = new StaleChunks(
    places,
    changed.map(({ id, at }) => ({ id, at: at.getTime() })),
  )
  const { near } = chunks
  if (near.length > 0) await eachOfIds(tx, userId, near, (chunk, ids) => chunks.lookNear(chunk, ids))
  if (chunks.isOpen) {
    const all: { readonly chunk: number; readonly ids: Buffer }[] = []
    await eachOfIds(tx, userId, undefined, (chunk, ids) => all.push({ chunk, ids }))
    chunks.lookInAll(all)
  }
  return { stale: chunks.stale, changes }
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

/** A place in the order of the journal. */
function keyOf({ at, id }: Pick<ChunkPlace, 'at' | 'id'>): Sql {
  return sql`(${new Date(at).toISOString()}::timestamptz, ${id}::uuid)`
}

/** Pack a stretch of the journal in place of the chunks that were. @returns where the new ones begin; undefined where an amount does not fit. */
async function repack(
  tx: Tx,
  userId: string,
  version: string,
  stretch: StretchToPack,
  size: number,
  onRow: (done: number) => void,
  nextChunk: () => number,
): Promise<readonly ChunkPlace[] | undefined> {
  const packed: { readonly first: { at: number; id: string }; ids: Uint8Array; frame: Promise<Buffer> }[] = []
  const { gone, isLookedUp } = stretch
  let fits = true
  const pack = (rows: readonly StoredEntry[]) => {
    const chunk = fits ? packEntries(rows) : undefined
    if (chunk === undefined) {
      fits = false
      return
    }
    const frame = packFrame(chunk.bytes)
    // Awaited when all are there: until then nobody listens.
    frame.catch(() => {})
    packed.push({ first: chunk.first, ids: chunk.ids, frame })
  }
  const cutter = new ChunkCutter<StoredEntry>(size, stretch.to === undefined)
  let done = 0
  const take = (cells: Cells) => {
    if (!fits) return
    done += 1
    const full = cutter.add(rowOf(cells))
    if (full === undefined) return
    pack(full)
    onRow(done)
  }
  if (isLookedUp) for (const cells of await fewRows(tx, rowsLookedUp(userId, stretch))) take(cells)
  else {
    await tx.all(plannedOnce`select set_config('work_mem', ${SORT_MEMORY}, true)`)
    await joinedByHash(tx, () => eachTextRow(tx, journalRows(userId, stretch, valuesOfAll(userId)), take))
  }
  for (const rows of cutter.end()) pack(rows)
  if (!fits) return undefined
  await tx.run(plannedOnce`delete from projections where user_id = ${userId} and chunk = any (${gone})`)
  const places: ChunkPlace[] = []
  for (const { first, ids, frame } of packed) {
    const chunk = nextChunk()
    const { id } = await tx.one<{ id: string }>(plannedOnce`
      insert into projections (user_id, chunk, journal_version, first_at, first_id, packed, ids)
      values (${userId}, ${chunk}, ${version}, ${new Date(first.at)}, ${first.id}, ${await frame}, ${ids}) returning id`)
    places.push({ chunk, packed: id, version: BigInt(version), ...first })
  }
  return places
}

/** The rows that a stretch of the journal is packed from, with the values of its transactions. */
function journalRows(userId: string, { from, to }: Pick<StretchToPack, 'from' | 'to'>, values: Sql): Sql {
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
  const valueOf = (name: Sql, side: Sql) =>
    sql`left join valuations ${name} on ${name}.user_id = ${userId}::uuid and ${name}.transaction_id = t.id and ${name}.side = ${side}`
  return joined(
    [valueOf(sql`vf`, sql`'from'`), valueOf(sql`vt`, sql`'to'`), valueOf(sql`ve`, sql`'fee'`)],
    ' ',
  )
}

/**
 * The values of each row by themselves. The planner does not know how few the rows are, and would read the
 * values of the whole journal.
 */
function valuesOfEach(userId: string): Sql {
  const valueOf = (name: Sql, side: Sql) => sql`
    left join lateral (
      select value, price_id from valuations where user_id = ${userId}::uuid and transaction_id = t.id and side = ${side} limit 1
    ) ${name} on true`
  return joined(
    [valueOf(sql`vf`, sql`'from'`), valueOf(sql`vt`, sql`'to'`), valueOf(sql`ve`, sql`'fee'`)],
    ' ',
  )
}

function rowsLookedUp(userId: string, stretch: StretchToPack): Sql {
  return plannedOnce`${journalRows(userId, stretch, valuesOfEach(userId))}`
}

/** The cells of a row, as text. */
type Cells = readonly (string | null)[]

function rowOf(cells: Cells): StoredEntry {
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
