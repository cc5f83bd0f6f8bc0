import type {
  AllocationChoice,
  AllocationComparison,
  AllocationOutcome,
  TaxSettings,
} from '@lotbook/contract'
import {
  standingOfAllocation,
  type AllocationStanding,
  type EstimateOf,
  unitedStates,
} from '@lotbook/rules/us'
import { besideFirst, ENGINE_VERSION } from '@lotbook/tax'
import type { Tx } from '../../platform/database.ts'
import { writeUnderFence } from '../../platform/fence.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { sql } from '../../platform/sql.ts'
import { withIncomeLines } from '../../calculating/keep/income-lines.ts'
import { boundAssets, readTaxSettings } from '../../calculating/settings/tax-settings.ts'
import {
  defineWorkedOutJob,
  isCurrent,
  lockBasis,
  newestWorkedOut,
  queueWorkedOut,
  workedOutOnWire,
  type WorkedOut,
} from '../../calculating/run/what-if.ts'
import { readChoice } from './chosen-allocation.ts'
import type { CompareTask, StoredComparison, StoredOutcome, StoredRule } from './compare-allocations.ts'
import { inThread } from './in-thread.ts'
import { shownNames, type ShownNames } from './shown-names.ts'

const COMPARE = { name: 'compare-allocations', retryLimit: 5, table: 'safe_harbor_comparisons' } as const

interface ComparisonRow extends WorkedOut<StoredComparison> {
  readonly own: AllocationChoice | null
}

/**
 * Queue the comparison, with one's own allocation where one is given. One runs at a time. Where nothing has changed since
 * the last, that one answers.
 */
export async function startComparison(
  tx: Tx,
  userId: string,
  own: AllocationChoice | null,
  now: Date,
): Promise<string> {
  const basis = await lockBasis(tx, userId)
  if (own !== null) await readChoice(tx, userId, own)
  mustBeUniversal(basis.settings)
  const running = await tx.maybe<{ id: string; own: unknown }>(sql`
    select id, own from safe_harbor_comparisons where user_id = ${userId} and state in ('queued', 'running')`)
  if (running !== undefined) return isSame(running.own, own) ? running.id : refuse('conflict')
  const last = await newest(tx, userId)
  if (last?.state === 'done' && isCurrent(last, basis) && isSame(last.own, own)) return last.id
  return queueWorkedOut(tx, COMPARE, userId, basis, now, {
    own: sql`${own === null ? null : JSON.stringify(own)}::jsonb`,
  })
}

/** Refuses settings that kept lots by account all along: there is nothing to allocate. */
export function mustBeUniversal({ pool_before_2025 }: TaxSettings): void {
  if (pool_before_2025 !== 'universal')
    refuse(
      'conflict',
      'Your settings keep basis account by account before 2025: there is nothing to allocate.',
    )
}

const isSame = (stored: unknown, own: AllocationChoice | null) =>
  JSON.stringify(sorted(stored ?? null)) === JSON.stringify(sorted(own))

/** Fields in one order, as the database keeps them in its own. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, inner]) => [name, sorted(inner)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}

/** Compare in a thread. */
export const compareJob = defineWorkedOutJob(COMPARE, async (db, fence, signal) => {
  const task = await writeUnderFence(db, fence, (tx) => taskOf(tx, fence.userId, fence.id))
  if (task === undefined)
    return { outcome: 'refused', reason: 'A lot or an account of your own allocation is no longer there.' }
  return inThread(db, { kind: 'compare', fence, task }, signal)
})

/** Task of a comparison, with its known part; undefined if the person's own allocation names units that are gone. */
async function taskOf(tx: Tx, userId: string, id: string): Promise<CompareTask | undefined> {
  const row = await tx.one<ComparisonRow>(sql`
    select * from safe_harbor_comparisons where user_id = ${userId} and id = ${id}`)
  const before = await tx.maybe<ComparisonRow>(sql`
    select * from safe_harbor_comparisons where user_id = ${userId} and state = 'done'
    order by created_at desc, id desc limit 1`)
  const journal = await tx.one<{ version: string }>(
    sql`select version from journals where user_id = ${userId}`,
  )
  const now = row.created_at.toISOString()
  const isKnown =
    before?.outcomes?.valued_on === now.slice(0, 10) &&
    isCurrent(before, { version: journal.version, settings: await readTaxSettings(tx, userId) })
  try {
    const own = row.own === null ? null : await readChoice(tx, userId, row.own)
    return {
      now,
      version: journal.version,
      own,
      bound: await boundAssets(tx, userId),
      leftOut: await newestLeftOut(tx, userId),
      known: isKnown ? before.outcomes : null,
    }
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

async function newestLeftOut(tx: Tx, userId: string): Promise<readonly string[]> {
  const row = await tx.maybe<{ left_out: string[] }>(sql`
    select left_out from safe_harbor_plans where user_id = ${userId} order by recorded_at desc, id desc limit 1`)
  return row?.left_out ?? []
}

function newest(tx: Tx, userId: string): Promise<ComparisonRow | undefined> {
  return newestWorkedOut(tx, COMPARE.table, userId)
}

export interface EstimateWith extends EstimateOf {
  readonly books_day?: string | undefined
  /** Open assets that the record would not be of. */
  readonly left_out: readonly string[]
}

/** The newest comparison, with the tax that each outcome means and what holds of one that is recorded now. */
export async function readComparison(
  tx: Tx,
  userId: string,
  settings: TaxSettings,
  estimate: EstimateWith,
  now: Date,
): Promise<AllocationComparison | null> {
  const row = await newest(tx, userId)
  if (row === undefined) return null
  const journal = await tx.one<{ version: string; currency: string; today: string }>(sql`
    select j.version, c.currency, (${now}::timestamptz at time zone c.time_zone)::date as today
    from journals j join customers c on c.user_id = j.user_id where j.user_id = ${userId}`)
  const stored = row.outcomes
  const shown = await shownNames(tx, userId, stored?.assets.map(({ asset }) => asset) ?? [])
  const bound = await boundAssets(tx, userId)
  const isBound = (asset: string) => bound === 'every' || bound.has(asset)
  const isApart = (asset: string) => isBound(asset) || estimate.left_out.includes(asset)
  const standing = (kind: 'specific' | 'global', of: StoredComparison) =>
    standingOnWire(
      standingOfAllocation({
        kind,
        recordedAt: now.getTime(),
        recordedOn: journal.today,
        statedOn: estimate.books_day ?? null,
        assets: of.assets.filter(({ lots, asset }) => lots > 0 && !isApart(asset)).map(({ asset }) => asset),
        firstMoves: new Map(
          of.assets.flatMap(({ asset, first_move }) => (first_move === null ? [] : [[asset, first_move]])),
        ),
        isUniversal: settings.pool_before_2025 === 'universal',
        // Then every rule gives each account just what it holds.
        isExact: of.assets.every(({ asset, units, held_units }) => isApart(asset) || units === held_units),
      }),
      shown,
    )
  const years = (stored?.outcomes ?? []).flatMap((outcome) => outcome.years.map(({ year }) => year))
  const person = await withIncomeLines(tx, userId, estimate, [...new Set(years)])
  return {
    ...workedOutOnWire(row),
    is_current: isCurrent(row, { version: journal.version, settings }),
    is_before_record_only: await isBeforeRecordOnly(tx, userId, row, journal.version),
    currency: journal.currency,
    valued_on: stored?.valued_on ?? journal.today,
    estimate_years: [...unitedStates.horizon],
    assets: (stored?.assets ?? []).map(({ held, first_move, ...asset }) => ({
      ...asset,
      symbol: shown.asset(asset.asset),
      held: held.map((one) => ({ ...one, account_name: shown.account(one.account_id) })),
      first_move: first_move === null ? null : new Date(first_move.at).toISOString(),
      is_bound: isBound(asset.asset),
    })),
    outcomes: withTaxes(stored?.outcomes ?? [], person, shown),
    is_complete: stored?.is_complete ?? true,
    own: row.own,
    drift: [...(stored?.drift ?? [])],
    standing:
      stored === null ? null : { specific: standing('specific', stored), global: standing('global', stored) },
  }
}

/** Whether it is out of date, and by nothing but records that were made since: each made one version of the journal. */
async function isBeforeRecordOnly(
  tx: Tx,
  userId: string,
  { journal_version: compared, engine_version }: ComparisonRow,
  version: string,
): Promise<boolean> {
  if (compared === version || engine_version !== ENGINE_VERSION) return false
  const { records } = await tx.one<{ records: string }>(sql`
    select count(*) as records from safe_harbor_plans
    where user_id = ${userId} and journal_version > ${compared}::bigint and journal_version <= ${version}::bigint`)
  return BigInt(version) - BigInt(compared) === BigInt(records)
}

/** Standing as the wire has it, assets by the names that are shown. */
export function standingOnWire(
  { conditions, inTime, assets, isIrrevocable }: AllocationStanding,
  shown: ShownNames,
) {
  return {
    conditions: [...conditions],
    in_time: inTime,
    assets: assets.map(({ asset, state, why }) => ({ symbol: shown.asset(asset), state, why })),
    is_irrevocable: isIrrevocable,
  }
}

/** Taxes and differences, which depend on what the person says of themselves. */
function withTaxes(
  outcomes: readonly StoredOutcome[],
  estimate: EstimateOf,
  shown: ShownNames,
): AllocationOutcome[] {
  const ruleOf = ({ order, accounts }: StoredRule) => ({
    order,
    accounts: accounts.map((id) => ({ id, name: shown.account(id) })),
  })
  return besideFirst(outcomes, estimate).map(({ key, rule, same_as, left, problems, ...outcome }, n) => ({
    ...outcome,
    id: `${n}-${key.slice(0, 12)}`,
    rule: rule && ruleOf(rule),
    same_as: same_as.map(ruleOf),
    left: left.map((one) => ({
      ...one,
      account_name: one.account_id === null ? null : shown.account(one.account_id),
    })),
    problems: [...problems],
  }))
}
