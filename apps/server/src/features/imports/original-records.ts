import type { TransactionOrigin, TransactionDetail } from '@lotbook/contract'
import { attributionsOf, connectorFor, type ConnectionMethod, type Origin } from '@lotbook/sources'
import { pagesAt } from '../../journal/laying/fetched-pages.ts'
import type { Tx } from '../../platform/database.ts'
import type { Keys } from '../../platform/keys.ts'
import { isAnother } from '../../platform/seal.ts'
import { sql, type Sql } from '../../platform/sql.ts'
import { rowsOfUpload } from './stored-upload.ts'

type OriginalRecord = TransactionDetail['records'][number]

/** The foreign rows that transactions came from, with their cells as they stand in the stored file. */
export async function recordsOf(
  tx: Tx,
  keys: Keys,
  userId: string,
  transactionIds: readonly string[],
): Promise<OriginalRecord[]> {
  const records = await tx.all<{
    id: string
    connection_id: string
    upload_id: string | null
    file_name: string | null
    format_name: string | null
    header_row: number | null
    kind: string
    native_id: string | null
    line: number | null
    source_row: number | null
    origin: Origin | null
    source_slug: string
    method: string
  }>(sql`
    select r.id, r.connection_id, c.upload_id, c.file_name, c.format_name, u.header_row, r.kind, r.native_id, r.line,
      r.source_row, r.origin, coalesce(a.chain, a.source_slug) as source_slug, c.method
    from (select distinct holder from (${withTheirRecords(userId, transactionIds)}) every_one) w
    cross join lateral (${recordsOfHolder(userId)}) r
    join connections c on c.user_id = ${userId} and c.id = r.connection_id and c.deleted_at is null
    join accounts a on a.user_id = ${userId} and a.id = c.account_id
    left join uploads u on u.user_id = ${userId} and u.id = c.upload_id
    order by c.created_at, r.line, r.id limit 200`)

  const cells = new Map<string, OriginalRecord['cells']>()
  for (const uploadId of new Set(records.map((record) => record.upload_id).filter((id) => id !== null))) {
    const wanted = records
      .filter((record) => record.upload_id === uploadId)
      .flatMap((record) => record.source_row ?? [])
    if (wanted.length === 0) continue
    const rowsOf = await rowsOfUpload(tx, keys, userId, uploadId)
    for (const { row, header, cells: values } of await rowsOf(wanted)) {
      const named = values.map((value, i) => ({ column: header[i] ?? `Column ${i + 1}`, value }))
      cells.set(`${uploadId} ${row}`, named)
    }
  }
  for (const record of records) {
    const entry = await entryOf(tx, keys, userId, record)
    if (entry.length > 0) cells.set(record.id, entry)
  }
  return records.map((record) => ({
    id: record.id,
    source_id: record.connection_id,
    file_name: record.file_name,
    format_name: record.format_name,
    kind: record.kind,
    native_id: record.native_id,
    row: record.source_row,
    line: record.line,
    cells: cells.get(record.id) ?? cells.get(`${record.upload_id} ${record.source_row}`) ?? [],
    attributions: isFetched(record.method) ? attributionsOf(record.source_slug, record.method) : [],
  }))
}

/** The fields of the entry of a provider's answer that a record was made of; none for a row of a file. */
async function entryOf(
  tx: Tx,
  keys: Keys,
  userId: string,
  record: {
    readonly connection_id: string
    readonly source_slug: string
    readonly method: string
    readonly native_id: string | null
    readonly origin: Origin | null
  },
): Promise<OriginalRecord['cells']> {
  const { origin, native_id, connection_id: connectionId } = record
  if (origin?.kind !== 'page' || !isFetched(record.method)) return []
  const connector = connectorFor(record.source_slug, record.method)
  const id = origin.remoteId ?? native_id
  // A professional sees the transaction, not what the provider sent.
  if (connector === undefined || id === null || (await isAnother(tx))) return []
  for (const page of await pagesAt(tx, keys, userId, { connectionId, place: origin.page })) {
    const cells = connector.entry(page, id)
    if (cells.length > 0) return cells.map(({ column, value }) => ({ column, value }))
  }
  return []
}

const isFetched = (method: string): method is ConnectionMethod =>
  method === 'api' || method === 'oauth' || method === 'wallet'

/** Origins of transactions by their ids: rows without their cells, in the order of their imports. */
export async function originsOfTransactions(
  tx: Tx,
  userId: string,
  transactionIds: readonly string[],
): Promise<Map<string, TransactionOrigin[]>> {
  const rows = await tx.all<Omit<TransactionOrigin, 'imported_at'> & { id: string; imported_at: Date }>(sql`
    select w.id, c.file_name, c.format_name, r.line, a.name as account_name, coalesce(i.created_at, c.created_at) as imported_at
    from (${withTheirRecords(userId, transactionIds)}) w
    cross join lateral (${recordsOfHolder(userId)}) r
    join connections c on c.user_id = ${userId} and c.id = r.connection_id and c.deleted_at is null
    join accounts a on a.user_id = ${userId} and a.id = c.account_id
    left join imports i on i.user_id = ${userId} and i.id = r.import_id
    order by imported_at, c.file_name, r.line, r.id`)
  const byId = new Map<string, TransactionOrigin[]>()
  for (const { id, imported_at, ...row } of rows)
    byId.set(id, [...(byId.get(id) ?? []), { ...row, imported_at: imported_at.toISOString() }])
  return byId
}

/** A part of an event (a second fee) has no records of its own: those of its event stand for it. */
function withTheirRecords(userId: string, transactionIds: readonly string[]): Sql {
  return sql`
    select t.id, case when exists (select 1 from records o where o.user_id = t.user_id and o.transaction_id = t.id)
      then t.id else e.id end as holder
    from transactions t left join lateral (
      select id from transactions where user_id = ${userId} and event_id = t.event_id offset 0
    ) e on true
    where t.user_id = ${userId} and t.id = any (${transactionIds})`
}

/** Looked up for each holder `w` by itself, as `offset 0` has it: joined, all records of a connection may come first, for each of them. */
function recordsOfHolder(userId: string): Sql {
  return sql`
    select id, connection_id, import_id, kind, native_id, line, source_row, origin from records
    where user_id = ${userId} and transaction_id = w.holder offset 0`
}
