import {
  ALLOCATION_CONFIRMATION,
  dayWords,
  type AllocationChoice,
  type AllocationRecord,
} from '@lotbook/contract'
import { allocationRuleText } from '@lotbook/reports'
import { standingOfAllocation, type AllocationStanding, type AssetStanding } from '@lotbook/rules/us'
import { withSubject, type Tx } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { notify } from '../../platform/notify.ts'
import { auditRequest } from '../../platform/audit.ts'
import { refuse } from '../../platform/refusal.ts'
import type { RequestContext } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { recordedBy } from '../methods/standing-orders.ts'
import {
  boundAssets,
  readTaxSettings,
  type AllocationPlan,
  type BoundAssets,
} from '../../calculating/settings/tax-settings.ts'
import { writeJournal } from '../../journal/transactions/write-journal.ts'
import type { AttachedChoice, AttachedUnits } from './attach-units.ts'
import { mayLeaveOut, readChoice, type ChosenAllocation } from './chosen-allocation.ts'
import { mustBeUniversal, standingOnWire } from './comparisons.ts'
import { inThread } from './in-thread.ts'
import { shownNames, type ShownNames } from './shown-names.ts'

/**
 * The stored part of an allocation beside its plan: the position as it stood, and every unit where it was attached.
 */
export interface KeptAllocation {
  /** Open assets that it is not of, by the names that are shown; not there where none could be left out yet. */
  readonly leftOut?: readonly string[]
  readonly currency: string
  /** Assets by the names that are shown. */
  readonly standing: AllocationStanding | LegacyStanding
  readonly coverage: readonly {
    readonly asset: string
    readonly account: string
    readonly held: string
    readonly attached: string
  }[]
  readonly units: readonly (Pick<AttachedUnits, 'acquired' | 'acquired_at' | 'quantity' | 'basis'> & {
    readonly asset: string
    /** Null: it found no account. */
    readonly account: string | null
    readonly lot_transaction_id: string
  })[]
}

/** As it was kept before it bound asset by asset. */
type LegacyStanding = Omit<AllocationStanding, 'assets'> & { readonly lateAssets: readonly string[] }

export interface NewRecord extends AllocationChoice {
  readonly books_day: string | null
  readonly confirmation: string
}

/**
 * Record an allocation at this moment, as it comes out on the history as it is, for every asset that no record binds yet
 * and that is not left out. Its time is the server's. What it comes in time for is bound by it and cannot be made again (Rev. Proc. 2024-28); what it
 * came too late for gives way to a later record.
 */
export async function recordAllocation(
  context: RequestContext,
  wanted: NewRecord,
): Promise<AllocationRecord> {
  const { db, who, now } = context
  const { subjectId: userId, actorId } = who
  const choice = await withSubject(db, who, async (tx) => {
    const chosen = await readChoice(tx, userId, wanted)
    mustBeUniversal(await readTaxSettings(tx, userId))
    mustBeOpen(chosen.bound)
    if (wanted.units.some(({ asset }) => chosen.leftOut.has(asset)))
      refuse('invalid_input', undefined, {
        fields: { left_out: 'Units are named for an asset that is left out.' },
      })
    return chosen
  })
  const answer = await inThread(db, { kind: 'attach', userId, choice })
  if (answer.outcome === 'refused') return refuse('invalid_input', answer.reason)
  if (answer.outcome !== 'attached') return refuse('unavailable')
  const made = answer.choice
  mustLeaveSomething(choice, made)
  mustBeOpen(choice.bound, made)
  if (made.problems.length > 0) refuse('invalid_input', made.problems.slice(0, 5).join(' '))
  if (made.attached.length === 0) refuse('conflict', 'There was no unused basis at the end of 2024.')

  return withSubject(db, who, async (tx) => {
    // The attached units are current only while nobody has changed the journal.
    const { version } = await tx.one<{ version: string }>(
      sql`select version from journals where user_id = ${userId} for update`,
    )
    if (version !== made.journalVersion)
      refuse('conflict', 'Your history has changed in the meantime. Please check again.')
    if (!isSameSet(await boundAssets(tx, userId), choice.bound))
      refuse('conflict', 'An allocation has been recorded in the meantime. Please check again.')
    if (choice.leftOut.size > 0) await mayLeaveOut(tx, userId, wanted.kind)
    const { currency, today } = await tx.one<{ currency: string; today: string }>(sql`
      select currency, (${now}::timestamptz at time zone time_zone)::date as today from customers where user_id = ${userId}`)
    if (wanted.books_day !== null && wanted.books_day > today)
      refuse('invalid_input', undefined, { fields: { books_day: dayWords.inFuture('books_day') } })
    const standing = standingOf(made, wanted, today, now)
    if (standing.isIrrevocable && wanted.confirmation !== ALLOCATION_CONFIRMATION)
      refuse('invalid_input', undefined, {
        fields: { confirmation: `Type “${ALLOCATION_CONFIRMATION}”: it cannot be made again.` },
      })
    const shown = await shownNames(tx, userId, [
      ...made.attached.map(({ asset }) => asset),
      ...(choice.bound === 'every' ? [] : choice.bound),
      ...made.leftOut,
    ])
    const id = newId(now.getTime())
    const plan: AllocationPlan =
      wanted.kind === 'global'
        ? { type: 'global', order: wanted.order, accounts: wanted.accounts }
        : { type: 'specific', units: made.units }
    const ruleText = allocationRuleText({
      kind: wanted.kind,
      order: wanted.order,
      accounts: wanted.accounts.map(shown.account),
      byHand: [...new Set(wanted.units.map(({ asset }) => shown.asset(asset)))],
      bound: choice.bound === 'every' ? [] : [...choice.bound].map(shown.asset).sort(),
      leftOut: made.leftOut.map(shown.asset).sort(),
    })
    const journalVersion = await writeJournal(tx, userId)
    await tx.run(sql`
      insert into safe_harbor_plans (user_id, id, plan, rule_text, record, books_day, recorded_at, recorded_by, frozen_at, bound_assets, left_out, journal_version)
      values (${userId}, ${id}, ${JSON.stringify(plan)}::jsonb, ${ruleText},
        ${JSON.stringify(keptOf(made, standing, currency, shown))}::jsonb, ${wanted.books_day}, ${now}, ${actorId},
        ${standing.isIrrevocable ? now : null}, ${boundBy(wanted.kind, standing)}::text[], ${made.leftOut}::text[], ${journalVersion}::bigint)`)
    await auditRequest(tx, context, { event: 'safe_harbor_recorded', object: `safe_harbor_plan:${id}` })
    await notify(tx, userId, { type: 'settings', id: userId, status: 'saved' })
    const record = (await allocationRecords(tx, userId)).find((one) => one.id === id)
    return record ?? refuse('not_found')
  })
}

/** Something is left that no record binds. */
function mustBeOpen(bound: BoundAssets, made?: AttachedChoice): void {
  const isClosed =
    bound === 'every' ||
    (made !== undefined && bound.size > 0 && made.attached.every(({ asset }) => bound.has(asset)))
  if (isClosed) refuse('conflict', 'Your allocation is on record, and it is irrevocable.')
}

/** Every asset that is left out is open, and one is not left out. */
function mustLeaveSomething({ leftOut }: ChosenAllocation, made: AttachedChoice): void {
  const isOpen = new Set(made.leftOut)
  const notOpen = [...leftOut].filter((asset) => !isOpen.has(asset))
  if (notOpen.length > 0)
    refuse('invalid_input', undefined, {
      fields: { left_out: `Nothing is open to leave out: ${notOpen.join(', ')}.` },
    })
  if (leftOut.size > 0 && made.attached.length === 0)
    refuse('invalid_input', undefined, { fields: { left_out: 'Choose at least one asset.' } })
}

function isSameSet(a: BoundAssets, b: BoundAssets): boolean {
  if (a === 'every' || b === 'every') return a === b
  return a.size === b.size && [...a].every((asset) => b.has(asset))
}

/** Assets that a new record binds; null is every asset: a rule that is in time is in time for all of them. */
function boundBy(kind: NewRecord['kind'], { assets, isIrrevocable }: AllocationStanding): string[] | null {
  if (kind === 'global' && isIrrevocable) return null
  return assets.filter(({ state }) => state !== 'late').map(({ asset }) => asset)
}

function standingOf(
  made: AttachedChoice,
  { kind, books_day }: NewRecord,
  today: string,
  now: Date,
): AllocationStanding {
  return standingOfAllocation({
    kind,
    recordedAt: now.getTime(),
    recordedOn: today,
    statedOn: books_day,
    assets: [...new Set(made.attached.map(({ asset }) => asset))],
    firstMoves: new Map(made.firstMoves),
    isUniversal: true,
    isExact: made.isExact,
  })
}

function keptOf(
  { coverage, attached, leftOut }: AttachedChoice,
  standing: AllocationStanding,
  currency: string,
  shown: ShownNames,
): KeptAllocation {
  return {
    currency,
    leftOut: leftOut.map(shown.asset).sort(),
    standing: {
      ...standing,
      assets: standing.assets.map((one) => ({ ...one, asset: shown.asset(one.asset) })),
    },
    coverage: coverage.map(({ asset, account_id, held, attached }) => ({
      asset: shown.asset(asset),
      account: shown.account(account_id),
      held,
      attached,
    })),
    units: attached.map(({ asset, account_id, ...unit }) => ({
      ...unit,
      asset: shown.asset(asset),
      account: account_id === null ? null : shown.account(account_id),
    })),
  }
}

/** Assets that a record binds, and why; for a record from before that was stored, as far as it can be told. */
export function assetsOf(record: KeptAllocation): readonly AssetStanding[] {
  const { standing } = record
  if ('assets' in standing) return standing.assets
  return [...new Set(record.units.map(({ asset }) => asset))].map((asset) =>
    standing.lateAssets.includes(asset)
      ? { asset, state: 'late', why: 'It came too late.' }
      : { asset, state: 'in_time', why: 'It came in time.' },
  )
}

/** How far later records took the place of one, which they can for what it does not bind. */
interface Replaced {
  /** By the names that are shown. */
  readonly assets: readonly string[]
  /** When nothing was left that it counts for without binding it; null before, and of one that binds all that it is of. */
  readonly at: Date | null
}

/**
 * @param isIrrevocable it binds an asset at least.
 * @param later records that were made afterwards, the oldest first. Each takes the place of what it does not leave out.
 */
function replacedBy(
  record: KeptAllocation | null,
  isIrrevocable: boolean,
  later: readonly Pick<RecordRow, 'record' | 'recorded_at'>[],
): Replaced {
  const takenAt = (asset?: string) =>
    later.find(({ record }) => asset === undefined || record?.leftOut?.includes(asset) !== true)
      ?.recorded_at ?? null
  // One that kept no assets is of all.
  if (record === null) return { assets: [], at: isIrrevocable ? null : takenAt() }
  const loose = assetsOf(record)
    .filter(({ state }) => !isIrrevocable || state === 'late')
    .map(({ asset }) => ({ asset, at: takenAt(asset) }))
  const times = loose.flatMap(({ at }) => (at === null ? [] : [at]))
  const isReplaced = loose.length > 0 && times.length === loose.length
  return {
    assets: loose.filter(({ at }) => at !== null).map(({ asset }) => asset),
    at: isReplaced ? new Date(Math.max(...times.map((at) => at.getTime()))) : null,
  }
}

export interface RecordRow {
  readonly id: string
  readonly plan: AllocationPlan
  readonly rule_text: string
  readonly record: KeptAllocation | null
  readonly books_day: string | null
  readonly recorded_at: Date
  readonly recorded_by: string
  readonly frozen_at: Date | null
}

export interface RecordedAllocation extends RecordRow {
  readonly replaced: Replaced
}

/** Every allocation that was ever recorded, the newest first, without its coverage. */
export async function recordedAllocations(tx: Tx, userId: string): Promise<RecordedAllocation[]> {
  const rows = await tx.all<RecordRow>(sql`
    select id, plan - 'units' as plan, rule_text, record - 'coverage' as record, books_day, recorded_at, recorded_by, frozen_at
    from safe_harbor_plans where user_id = ${userId} order by recorded_at desc, id desc`)
  return rows.map((row, n) => ({
    ...row,
    replaced: replacedBy(row.record, row.frozen_at !== null, rows.slice(0, n).reverse()),
  }))
}

/** Every allocation that was ever recorded, the newest first: it counts, but for what an earlier one binds and what it leaves out. */
export async function allocationRecords(tx: Tx, userId: string): Promise<AllocationRecord[]> {
  const rows = await recordedAllocations(tx, userId)
  const asShown: ShownNames = { account: (id) => id, asset: (symbol) => symbol }
  return rows.map((row) => ({
    id: row.id,
    kind: row.plan.type,
    rule_text: row.rule_text,
    recorded_at: row.recorded_at.toISOString(),
    recorded_by: recordedBy(row.recorded_by, userId),
    books_day: row.books_day,
    standing: row.record && standingOnWire({ ...row.record.standing, assets: assetsOf(row.record) }, asShown),
    is_irrevocable: row.frozen_at !== null,
    left_out: [...(row.record?.leftOut ?? [])],
    replaced_assets: [...row.replaced.assets],
    replaced_at: row.replaced.at?.toISOString() ?? null,
  }))
}
