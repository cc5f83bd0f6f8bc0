import { createHash } from 'node:crypto'
import type { PriceFile, PriceProblem } from '@lotbook/contract'
import { pricesMeant, type PriceFileReading, type SourceFile } from '@lotbook/sources'
import type { Tx } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { refuse } from '../../platform/refusal.ts'
import { sql } from '../../platform/sql.ts'
import { assetsTied } from '../../journal/transactions/asset-given-by.ts'
import { judgeTokens } from '../../journal/findings/find-spam.ts'
import { holdJournal, recount } from '../../journal/transactions/write-journal.ts'
import { type Concerned, coveredBy, revalue, type Revalued, valuedBy } from '../../journal/valuing/revalue.ts'

/** Price files that one customer keeps at most, deleted ones too (SE10). */
const MOST_FILES = 500
/** Bad rows that are kept of a file; all of them are counted. */
const KEPT_PROBLEMS = 500

export interface NewPriceFile {
  readonly file: SourceFile
  /** The asset that the person named; empty where the file does. */
  readonly asset: string
  readonly currency: string
  readonly now: Date
  readonly reading: Extract<PriceFileReading, { outcome: 'prices' }>
}

export interface AddedPriceFile extends Revalued {
  readonly id: string
  readonly isRepeat: boolean
}

/**
 * Take a price file in. Its prices are added beside those of earlier files and count before them; the same bytes again
 * are the same file, brought back if it was deleted. The transactions that a new price holds for are valued anew.
 */
export async function addPriceFile(tx: Tx, userId: string, added: NewPriceFile): Promise<AddedPriceFile> {
  await holdJournal(tx, userId)
  const sha256 = createHash('sha256').update(added.file.bytes).digest()
  const known = await tx.maybe<{ id: string; deleted_at: Date | null }>(sql`
    select id, deleted_at from price_files where user_id = ${userId} and sha256 = ${sha256} and asset_id = ${added.asset}`)
  if (known !== undefined) {
    const revalued =
      known.deleted_at === null ? { valued: 0, locked: 0 } : await restorePriceFile(tx, userId, known.id)
    return { id: known.id, isRepeat: true, ...revalued }
  }
  const { files, revision } = await tx.one<{ files: string; revision: number }>(sql`
    select count(*) as files, coalesce(max(revision), 0) + 1 as revision from price_files where user_id = ${userId}`)
  if (Number(files) >= MOST_FILES) refuse('too_large', 'No more than 500 price files are kept.')

  const id = newId(added.now.getTime())
  await insertFile(tx, userId, { id, revision, sha256, ...added })
  const covered = await coveredBy(tx, userId, added.currency, id)
  return { id, isRepeat: false, ...(await settle(tx, userId, id, added.currency, covered)) }
}

/**
 * Settles the journal after prices came or went: values transactions anew, and scores tokens that had no price as spam
 * or not.
 */
async function settle(
  tx: Tx,
  userId: string,
  id: string,
  currency: string,
  concerned: readonly Concerned[],
): Promise<Revalued> {
  const { assets } = await tx.one<{ assets: string[] }>(sql`
    select assets from price_files where user_id = ${userId} and id = ${id}`)
  await judgeTokens(tx, userId, assets)
  await recount(tx, userId)
  return revalue(tx, userId, currency, concerned)
}

async function insertFile(
  tx: Tx,
  userId: string,
  { id, revision, sha256, ...added }: NewPriceFile & { id: string; revision: number; sha256: Buffer },
): Promise<void> {
  const { file, asset, currency, now } = added
  const tied = await assetsTied(tx, userId, [...new Set(added.reading.prices.map((price) => price.asset))])
  const { prices, problems } = pricesMeant(added.reading, (name) => tied.get(name) ?? name)
  const assets = [...new Set(prices.map((price) => price.asset))].toSorted()
  await tx.run(sql`
    insert into price_files (user_id, id, revision, sha256, file_name, asset_id, size_bytes, prices, added, changed,
      assets, problem_count, problems, received_at)
    values (${userId}, ${id}, ${revision}, ${sha256}, ${file.name}, ${asset}, ${file.bytes.length}, ${prices.length}, 0, 0,
      ${assets}, ${problems.length}, ${JSON.stringify(problems.slice(0, KEPT_PROBLEMS))}::jsonb, ${now})`)
  const rows = prices.map((price) => ({ ...price, id: newId(), at: new Date(price.at).toISOString() }))
  const counted = await tx.one<{
    added: string
    changed: string
    from_at: Date | null
    to_at: Date | null
  }>(sql`
    with said as (
      select r.*, b.price as before
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r (id uuid, asset text, at timestamptz, price numeric, line integer)
      left join lateral (
        select p.price from own_prices p left join price_files f on f.user_id = p.user_id and f.id = p.file_id
        where p.user_id = ${userId} and p.asset_id = r.asset and p.currency = ${currency} and p.at = r.at
          and f.deleted_at is null order by p.revision desc limit 1) b on true
    ), inserted as (
      insert into own_prices (user_id, id, asset_id, currency, at, price, origin, file_id, line, revision)
      select ${userId}, id, asset, ${currency}, at, price, ${file.name}, ${id}, line, ${revision} from said
    )
    select count(*) filter (where before is null) as added, count(*) filter (where before <> price) as changed,
      min(at) as from_at, max(at) as to_at from said`)
  await tx.run(sql`
    update price_files set added = ${counted.added}, changed = ${counted.changed}, from_at = ${counted.from_at},
      to_at = ${counted.to_at} where user_id = ${userId} and id = ${id}`)
}

/**
 * Take a price file out: what its prices valued is valued anew without them. The rows stay, for the calculations that used them.
 */
export async function removePriceFile(tx: Tx, userId: string, id: string, now: Date): Promise<Revalued> {
  await holdJournal(tx, userId)
  const affected = await valuedBy(tx, userId, id)
  const removed = await tx.run(sql`
    update price_files set deleted_at = ${now} where user_id = ${userId} and id = ${id} and deleted_at is null`)
  if (removed === 0) refuse('not_found')
  return settle(tx, userId, id, await currencyOf(tx, userId), affected)
}

/** Bring a deleted price file back, in its old place among the others. */
export async function restorePriceFile(tx: Tx, userId: string, id: string): Promise<Revalued> {
  await holdJournal(tx, userId)
  const restored = await tx.run(sql`
    update price_files set deleted_at = null where user_id = ${userId} and id = ${id} and deleted_at is not null`)
  if (restored === 0) {
    const there = await tx.maybe(sql`select id from price_files where user_id = ${userId} and id = ${id}`)
    return refuse(there === undefined ? 'not_found' : 'already_undone')
  }
  const currency = await currencyOf(tx, userId)
  return settle(tx, userId, id, currency, await coveredBy(tx, userId, currency, id))
}

/** The customer's currency: the one that values are in. */
export async function currencyOf(tx: Tx, userId: string): Promise<string> {
  const { currency } = await tx.one<{ currency: string }>(sql`
    select currency from customers where user_id = ${userId}`)
  return currency
}

interface FileRow extends Omit<PriceFile, 'received_at' | 'from' | 'to' | 'used_by'> {
  readonly received_at: Date
  readonly from_at: Date | null
  readonly to_at: Date | null
  readonly used_by: string
}

/** The customer's price files, the newest first; or the one that is named. */
export async function priceFiles(tx: Tx, userId: string, id?: string): Promise<PriceFile[]> {
  const rows = await tx.all<FileRow>(sql`
    select f.id, f.file_name, nullif(f.asset_id, '') as asset, f.received_at, f.prices, f.added, f.changed,
      f.problem_count, f.assets, f.from_at, f.to_at, coalesce(u.transactions, 0) as used_by,
      array(select a from unnest(f.assets) a where not exists (
        select 1 from transaction_counts c where c.user_id = f.user_id and c.asset_id = a and c.transactions > 0)
      ) as unknown_assets
    from price_files f left join (
      select o.file_id, count(distinct v.transaction_id) as transactions from valuations v
      join own_prices o on o.user_id = v.user_id and o.id = v.price_id
      where v.user_id = ${userId} and v.price_id is not null group by o.file_id
    ) u on u.file_id = f.id
    where f.user_id = ${userId} and f.deleted_at is null and (${id ?? null}::uuid is null or f.id = ${id ?? null})
    order by f.revision desc`)
  return rows.map(({ received_at, from_at, to_at, used_by, ...row }) => ({
    ...row,
    received_at: received_at.toISOString(),
    from: from_at?.toISOString() ?? null,
    to: to_at?.toISOString() ?? null,
    used_by: Number(used_by),
  }))
}

/** The rows of a file that were not used, the first hundreds of them. */
export async function priceProblems(
  tx: Tx,
  userId: string,
  id: string,
): Promise<{ file_name: string; total: number; data: PriceProblem[] }> {
  const row = await tx.maybe<{ file_name: string; total: number; data: PriceProblem[] }>(sql`
    select file_name, problem_count as total, problems as data from price_files
    where user_id = ${userId} and id = ${id} and deleted_at is null`)
  return row ?? refuse('not_found')
}
