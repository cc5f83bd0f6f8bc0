import type { ImportFinding, ImportHistory, ImportSource } from '@lotbook/contract'
import { type ExplorerName, explorerPage, EXPLORERS, explorersFor, sourceBySlug } from '@lotbook/sources'
import type { Tx } from '../../platform/database.ts'
import { sql, type Sql } from '../../platform/sql.ts'
import { METHODS } from './import-methods.ts'
import { canFetch, resyncState } from './resync-state.ts'
import { skippedText } from './skipped-text.ts'

export interface Page<Row> {
  readonly data: Row[]
  readonly meta: { current_page: number; per_page: number; total_count: number; total_pages: number }
}

interface ConnectionRow {
  readonly id: string
  readonly account_id: string
  readonly source_slug: string
  readonly account_name: string
  readonly us_based: boolean
  readonly chain: string | null
  readonly address: string | null
  readonly method: string
  readonly watermark: unknown
  readonly file_name: string | null
  readonly also_in: readonly string[]
  readonly format_name: string | null
  readonly connection_state: string
  readonly question: string | null
  readonly read_as: ImportSource['read_as']
  readonly upload_id: string | null
  readonly time_zone: string | null
  readonly records: string
  readonly parsed: string
  readonly already_here: string
  readonly errors: string
  readonly notes: string
  readonly first_at: Date | null
  readonly last_at: Date | null
  readonly last_synced_at: Date | null
  readonly next_sync_at: Date | null
  readonly import_state: string | null
  readonly stage: string | null
  readonly done: string | null
  readonly total: string | null
  readonly unit: string | null
  readonly reason: string | null
  /** Explorers that no longer accept the customer's own key. */
  readonly refused: readonly string[]
}

/** Connections with the state of their newest import. */
const connectionRows = sql`
  select c.id, c.account_id, a.source_slug, a.name as account_name, a.us_based, a.chain, a.address, c.method, c.watermark, c.file_name, c.format_name,
    array (
      select o.name from connections s join accounts o on (o.user_id, o.id) = (s.user_id, s.account_id)
      where (s.user_id, s.upload_id) = (c.user_id, c.upload_id) and s.id <> c.id and s.deleted_at is null order by o.name
    ) as also_in, c.state as connection_state, c.question, c.read_as, c.upload_id, u.time_zone, c.records, c.parsed, c.already_here, c.errors, c.notes, lower(c.covers) as first_at,
    upper(c.covers) as last_at, c.last_synced_at, c.next_sync_at, i.state as import_state, i.stage, i.done, i.total, i.unit, i.reason,
    array (select k.explorer from credentials k where k.user_id = c.user_id and k.explorer is not null and k.refused_at is not null) as refused
  from connections c join accounts a on (a.user_id, a.id) = (c.user_id, c.account_id)
  left join uploads u on (u.user_id, u.id) = (c.user_id, c.upload_id)
  left join lateral (
    select * from imports i where i.user_id = c.user_id and i.connection_id = c.id order by i.created_at desc, i.id desc limit 1
  ) i on true`

/** The expression of the index that lists the findings of one severity; a row that was used can have a note. */
const severityOfRecord = sql`(case when outcome in ('error', 'skipped') then outcome else 'note' end)`

interface AccountRow {
  readonly id: string
  readonly source_slug: string
  readonly name: string
  readonly chain: string | null
  readonly address: string | null
  readonly transactions: string
  readonly joined: string
  readonly us_based: boolean
}

/** The import history: one row per account, with the worst and the newest of its connections. */
export async function importHistories(
  tx: Tx,
  userId: string,
  { page, size, order = 'newest' }: { page: number; size: number; order?: 'newest' | 'name' },
  now: Date,
): Promise<Page<ImportHistory>> {
  const { count } = await tx.one<{ count: string }>(sql`
    select count(*) from accounts a where a.user_id = ${userId} and a.deleted_at is null and ${hasHistory}`)
  const by = order === 'name' ? sql`lower(a.name), a.id` : sql`a.created_at desc, a.id`
  const data = await historiesWhere(
    tx,
    userId,
    sql`true order by ${by} limit ${size} offset ${(page - 1) * size}`,
    now,
  )
  return { data, meta: metaOf(page, size, Number(count)) }
}

/** The row of one account; undefined where it is not there, or has nothing. */
export async function importHistory(
  tx: Tx,
  userId: string,
  accountId: string,
  now: Date,
): Promise<ImportHistory | undefined> {
  const [row] = await historiesWhere(tx, userId, sql`a.id = ${accountId}`, now)
  return row
}

async function historiesWhere(tx: Tx, userId: string, condition: Sql, now: Date): Promise<ImportHistory[]> {
  const accounts = await tx.all<AccountRow>(sql`
    select a.id, a.source_slug, a.name, a.chain, a.address, a.transactions, a.us_based, (
        select coalesce(sum(t.transactions), 0) from transaction_counts t
        where t.user_id = a.user_id and t.asset_id = '' and t.account_id = a.id and t.matched_as = 'in'
      ) as joined
    from accounts a
    where a.user_id = ${userId} and a.deleted_at is null and ${hasHistory} and ${condition}`)
  const connections = await tx.all<ConnectionRow>(sql`
    ${connectionRows} where c.user_id = ${userId} and c.deleted_at is null and c.account_id = any (${accounts.map((a) => a.id)})
    order by c.created_at desc, c.id`)
  return accounts.map((account) => {
    const own = connections.filter((c) => c.account_id === account.id)
    return historyRow(account, own, now)
  })
}

const hasHistory = sql`(a.transactions > 0 or exists (
  select 1 from connections c where c.user_id = a.user_id and c.account_id = a.id and c.deleted_at is null))`

function historyRow(account: AccountRow, connections: readonly ConnectionRow[], now: Date): ImportHistory {
  const busy = connections.find(isInProgress)
  const asking = connections.find((row) => statusCodeOf(row) === 'needs_mapping')
  const worst = connections.map(statusCodeOf).find((code) => code !== null && code !== 'notes')
  const source = sourceBySlug(account.source_slug)
  // Entries made by hand beside an import do not make the account one of manual entries.
  const newest = connections.find(({ method }) => method !== 'manual') ?? connections[0]
  const fetching = connections.find(canFetch)
  const catalogued = source?.name ?? account.name
  return {
    id: account.id,
    account_name: catalogued,
    account_slug: account.source_slug,
    type: typeOf(newest?.method),
    last_synced_at: latest(connections.map((c) => c.last_synced_at)),
    total_transactions: Number(account.transactions),
    joined_transactions: Number(account.joined),
    file_name: addressName(account) ?? (connections.length === 1 ? (newest?.file_name ?? null) : null),
    custom_name: account.name === catalogued ? null : account.name,
    import_options: source === undefined ? ['csv'] : methodsOf(source),
    import_status: busy === undefined ? 'complete' : 'in-progress',
    status_code: worst ?? (connections.some((c) => statusCodeOf(c) === 'notes') ? 'notes' : null),
    progress: busy === undefined ? null : progressOf(busy),
    note_count: connections.reduce((sum, c) => sum + Number(c.notes), 0),
    error_count: connections.reduce((sum, c) => sum + Number(c.errors), 0),
    blockchain_url: pageOf(account),
    expandable: connections.length > 1,
    us_based: account.us_based,
    resync_id: fetching?.id ?? null,
    resync_method: fetching === undefined ? null : (fetching.method as ImportHistory['resync_method']),
    source_id: newest?.id ?? null,
    resync_disabled: fetching === undefined || stateOf(fetching, now).resync_disabled,
    api_code: fetching === undefined ? null : stateOf(fetching, now).api_code,
    refused_key: connections.map(refusedKeyOf).find((name) => name !== null) ?? null,
    takes_own_key: fetching !== undefined && explorersOf(fetching).length > 0,
    question:
      asking === undefined
        ? null
        : { source_id: asking.id, file_name: asking.file_name, message: asking.question ?? '' },
  }
}

function methodsOf(source: { api: boolean; csv: boolean; oauth: boolean; address: boolean }): string[] {
  const methods: [string, boolean][] = [
    ['oauth', source.oauth],
    ['api', source.api],
    ['wallet', source.address],
    ['csv', source.csv],
  ]
  return methods.filter(([, offered]) => offered).map(([name]) => name)
}

const stateOf = (row: ConnectionRow, now: Date) =>
  resyncState({ ...row, isInProgress: isInProgress(row) }, now)

/** Explorers that can be asked about an address with a key of the customer's own; none of another connection. */
const explorersOf = ({ method, chain }: Pick<ConnectionRow, 'method' | 'chain'>): readonly ExplorerName[] =>
  method === 'wallet' && chain !== null ? explorersFor(chain) : []

/** Name of the first explorer of an address that refuses the customer's own key. */
function refusedKeyOf(row: ConnectionRow): string | null {
  const explorer = explorersOf(row).find((name) => row.refused.includes(name))
  return explorer === undefined ? null : EXPLORERS[explorer].name
}

type Addressed = Pick<AccountRow, 'chain' | 'address'>

/** `chain: address` of an account that is an address; null of any other. */
function addressName({ chain, address }: Addressed): string | null {
  return chain === null || address === null ? null : `${chain}: ${address}`
}

function pageOf({ chain, address }: Addressed): string | null {
  return chain === null || address === null ? null : explorerPage(chain, address)
}

/** The connections inside an account, or those of one type. */
export async function exchangeSources(
  tx: Tx,
  userId: string,
  accountId: string,
  { page, size, type }: { page: number; size: number; type?: ImportHistory['type'] | undefined },
  now: Date,
): Promise<Page<ImportSource>> {
  const ofType = type === undefined ? sql`` : sql`and c.method = any (${METHODS[type]})`
  const { count } = await tx.one<{ count: string }>(sql`
    select count(*) from connections c
    where c.user_id = ${userId} and c.account_id = ${accountId} and c.deleted_at is null ${ofType}`)
  const rows = await connectionsWhere(
    tx,
    sql`
    c.user_id = ${userId} and c.account_id = ${accountId} and c.deleted_at is null ${ofType}
    order by c.created_at desc, c.id limit ${size} offset ${(page - 1) * size}`,
    now,
  )
  return { data: rows, meta: metaOf(page, size, Number(count)) }
}

export async function importSource(
  tx: Tx,
  userId: string,
  id: string,
  now: Date,
): Promise<ImportSource | undefined> {
  const [row] = await connectionsWhere(
    tx,
    sql`c.user_id = ${userId} and c.id = ${id} and c.deleted_at is null`,
    now,
  )
  return row
}

/** Every file, newest first; `all` has those too that were not read. */
export function allFiles(tx: Tx, userId: string, all: boolean, now: Date): Promise<ImportSource[]> {
  const read = all ? sql`` : sql`and c.last_synced_at is not null`
  return connectionsWhere(
    tx,
    sql`
    c.user_id = ${userId} and c.deleted_at is null and c.method = 'csv' ${read}
    order by c.created_at desc, c.id limit ${MOST_FILES}`,
    now,
  )
}

const MOST_FILES = 5_000

async function connectionsWhere(tx: Tx, condition: Sql, now: Date): Promise<ImportSource[]> {
  const rows = await tx.all<ConnectionRow>(sql`${connectionRows} where ${condition}`)
  return rows.map((row) => ({
    id: row.id,
    group_id: row.account_id,
    account_name: sourceBySlug(row.source_slug)?.name ?? row.account_name,
    account_slug: row.source_slug,
    blockchain_url: pageOf(row),
    last_sync: row.last_synced_at?.toISOString() ?? null,
    next_sync: nextSyncOf(row),
    history_limit:
      typeOf(row.method) === 'api' ? (sourceBySlug(row.source_slug)?.api_history_limit ?? null) : null,
    total: Number(row.records),
    parsed: Number(row.parsed),
    already_here: Number(row.already_here),
    import_status: isInProgress(row) ? 'in-progress' : 'complete',
    status_code: statusCodeOf(row),
    reason: row.reason,
    progress: isInProgress(row) ? progressOf(row) : null,
    file_name: row.file_name,
    file_type: typeOf(row.method),
    format_name: row.format_name,
    first_at: row.first_at?.toISOString() ?? null,
    last_at: row.last_at?.toISOString() ?? null,
    custom_name:
      row.account_name === (sourceBySlug(row.source_slug)?.name ?? row.account_name)
        ? null
        : row.account_name,
    us_based: row.us_based,
    error_count: Number(row.errors),
    note_count: Number(row.notes),
    ...stateOf(row, now),
    refused_key: refusedKeyOf(row),
    upload_id: row.upload_id,
    also_in: [...row.also_in],
    time_zone: row.time_zone,
    read_as: row.read_as,
  }))
}

/** A page of the rows that were not used, or were used with a note, in the order of the file. */
export async function importFindings(
  tx: Tx,
  userId: string,
  asked: { id: string; severity?: ImportFinding['severity'] | undefined; page: number; size: number },
): Promise<Page<ImportFinding>> {
  const { id, severity, page, size } = asked
  const ofSeverity = severity === undefined ? sql`` : sql`and ${severityOfRecord} = ${severity}`
  const found = sql`user_id = ${userId} and connection_id = ${id} and reason is not null ${ofSeverity}`
  const { count } = await tx.one<{ count: string }>(sql`select count(*) from records where ${found}`)
  const rows = await tx.all<{
    severity: ImportFinding['severity']
    outcome: string
    line: number | null
    reason: string
    finding: { code?: string; row?: number; column?: string | null; value?: string | null } | null
  }>(sql`
    select ${severityOfRecord} as severity, outcome, line, reason, finding from records where ${found}
    order by line, id limit ${size} offset ${(page - 1) * size}`)
  const data = rows.map(({ severity, outcome, line, reason, finding }): ImportFinding => {
    const { code, row, column, value } = finding ?? {}
    return {
      severity,
      code: code ?? outcome,
      row: row ?? null,
      line,
      column: column ?? null,
      value: value ?? null,
      message: outcome === 'skipped' ? skippedText(reason) : reason,
    }
  })
  return { data, meta: metaOf(page, size, Number(count)) }
}

function isInProgress(row: ConnectionRow): boolean {
  return row.import_state === 'queued' || row.import_state === 'running' || row.import_state === 'waiting'
}

function statusCodeOf(row: ConnectionRow): ImportSource['status_code'] {
  // The import that asked has ended without bringing anything; what counts is that it waits for the person.
  if (row.connection_state === 'needs_mapping' && !isInProgress(row)) return 'needs_mapping'
  if (!isInProgress(row) && (row.connection_state === 'needs_key' || row.connection_state === 'needs_oauth'))
    return row.connection_state
  if (row.import_state === 'failed' || row.import_state === 'cancelled') return row.import_state
  return Number(row.notes) + Number(row.errors) > 0 ? 'notes' : null
}

function progressOf(row: ConnectionRow): NonNullable<ImportSource['progress']> {
  return {
    stage: row.stage,
    done: Number(row.done ?? 0),
    total: row.total === null ? null : Number(row.total),
    unit: row.unit,
  }
}

/** A connection that its provider does not let in is not fetched by itself. */
function nextSyncOf({ connection_state, next_sync_at }: ConnectionRow): string | null {
  return connection_state === 'ok' ? (next_sync_at?.toISOString() ?? null) : null
}

/** R3.47: api, wallet, manual, else CSV. */
export function typeOf(method: string | undefined): ImportHistory['type'] {
  switch (method) {
    case 'api':
    case 'oauth':
      return 'api'
    case 'wallet':
    case 'manual':
      return method
    default:
      return 'CSV'
  }
}

function latest(times: readonly (Date | null)[]): string | null {
  const known = times.filter((time) => time !== null).map((time) => time.getTime())
  return known.length === 0 ? null : new Date(Math.max(...known)).toISOString()
}

export function metaOf(page: number, size: number, count: number): Page<never>['meta'] {
  return {
    current_page: page,
    per_page: size,
    total_count: count,
    total_pages: Math.max(1, Math.ceil(count / size)),
  }
}
