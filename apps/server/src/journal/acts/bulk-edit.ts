import type { BulkDeed, BulkPreview } from '@lotbook/contract'
import { isSubTypeOf, sidesOf, typeLabel } from '@lotbook/journal'
import type { Tx } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { sql, type Sql } from '../../platform/sql.ts'
import { recordChange, type ChangeEdit } from '../transactions/changes.ts'
import { closeFindings } from '../transactions/close-findings.ts'
import { foundBy, type TransactionFilter } from '../transactions/transaction-filter.ts'
import { type Spot, spotOf } from '../matching/match-sides.ts'
import { layEdits } from '../transactions/overlay.ts'
import { isTiedBefore } from '../transactions/check-lock.ts'
import { settleRemoved } from '../transactions/settle-removed.ts'
import { sidesFitSql } from '../transactions/sides-fit.ts'
import { settleRules } from '../rules/settle-rules.ts'
import type { Editor } from '../transactions/editor.ts'

export interface BulkRequest {
  readonly ids?: readonly string[] | undefined
  readonly filter?: TransactionFilter | undefined
  readonly deed: BulkDeed
}

export interface BulkOutcome {
  /** Undefined where nothing changes. */
  readonly changeId: string | undefined
  readonly touched: readonly string[]
  /** The sides of transfers that these were before. */
  readonly was: readonly Spot[]
  readonly leftOut: Pick<BulkPreview['left_out'], 'unfit' | 'locked'>
}

interface BulkRow {
  readonly id: string
  readonly at: Date
  readonly act: 'change' | 'same' | 'unfit' | 'locked'
  readonly type: string
  readonly sub_type: string | null
  readonly from_asset: string | null
  readonly to_asset: string | null
  readonly is_ignored: boolean
}

/** How many transactions a bulk edit would change; worked out the way it is done. */
export async function previewBulk(tx: Tx, userId: string, request: BulkRequest): Promise<BulkPreview> {
  const counts = await tx.one<
    Record<'matching' | 'changes' | 'already' | 'transfers' | 'filed' | 'unfit' | 'locked', string>
  >(sql`
    select count(*) as matching, count(*) filter (where act = 'change') as changes,
      count(*) filter (where act = 'same') as already,
      count(*) filter (where act = 'change' and matched_as is not null) as transfers,
      count(*) filter (where act = 'change' and is_filed) as filed,
      count(*) filter (where act = 'unfit') as unfit, count(*) filter (where act = 'locked') as locked
    from (${planOf(userId, checkedRequest(request))}) p`)
  const { matching, changes, already, transfers, filed, unfit, locked } = counts
  return {
    matching: Number(matching),
    changes: Number(changes),
    already: Number(already),
    transfers: Number(transfers),
    filed: Number(filed),
    left_out: { edited: 0, earlier_rule: 0, unfit: Number(unfit), filed: 0, locked: Number(locked) },
  }
}

/**
 * Edit many transactions as one change with one undo. What the type does not fit and what lies before the lock stays as
 * it is; whoever calls has the journal and settles it.
 */
export async function bulkEdit(
  tx: Tx,
  editor: Editor,
  journalVersion: string,
  request: BulkRequest,
): Promise<BulkOutcome> {
  const { userId } = editor
  const { deed } = request
  const rows = await tx.all<BulkRow>(sql`
    select id, at, act, type, sub_type, from_asset, to_asset, is_ignored from (${planOf(userId, checkedRequest(request))}) p order by at, id`)
  const chosen = rows.filter((row) => row.act === 'change')
  const along = await feesAlong(
    tx,
    userId,
    deed,
    chosen.map(({ id }) => id),
  )
  const edited = [...chosen, ...along]
  const touched = edited.map(({ id }) => id)
  const count = (act: BulkRow['act']) => rows.filter((row) => row.act === act).length
  const leftOut = { unfit: count('unfit'), locked: count('locked') }
  const was = edited.flatMap((row) => spotOf(row))
  if (touched.length === 0) return { changeId: undefined, touched, was, leftOut }
  const changeId = await recordChange(tx, editor, {
    kind: 'bulk_edit',
    summary: summaryOf(deed, chosen.length, along.length),
    edits: edited.map((row) => editOf(row, deed)),
  })
  const at = { userId, journalVersion }
  if (deed.set === 'removed' || deed.set === 'restored') {
    await settleRemoved(tx, at, touched)
    if (deed.set === 'removed') await closeFindings(tx, userId, touched)
    else await settleRules(tx, editor, journalVersion, touched)
  } else await layEdits(tx, at, touched)
  return { changeId, touched, was, leftOut }
}

/**
 * Further fees that a file tells of transactions that a person takes out, as part of that change: they were paid for nothing else. What is
 * brought back has those with it that went with it. Those that persons added follow by themselves (`followPaidFor`).
 */
async function feesAlong(tx: Tx, userId: string, deed: BulkDeed, ids: readonly string[]): Promise<BulkRow[]> {
  if (ids.length === 0 || (deed.set !== 'removed' && deed.set !== 'restored')) return []
  const lastWord = (of: Sql) => sql`(
    select e.change_id from edits e join changes c on (c.user_id, c.id) = (e.user_id, e.change_id) and c.undone_at is null
    where e.user_id = ${userId} and e.target = 'removed' and e.target_id = ${of} order by c.at desc, c.id desc limit 1)`
  const goes = sql`f.deleted_at is null`
  const comes = sql`f.removed_at is not null and ${lastWord(sql`f.id`)} = ${lastWord(sql`p.id`)}`
  return tx.all<BulkRow>(sql`
    select f.id, f.at, 'change' as act, f.type, f.sub_type, f.from_asset, f.to_asset, f.is_ignored from transactions p
    join transactions f on f.user_id = p.user_id and f.event_id = p.event_id and f.fee_of = p.fingerprint
    join customers c on c.user_id = p.user_id and (c.locked_before is null or f.at >= c.locked_before)
    where p.user_id = ${userId} and p.id = any (${ids}) and not f.id = any (${ids})
      and ${deed.set === 'removed' ? goes : comes} order by f.at, f.id`)
}

/** A request that names what it is about, and a type that there is. */
export function checkedRequest(request: BulkRequest): BulkRequest {
  const { ids, filter, deed } = request
  if (ids === undefined && filter === undefined) refuse('invalid_input', 'Choose what it is about.')
  if (deed.set === 'type' && !isSubTypeOf(deed.type, deed.sub_type))
    refuse('invalid_input', undefined, { fields: { deed: 'There is no such type.' } })
  return request
}

function planOf(userId: string, { ids, filter, deed }: BulkRequest): Sql {
  const isThere = deed.set === 'restored' ? sql`t.removed_at is not null` : sql`t.deleted_at is null`
  const which =
    ids === undefined
      ? foundBy(userId, { ...filter, removed: deed.set === 'restored' })
      : sql`t.user_id = ${userId} and t.id = any (${ids}::uuid[])`
  const { moves, fits } = rulesOf(deed)
  return sql`
    select t.id, t.at, t.type, t.sub_type, t.from_asset, t.to_asset, t.is_ignored, t.matched_as,
      extract(year from t.at at time zone u.time_zone)::integer = any (u.filed) as is_filed,
      case when not (${moves}) then 'same' when not (${fits}) then 'unfit'
        when t.at < u.locked_before or ${isTiedBefore(sql`t`, sql`u.locked_before`)} then 'locked' else 'change' end as act
    from transactions t cross join (
      select c.locked_before, c.time_zone, array(select y.tax_year::integer from tax_years y
        where y.user_id = c.user_id and y.state = 'filed') as filed
      from customers c where c.user_id = ${userId}
    ) u
    where ${which} and ${isThere}`
}

/** The rows that an act would change, and those that can take it. */
function rulesOf(deed: BulkDeed): { readonly moves: Sql; readonly fits: Sql } {
  switch (deed.set) {
    case 'type': {
      const { type, sub_type } = deed
      const moves = sql`t.type <> ${type} or t.sub_type is distinct from ${sub_type}`
      // Nothing is turned round or dropped: what came in and went out is what the type has.
      const has = { from: sql`(t.from_asset is not null)`, to: sql`(t.to_asset is not null)` }
      return { moves, fits: sidesFitSql(sidesOf(type, sub_type), has) }
    }
    case 'ignored':
      return { moves: sql`not t.is_ignored`, fits: sql`true` }
    case 'counted':
      return { moves: sql`t.is_ignored`, fits: sql`true` }
    case 'removed':
    case 'restored':
      return { moves: sql`true`, fits: sql`true` }
  }
}

function editOf(row: BulkRow, deed: BulkDeed): ChangeEdit {
  const targetId = row.id
  switch (deed.set) {
    case 'type': {
      const { type, sub_type } = deed
      const changed = { ...(type !== row.type && { type }), ...(sub_type !== row.sub_type && { sub_type }) }
      const before = Object.fromEntries(
        Object.keys(changed).map((field) => [field, row[field as keyof typeof changed]]),
      )
      return { target: 'transaction', targetId, before, after: changed }
    }
    case 'ignored':
    case 'counted': {
      const is_ignored = deed.set === 'ignored'
      return { target: 'transaction', targetId, before: { is_ignored: !is_ignored }, after: { is_ignored } }
    }
    case 'removed':
    case 'restored': {
      const removed = deed.set === 'removed'
      return { target: 'removed', targetId, before: { removed: !removed }, after: { removed } }
    }
  }
}

function summaryOf(deed: BulkDeed, count: number, fees: number): string {
  const rows = `${count} ${count === 1 ? 'transaction' : 'transactions'}`
  const withFees = fees === 0 ? rows : `${rows} with ${fees} further ${fees === 1 ? 'fee' : 'fees'}`
  switch (deed.set) {
    case 'type':
      return `Set the type of ${rows} to ${typeLabel(deed.type, deed.sub_type)}`
    case 'ignored':
      return `Ignored ${rows}`
    case 'counted':
      return `Counted ${rows} again`
    case 'removed':
      return `Deleted ${withFees}`
    case 'restored':
      return `Brought back ${withFees}`
  }
}
