import {
  REVIEW_KINDS,
  type ReviewItem,
  type reviewFilter,
  type ReviewKind,
  type TransactionOrigin,
  type ToldChange,
  type TransactionRow,
} from '@lotbook/contract'
import type { z } from 'zod'
import type { Tx } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { joined, sql, type Sql } from '../../platform/sql.ts'
import { originsOfTransactions } from '../imports/original-records.ts'
import { changeColumns, toldChange, type ChangeRow } from '../../journal/transactions/described-change.ts'
import { matchesOf } from '../transactions/transaction-detail.ts'
import {
  listedRows,
  newestCalculation,
  plain,
  transactionRow,
  type ListedRow,
} from '../../journal/transactions/transaction-rows.ts'
import type { Decision } from '../../journal/findings/decide-finding.ts'
import { isThere } from '../../journal/findings/subject-exists.ts'
import { questionKey, togetherWith } from './questions-together.ts'
import { wizardCondition } from './wizard-condition.ts'

export type ReviewFilter = z.output<typeof reviewFilter>

interface FindingRow {
  readonly id: string
  readonly code: ReviewKind
  readonly state: ReviewItem['state']
  readonly subject: string
  readonly subject_id: string
  readonly tax_year: number | null
  readonly effect_low: string | null
  readonly effect_high: string | null
  readonly note: string | null
  readonly decision: Decision | null
  readonly weight: string
}

/**
 * Weight of a finding in the order of the queue; an unknown effect counts as much as the least that must be looked at
 * ($50).
 */
const weight = sql`(coalesce(f.effect_high, 50))`

const columns = sql`f.id, f.code, f.state, f.subject, f.subject_id, f.tax_year, f.effect_low::text, f.effect_high::text, f.note,
  f.decision`

/** A page of the queue by keyset, what changes most first. */
export async function listReview(
  tx: Tx,
  userId: string,
  request: ReviewFilter & {
    readonly by_asset?: boolean | undefined
    readonly cursor?: string | undefined
    readonly limit: number
  },
): Promise<{ rows: ReviewItem[]; next: string | null; total: number }> {
  const filter = reviewCondition(userId, request)
  const after = request.cursor === undefined ? undefined : readCursor(request.cursor)
  const page = (place: Sql) =>
    after === undefined ? sql`true` : sql`${place} < (${after.weight}::numeric, ${after.id}::uuid)`
  const isByAsset = request.by_asset === true
  const found = await tx.all<FindingRow>(
    isByAsset
      ? sql`
    select ${columns}, q.weight::text as weight from (
      select (array_agg(f.id order by ${weight} desc, f.id desc))[1] as id, coalesce(sum(f.effect_high), 50) as weight
      from findings f where ${filter} group by ${questionKey}
    ) q join findings f on f.user_id = ${userId} and f.id = q.id
    where ${page(sql`(q.weight, q.id)`)} order by q.weight desc, q.id desc limit ${request.limit + 1}`
      : sql`
    select ${columns}, ${weight}::text as weight from findings f where ${filter} and ${page(sql`(${weight}, f.id)`)}
    order by ${weight} desc, f.id desc limit ${request.limit + 1}`,
  )
  const rows = found.slice(0, request.limit)
  const last = rows.at(-1)
  const { total } = await tx.one<{ total: string }>(
    sql`select count(${isByAsset ? sql`distinct ${questionKey}` : sql`*`}) as total from findings f where ${filter}`,
  )
  return {
    rows: await itemsOf(tx, userId, rows),
    next: found.length > request.limit && last !== undefined ? cursorOf(last) : null,
    total: Number(total),
  }
}

/** One item, open or settled, and how many open ones are of the same kind, account, asset and type. */
export async function reviewItem(
  tx: Tx,
  userId: string,
  id: string,
): Promise<{ data: ReviewItem; alike: number; settled: Settled | null }> {
  const row = await tx.maybe<Omit<FindingRow, 'weight'> & { updated_at: Date }>(sql`
    select ${columns}, f.updated_at from findings f where f.user_id = ${userId} and f.id = ${id}
      and f.code = any (${REVIEW_KINDS})`)
  const [data] = row === undefined ? [] : await itemsOf(tx, userId, [row])
  if (data === undefined) refuse('not_found')
  const { alike } = await tx.one<{ alike: string }>(sql`
    select count(*) as alike from (
      select t.* from findings i join transactions t on t.user_id = ${userId} and t.id = i.transaction_id
      where i.user_id = ${userId} and i.id = ${id} offset 0
    ) o
    join findings f on f.user_id = ${userId} and f.state = 'open' and f.code = ${data.code}
    cross join lateral (
      select 1 from transactions t where t.user_id = ${userId} and t.id = f.transaction_id
        and o.account_id = t.account_id and o.type = t.type and o.sub_type is not distinct from t.sub_type
        and (o.from_asset, o.to_asset) is not distinct from (t.from_asset, t.to_asset) offset 0
    ) alike`)
  const settled = row === undefined || row.state === 'open' ? null : await settledBy(tx, userId, row)
  return { data, alike: Number(alike), settled }
}

interface Settled {
  readonly at: string
  readonly change: ToldChange | null
}

/**
 * When an item was settled, and by which change that was not taken back: the decision about it, or a word on the match that it
 * asked for. Null where nobody decided, and the journal or a calculation found nothing open any more.
 */
async function settledBy(
  tx: Tx,
  userId: string,
  { id, code, subject_id, updated_at }: Omit<FindingRow, 'weight'> & { readonly updated_at: Date },
): Promise<Settled> {
  const ofMatches =
    code === 'weak_match' || code === 'unmatched_send' || code === 'unmatched_receive'
      ? sql`union all select e.change_id from match_sides s
          join edits e on e.user_id = s.user_id and e.target = 'match' and e.target_id = s.match_id
          where s.user_id = ${userId} and s.transaction_id = ${subject_id}`
      : sql``
  const row = await tx.maybe<ChangeRow>(sql`
    select ${changeColumns} from changes c where c.user_id = ${userId} and c.undone_at is null and c.id in (
      select e.change_id from edits e where e.user_id = ${userId} and e.target = 'finding' and e.target_id = ${id} ${ofMatches})
    order by c.at desc, c.id desc limit 1`)
  const change = row === undefined ? null : toldChange(row, userId)
  return { at: change?.at ?? updated_at.toISOString(), change }
}

/** How many wait of each kind. */
export async function reviewCounts(tx: Tx, userId: string) {
  const kinds = await tx.all<{ code: ReviewKind; count: string; effect: string | null; unknown: string }>(sql`
    select code, count(*) as count, sum(effect_high)::text as effect, count(*) filter (where effect_high is null) as unknown
    from findings where user_id = ${userId} and state = 'open' and code = any (${REVIEW_KINDS}) group by code`)
  const all = await tx.one<{ effect: string; accepted: string }>(sql`
    select coalesce(sum(effect_high) filter (where state = 'open'), 0)::text as effect,
      count(*) filter (where state = 'accepted' and ${isThere}) as accepted
    from findings f where user_id = ${userId} and state in ('open', 'accepted') and code = any (${REVIEW_KINDS})`)
  const sum = (numbers: readonly string[]) => numbers.reduce((total, text) => total + Number(text), 0)
  return {
    total: sum(kinds.map((row) => row.count)),
    effect: plain(all.effect),
    unknown: sum(kinds.map((row) => row.unknown)),
    accepted: Number(all.accepted),
    kinds: REVIEW_KINDS.flatMap((code) => {
      const row = kinds.find((one) => one.code === code)
      if (row === undefined) return []
      return { code, count: Number(row.count), effect: row.effect === null ? null : plain(row.effect) }
    }),
  }
}

/** Condition of a filter on findings `f`. */
export function reviewCondition(userId: string, filter: ReviewFilter): Sql {
  const { kind, state, account_id, asset, year, wizard } = filter
  const conditions: Sql[] = [
    sql`f.user_id = ${userId}`,
    sql`f.state = ${state}`,
    kind === undefined ? sql`f.code = any (${REVIEW_KINDS})` : sql`f.code = ${kind}`,
  ]
  if (wizard !== undefined) conditions.push(sql`f.left_open_at is null`, wizardCondition(wizard))
  // An accepted item about a transaction that is gone is hidden until it comes back.
  if (state === 'accepted') conditions.push(isThere)
  const about: Sql[] = []
  if (account_id !== undefined) about.push(sql`t.account_id = ${account_id}`)
  if (asset !== undefined) about.push(sql`${asset} in (t.from_asset, t.to_asset, t.fee_asset)`)
  if (year !== undefined)
    about.push(sql`t.at >= ${`${year}-01-01`}::timestamptz and t.at < ${`${year + 1}-01-01`}::timestamptz`)
  if (about.length > 0)
    conditions.push(sql`f.transaction_id in (select t.id from transactions t
      where t.user_id = ${userId} and ${joined(about, ' and ')})`)
  return joined(conditions, ' and ')
}

async function itemsOf(
  tx: Tx,
  userId: string,
  rows: readonly Omit<FindingRow, 'weight'>[],
): Promise<ReviewItem[]> {
  const subjects = rows.filter((row) => row.subject === 'transaction').map((row) => row.subject_id)
  const others = rows.flatMap((row) => (row.code === 'possible_duplicate' ? (row.note ?? []) : []))
  const listed = await transactionRows(tx, userId, [...subjects, ...others])
  const twins = rows.flatMap(({ code, subject_id, note }) =>
    code === 'possible_duplicate' && note !== null ? [subject_id, note] : [],
  )
  const origins =
    twins.length === 0
      ? new Map<string, TransactionOrigin[]>()
      : await originsOfTransactions(tx, userId, twins)
  const together = await togetherWith(tx, userId, rows)
  const items: ReviewItem[] = []
  for (const row of rows) {
    const [match] =
      row.code === 'weak_match'
        ? await matchesOf(tx, userId, row.subject_id, sql`m.state = 'suggested' and m.made_by = 'system'`)
        : []
    const { code, effect_low, effect_high, note } = row
    items.push({
      id: row.id,
      code,
      state: row.state,
      tax_year: row.tax_year,
      effect_low: effect_low === null ? null : plain(effect_low),
      effect_high: effect_high === null ? null : plain(effect_high),
      detail: code === 'possible_duplicate' ? null : note,
      decision: row.decision,
      transaction: listed.get(row.subject_id) ?? null,
      match: match ?? null,
      other: code === 'possible_duplicate' && note !== null ? (listed.get(note) ?? null) : null,
      told_by:
        code === 'possible_duplicate' && note !== null
          ? { transaction: origins.get(row.subject_id) ?? [], other: origins.get(note) ?? [] }
          : null,
      together: together.get(row.id) ?? null,
    })
  }
  return items
}

async function transactionRows(
  tx: Tx,
  userId: string,
  ids: readonly string[],
): Promise<Map<string, TransactionRow>> {
  if (ids.length === 0) return new Map()
  const page = sql`select t.id from transactions t where t.user_id = ${userId} and t.id = any (${ids}) and t.deleted_at is null`
  const rows = await tx.all<ListedRow>(listedRows(userId, newestCalculation(userId), page))
  return new Map(rows.map((row) => [row.id, transactionRow(row)]))
}

function cursorOf(row: Pick<FindingRow, 'weight' | 'id'>): string {
  return Buffer.from(`${row.weight} ${row.id}`).toString('base64url')
}

function readCursor(cursor: string): { weight: string; id: string } {
  const match = /^(-?\d+(?:\.\d+)?) ([0-9a-f-]{36})$/.exec(Buffer.from(cursor, 'base64url').toString())
  if (match?.[1] === undefined || match[2] === undefined)
    refuse('invalid_input', 'The cursor is not one of ours.')
  return { weight: match[1], id: match[2] }
}
