import { ALLOCATION_CONFIRMATION, type AllocationChoice, type AllocationRecord } from '@lotbook/contract'
import { allocationRuleText } from '@lotbook/reports'
import { standingOfAllocation, type AllocationStanding, type AssetStanding } from '@lotbook/tax'
import { withSubject, type Tx } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { notify } from '../../platform/notify.ts'
import { auditRequest } from '../../platform/audit.ts'
import { refuse } from '../../platform/refusal.ts'
import type { RequestContext } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { recordedBy } from '../methods/standing-orders.ts'
import { boundAssets, readTaxSettings, type AllocationPlan, type BoundAssets } from '../tax/tax-settings.ts'
import { writeJournal } from '../transactions/journal.ts'
import type { AttachedChoice, AttachedUnits } from './attach-units.ts'
import { readChoice } from './chosen-allocation.ts'
import { mustBeUniversal, standingOnWire } from './comparisons.ts'
import { inThread } from './in-thread.ts'
import { shownNames, type ShownNames } from './shown-names.ts'

/** What is kept of an allocation beside its plan: the position as it stood, and every unit where it was attached. */
export interface KeptAllocation {
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
 * Record an allocation at this moment, as it comes out on the history as it is, for every asset that no record binds yet.
 * Its time is the server's. What it comes in time for is bound by it and cannot be made again (Rev. Proc. 2024-28); what it
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
    return chosen
  })
  const answer = await inThread(db, { kind: 'attach', userId, choice })
  if (answer.outcome === 'refused') return refuse('invalid_input', answer.reason)
  if (answer.outcome !== 'attached') return refuse('unavailable')
  const made = answer.choice
  mustBeOpen(choice.bound, made)
  if (made.problems.length > 0) refuse('invalid_input', made.problems.slice(0, 5).join(' '))
  if (made.attached.length === 0) refuse('conflict', 'There was no unused basis at the end of 2024.')

  return withSubject(db, who, async (tx) => {
    // What was attached is what there is only while nobody has changed the journal.
    const { version } = await tx.one<{ version: string }>(
      sql`select version from journals where user_id = ${userId} for update`,
    )
    if (version !== made.journalVersion)
      refuse('conflict', 'The history was changed meanwhile. Please look again.')
    if (!isSameSet(await boundAssets(tx, userId), choice.bound))
      refuse('conflict', 'An allocation was recorded meanwhile. Please look again.')
    const { currency, today } = await tx.one<{ currency: string; today: string }>(sql`
      select currency, (${now}::timestamptz at time zone time_zone)::date as today from customers where user_id = ${userId}`)
    if (wanted.books_day !== null && wanted.books_day > today)
      refuse('invalid_input', undefined, { fields: { books_day: 'This day is yet to come.' } })
    const standing = standingOf(made, wanted, today, now)
    if (standing.isIrrevocable && wanted.confirmation !== ALLOCATION_CONFIRMATION)
      refuse('invalid_input', undefined, {
        fields: { confirmation: `Type “${ALLOCATION_CONFIRMATION}”: it cannot be made again.` },
      })
    const shown = await shownNames(tx, userId, [
      ...made.attached.map(({ asset }) => asset),
      ...(choice.bound === 'every' ? [] : choice.bound),
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
    })
    await writeJournal(tx, userId)
    await tx.run(sql`
      insert into safe_harbor_plans (user_id, id, plan, rule_text, record, books_day, recorded_at, recorded_by, frozen_at, bound_assets)
      values (${userId}, ${id}, ${JSON.stringify(plan)}::jsonb, ${ruleText},
        ${JSON.stringify(keptOf(made, standing, currency, shown))}::jsonb, ${wanted.books_day}, ${now}, ${actorId},
        ${standing.isIrrevocable ? now : null}, ${boundBy(wanted.kind, standing)}::text[])`)
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

function isSameSet(a: BoundAssets, b: BoundAssets): boolean {
  if (a === 'every' || b === 'every') return a === b
  return a.size === b.size && [...a].every((asset) => b.has(asset))
}

/** What a new record binds; null is every asset: a rule that is in time is in time for all of them. */
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
  { coverage, attached }: AttachedChoice,
  standing: AllocationStanding,
  currency: string,
  shown: ShownNames,
): KeptAllocation {
  return {
    currency,
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

/** Which asset a record binds, and why; of one from before that was kept, as far as can be told. */
export function assetsOf(record: KeptAllocation): readonly AssetStanding[] {
  const { standing } = record
  if ('assets' in standing) return standing.assets
  return [...new Set(record.units.map(({ asset }) => asset))].map((asset) =>
    standing.lateAssets.includes(asset)
      ? { asset, state: 'late', why: 'It came too late.' }
      : { asset, state: 'in_time', why: 'It came in time.' },
  )
}

/** Whether a later record takes the place of one: for what it does not bind. */
export function givesWay(record: KeptAllocation | null, isIrrevocable: boolean): boolean {
  return !isIrrevocable || record?.standing.inTime === 'some'
}

interface RecordRow {
  readonly id: string
  readonly plan: AllocationPlan
  readonly rule_text: string
  readonly record: KeptAllocation | null
  readonly books_day: string | null
  readonly recorded_at: Date
  readonly recorded_by: string
  readonly frozen_at: Date | null
}

/** Every allocation that was ever recorded, the newest first: it counts, but for what an earlier one binds. */
export async function allocationRecords(tx: Tx, userId: string): Promise<AllocationRecord[]> {
  const rows = await tx.all<RecordRow>(sql`
    select id, plan - 'units' as plan, rule_text, record - 'coverage' as record, books_day, recorded_at, recorded_by, frozen_at
    from safe_harbor_plans where user_id = ${userId} order by recorded_at desc, id desc`)
  const asShown: ShownNames = { account: (id) => id, asset: (symbol) => symbol }
  return rows.map((row, n) => ({
    id: row.id,
    kind: row.plan.type,
    rule_text: row.rule_text,
    recorded_at: row.recorded_at.toISOString(),
    recorded_by: recordedBy(row.recorded_by, userId),
    books_day: row.books_day,
    standing: row.record && standingOnWire({ ...row.record.standing, assets: assetsOf(row.record) }, asShown),
    is_irrevocable: row.frozen_at !== null,
    replaced_at: givesWay(row.record, row.frozen_at !== null)
      ? (rows[n - 1]?.recorded_at.toISOString() ?? null)
      : null,
  }))
}
