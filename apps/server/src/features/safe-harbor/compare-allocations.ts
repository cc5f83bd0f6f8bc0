import {
  checkAllocation,
  describeAllocationProblem,
  DistinctAllocations,
  globalRules,
  outcomeSince2025,
  positionByAsset,
  positionWithout,
  settingsWith,
  standingCandidates,
  type AllocationCandidate,
  type GlobalAllocation,
  type SafeHarbor,
} from '@lotbook/tax'
import { self, withSubject, type Database } from '../../platform/database.ts'
import type { Fence } from '../../platform/fence.ts'
import { unitPrices } from '../../journal/valuing/unit-prices.ts'
import { collectInput, type Collected } from '../../calculating/collect/collect-input.ts'
import type { BoundAssets } from '../../calculating/settings/tax-settings.ts'
import { basisOf, keepOutcomes } from '../../calculating/run/what-if.ts'
import { progressOf } from '../../calculating/run/what-if-progress.ts'
import {
  allocationOf,
  attachedBy,
  keptAssets,
  unitsOnRecord,
  type ChosenAllocation,
} from './chosen-allocation.ts'
import { shownNames, type ShownNames } from './shown-names.ts'

/** A rule with accounts by id. */
export interface StoredRule {
  readonly order: GlobalAllocation['order']
  readonly accounts: readonly string[]
}

export interface StoredOutcome {
  /** Hash of the units attached to each account: the same key is the same result. */
  readonly key: string
  readonly kind: AllocationCandidate['kind']
  readonly rule: StoredRule | null
  readonly same_as: readonly StoredRule[]
  readonly problems: readonly string[]
  readonly years: ReturnType<typeof outcomeSince2025>['years']
  readonly left: readonly {
    readonly account_id: string | null
    readonly lots: number
    readonly basis: string
    readonly unrealised: string | null
  }[]
}

/** The stored part of a comparison; taxes, differences and standing follow from it when it is read. */
export interface StoredComparison {
  readonly valued_on: string
  readonly is_complete: boolean
  readonly assets: readonly {
    readonly asset: string
    readonly lots: number
    readonly units: string
    readonly basis: string
    readonly held: readonly { readonly account_id: string; readonly quantity: string }[]
    readonly held_units: string
    readonly first_move: { readonly at: number; readonly day: string } | null
  }[]
  readonly outcomes: readonly StoredOutcome[]
  readonly drift: readonly string[]
}

export interface CompareTask {
  readonly now: string
  /** The version of the journal that `known` is of. */
  readonly version: string
  readonly own: ChosenAllocation | null
  readonly bound: BoundAssets
  /** Assets that the newest record left out: open by choice, unless an earlier record names their units. */
  readonly leftOut: readonly string[]
  /**
   * An earlier comparison of the same journal under the same settings: then only the person's own allocation is new.
   */
  readonly known: StoredComparison | null
}

/**
 * Attach unused basis by what is on record, by nothing, by one's own choice and by every global rule there is to choose
 * from, each with the assets that a record binds as they are on record; then work the whole history out once for each that differs. Stored under the fence.
 *
 * @throws FenceLost when the comparison was taken over or is no longer wanted.
 */
export async function compareAllocations(db: Database, fence: Fence, task: CompareTask): Promise<void> {
  const collected = await collectInput(db, fence, () => {})
  const { engine, names, transactions } = collected
  const position = collected.position()
  const assets = positionByAsset(position)
  const shown = await withSubject(db, self(fence.userId), (tx) =>
    shownNames(
      tx,
      fence.userId,
      assets.map(({ asset }) => asset),
    ),
  )
  const known = task.version === collected.journalVersion ? task.known : null
  const kept = keptAssets(position, task.bound)
  const open = positionWithout(position, kept)
  const { rules, isComplete } = globalRules(open)
  const own = ownCandidate(collected, task)
  const candidates =
    known === null
      ? [
          ...standingCandidates(engine, unitsOnRecord(collected, kept)),
          ...own,
          ...rules.map((rule) => ruleCandidate(collected, task, rule)),
        ]
      : own
  // Half of the bar is for attaching, half for the years; what comes to the same is worked out once, and the bar jumps.
  const half = candidates.length * transactions
  const progress = progressOf(db, fence, 2 * half)

  const distinct = new DistinctAllocations()
  for (const [n, candidate] of candidates.entries()) {
    await progress.tell('Attaching lots', n * transactions)
    distinct.add(candidate, attachedBy(collected, candidate.plan))
  }
  const found = distinct.all

  const idsOf = (rule: GlobalAllocation): StoredRule => ({
    order: rule.order,
    accounts: rule.accounts.map(names.accountId),
  })
  const before = known?.outcomes.filter(({ kind }) => kind !== 'own') ?? []
  const figures = new Map(before.map(({ key, years, left }) => [key, { years, left }]))
  const made: StoredOutcome[] = []
  for (const [n, { candidate, key, same }] of found.entries()) {
    await progress.tell('Working out the years', half + Math.floor((half * n) / found.length))
    const worked = figures.get(key) ?? (await workOut(db, fence.userId, collected, candidate, task))
    figures.set(key, worked)
    made.push({
      key,
      kind: candidate.kind,
      rule: candidate.rule && idsOf(candidate.rule),
      same_as: same.map(idsOf),
      problems:
        candidate.kind === 'own'
          ? problemsOf(collected, candidate.plan, shown, [...(task.own?.leftOut ?? [])])
          : [],
      ...worked,
    })
  }
  const stored: StoredComparison = {
    valued_on: task.now.slice(0, 10),
    is_complete: isComplete,
    assets: assets.map(({ held, ...asset }) => ({
      ...asset,
      held: held.map(({ account, quantity }) => ({ account_id: names.accountId(account), quantity })),
    })),
    outcomes: [
      ...before.filter(({ kind }) => kind !== 'global'),
      ...made,
      ...before.filter(({ kind }) => kind === 'global'),
    ],
    drift: engine.safe_harbor == null ? [] : problemsOf(collected, engine.safe_harbor, shown, task.leftOut),
  }
  await keepOutcomes(db, fence, { basis: basisOf(collected), total: 2 * half, outcomes: stored })
}

function ownCandidate(collected: Collected, { own }: CompareTask): AllocationCandidate[] {
  return own === null ? [] : [{ kind: 'own', plan: allocationOf(collected, own), rule: own.rule }]
}

function ruleCandidate(
  collected: Collected,
  { bound }: CompareTask,
  rule: GlobalAllocation,
): AllocationCandidate {
  return {
    kind: 'global',
    plan: allocationOf(collected, { kind: 'global', rule, byHand: [], bound, leftOut: new Set() }),
    rule,
  }
}

async function workOut(
  db: Database,
  userId: string,
  { calculate, engine, names }: Collected,
  { plan }: AllocationCandidate,
  { now }: CompareTask,
): Promise<Pick<StoredOutcome, 'years' | 'left'>> {
  const result = calculate({}, settingsWith(engine, plan))
  const assets = new Set(result.lots.map((lot) => lot.asset))
  const { years, left } = outcomeSince2025(result, await unitPrices(db, userId, assets, new Date(now)))
  return {
    years,
    left: left.map(({ account, ...rest }) => ({
      account_id: account === null ? null : names.accountId(account),
      ...rest,
    })),
  }
}

/**
 * Problems of a specific allocation, in sentences.
 *
 * @param leftOut assets that it may say nothing of.
 */
function problemsOf(
  collected: Collected,
  plan: SafeHarbor | null,
  shown: ShownNames,
  leftOut: readonly string[],
): string[] {
  if (plan?.type !== 'specific') return []
  const named = new Set(plan.allocations.map(({ asset }) => asset))
  const position = positionWithout(collected.position(), new Set(leftOut).difference(named))
  return checkAllocation(position, plan.allocations).problems.map((problem) =>
    describeAllocationProblem(problem, {
      asset: shown.asset,
      account: (key) => shown.account(collected.names.accountId(key)),
    }),
  )
}
