import { isLongTerm } from '@lotbook/rules/us'
import {
  assetsAttachedOtherwise,
  checkAllocation,
  describeAllocationProblem,
  describeUntold,
  positionWithout,
  type FirstMove,
  type LotRow,
  type Position,
} from '@lotbook/tax'
import { self, withSubject, type Database } from '../../platform/database.ts'
import { collectInput, type Collected } from '../../calculating/collect/collect-input.ts'
import type { AllocatedUnits } from '../../calculating/settings/tax-settings.ts'
import {
  allocationOf,
  assetsApart,
  attachedBy,
  keptAssets,
  type ChosenAllocation,
} from './chosen-allocation.ts'
import { shownNames } from './shown-names.ts'

/** Units of a lot that are attached to an account; null where they find none. */
export interface AttachedUnits {
  readonly asset: string
  readonly lot_transaction_id: string
  readonly account_id: string | null
  readonly acquired: string
  readonly acquired_at: string
  readonly quantity: string
  readonly basis: string
}

/** A choice as it comes out on the history as it is. */
export interface AttachedChoice {
  readonly journalVersion: string
  readonly attached: readonly AttachedUnits[]
  /** Units of a specific allocation, in the order in which they are taken. */
  readonly units: readonly AllocatedUnits[]
  readonly coverage: readonly {
    readonly asset: string
    readonly account_id: string
    readonly held: string
    readonly attached: string
  }[]
  /** Open assets with basis that the choice leaves out. */
  readonly leftOut: readonly string[]
  readonly unplaced: readonly { readonly asset: string; readonly quantity: string }[]
  readonly isExact: boolean
  readonly problems: readonly string[]
  readonly firstMoves: readonly (readonly [asset: string, FirstMove])[]
}

/** Attach unused basis as a person chose it, and hold it against what accounts hold. What is bound already or left out is no part of it. */
export async function attachChoice(
  db: Database,
  userId: string,
  choice: ChosenAllocation,
): Promise<AttachedChoice> {
  const collected = await collectInput(db, { userId }, () => {})
  const { names } = collected
  const apart = assetsApart(collected.position(), choice)
  const position = positionWithout(collected.position(), apart)
  const plan = allocationOf(collected, choice)
  const isChosen = ({ asset }: { readonly asset: string }) => !apart.has(asset)
  const lots = attachedBy(collected, plan).filter(isChosen)
  const named = plan.type === 'specific' ? plan.allocations.filter(isChosen) : undefined
  const asAttached = lots.flatMap(({ lot, asset, account, quantity }) =>
    account === null ? [] : [{ lot, asset, account, quantity }],
  )
  const check = checkAllocation(position, named ?? asAttached)
  const shown = await withSubject(db, self(userId), (tx) =>
    shownNames(
      tx,
      userId,
      position.held.map(({ asset }) => asset),
    ),
  )
  const byHand = new Set(choice.byHand.map(({ asset }) => asset))
  const byRule =
    named === undefined
      ? []
      : attachedBy(collected, choice.rule).filter((lot) => isChosen(lot) && !byHand.has(lot.asset))
  const problems = [
    ...check.problems.map((problem) =>
      describeAllocationProblem(problem, {
        asset: shown.asset,
        account: (key) => shown.account(names.accountId(key)),
      }),
    ),
    ...assetsAttachedOtherwise(byRule, lots).map((asset) => describeUntold(shown.asset(asset))),
  ]
  return {
    journalVersion: collected.journalVersion,
    attached: lots.map((lot) => attachedUnits(lot, collected)),
    units:
      problems.length > 0 || named === undefined
        ? []
        : named.map(({ asset, lot, account, quantity }) => ({
            asset,
            lot_transaction_id: names.transactionId(lot),
            account_id: names.accountId(account),
            quantity,
          })),
    coverage: check.coverage.map(({ account, ...rest }) => ({
      ...rest,
      account_id: names.accountId(account),
    })),
    leftOut: leftOutOf(collected.position(), choice),
    unplaced: check.unplaced,
    isExact: check.isExact,
    problems,
    firstMoves: [...position.firstMoves],
  }
}

function leftOutOf(position: Position, { bound, leftOut }: ChosenAllocation): string[] {
  const kept = keptAssets(position, bound)
  const open = new Set(position.lots.map(({ asset }) => asset).filter((asset) => !kept.has(asset)))
  return [...leftOut].filter((asset) => open.has(asset))
}

/** The lots of one asset at the end of 2024 with what a rule attaches of each, and what accounts hold of it. */
export interface UnitsOfAsset {
  readonly held: readonly { readonly account_id: string; readonly quantity: string }[]
  readonly lots: readonly {
    readonly lot_transaction_id: string
    readonly acquired: string
    readonly acquired_at: string
    readonly quantity: string
    readonly basis: string
    readonly term: 'short' | 'long'
    readonly attached: { readonly account_id: string; readonly quantity: string }[]
  }[]
}

export async function unitsOfAsset(
  db: Database,
  userId: string,
  asset: string,
  { rule }: ChosenAllocation,
): Promise<UnitsOfAsset> {
  const collected = await collectInput(db, { userId }, () => {})
  const { names } = collected
  const position = collected.position()
  const attached = Map.groupBy(
    attachedBy(collected, rule)
      .filter((lot) => lot.asset === asset)
      .map((lot) => attachedUnits(lot, collected)),
    (units) => units.lot_transaction_id,
  )
  return {
    held: position.held
      .filter((one) => one.asset === asset)
      .map(({ account, quantity }) => ({ account_id: names.accountId(account), quantity })),
    lots: position.lots
      .filter((lot) => lot.asset === asset)
      .map((lot) => {
        const id = names.transactionId(lot.lot)
        return {
          lot_transaction_id: id,
          acquired: lot.acquired,
          acquired_at: lot.at,
          quantity: lot.quantity,
          basis: lot.basis,
          term: isLongTerm(lot.acquired, '2025-01-01') ? ('long' as const) : ('short' as const),
          attached: (attached.get(id) ?? []).flatMap(({ account_id, quantity }) =>
            account_id === null ? [] : [{ account_id, quantity }],
          ),
        }
      }),
  }
}

function attachedUnits(lot: LotRow, { names }: Collected): AttachedUnits {
  return {
    asset: lot.asset,
    lot_transaction_id: names.transactionId(lot.lot),
    account_id: lot.account === null ? null : names.accountId(lot.account),
    acquired: lot.acquired,
    acquired_at: lot.at,
    quantity: lot.quantity,
    basis: lot.basis,
  }
}
