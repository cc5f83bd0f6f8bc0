import { join } from 'node:path'
import { localClock, taxDayOf } from '@lotbook/journal'
import { allocationCsv, allocationPdf, allocationRuleText, type AllocationSheet } from '@lotbook/reports'
import { standingOfAllocation } from '@lotbook/rules/us'
import {
  assetsAttachedOtherwise,
  calculate,
  checkAllocation,
  describeAllocationProblem,
  describeUntold,
  positionWithout,
  settingsWith,
  specificOfAttached,
  type CalculationInput,
  type GlobalAllocation,
  type Position,
  type SafeHarbor,
  type SpecificAllocation,
} from '@lotbook/tax'
import type { ExitCode, Io } from './io.ts'
import { writeReportFile } from './write-reports.ts'

/** What a person says of a record. */
export interface RecordOptions {
  /** Of the allocation, as they are numbered in print. */
  readonly number: number
  readonly out: string
  readonly kind: 'specific' | 'global'
  /** Assets that the record is not of. */
  readonly leftOut: readonly string[]
  readonly taxpayer: string
  /** The day on which their own books had it, as they state. */
  readonly booksDay: string | null
  readonly confirm: string
}

/** What is typed before an allocation is drawn up that cannot be made again. */
const CONFIRMATION = 'irrevocable'

interface ChosenAllocation {
  readonly input: CalculationInput
  readonly accountNames: Readonly<Record<string, string>>
  readonly position: Position
  readonly plan: SafeHarbor | null
  /** The rule that attaches the same; null of units that were named one by one. */
  readonly rule: GlobalAllocation | null
}

/**
 * Draw up the record of an allocation (N14): PDF and CSV with every unit where it is attached, and `input.json` with
 * the allocation in its settings. What is left out stays as the settings have it. One that comes in time cannot be made again, and asks to be confirmed.
 *
 * @returns 0, or 1 where it may not be recorded, which is said on standard error.
 */
export async function recordAllocation(
  { input, accountNames, position, plan: counted, rule }: ChosenAllocation,
  { out, kind, leftOut, taxpayer, booksDay, confirm }: RecordOptions,
  io: Io,
  now: Date,
): Promise<ExitCode> {
  const refuse = (why: string): ExitCode => {
    io.err(`${why}\n`)
    return 1
  }
  const nameOf = (account: string) => accountNames[account] ?? account
  const attachedBy = (under: SafeHarbor) =>
    calculate({ ...input, settings: settingsWith(input.settings, under) }, { until: 'attachment' }).lots
  const byUnit = counted?.type === 'specific' ? counted : null
  if (kind === 'global' && rule === null)
    return refuse('This allocation names its units one by one: it is no global allocation.')
  const isLeftOut = ({ asset }: { readonly asset: string }) => leftOut.includes(asset)
  const unknown = leftOut.filter((one) => !position.lots.some(({ asset }) => asset === one))
  if (unknown.length > 0) return refuse(`There is no unused basis to leave out: ${unknown.join(', ')}.`)
  const before = input.settings.safe_harbor
  if (leftOut.length > 0 && (kind === 'global' || before?.type === 'global'))
    return refuse('A global allocation is for every asset: none can be left out.')
  const whole =
    kind === 'global'
      ? rule
      : (byUnit ??
        (rule && {
          type: 'specific' as const,
          allocations: specificOfAttached(attachedBy(rule), rule.accounts),
        }))
  if (whole === null) return refuse('No rule attaches lots like this.')
  const plan = leftOut.length === 0 || whole.type === 'global' ? whole : apartFrom(whole, isLeftOut, before)

  const lots = attachedBy(plan).filter((lot) => !isLeftOut(lot))
  if (lots.length === 0)
    return refuse(
      leftOut.length === 0 ? 'There was no unused basis at the end of 2024.' : 'Choose at least one asset.',
    )
  const untold =
    kind === 'specific' && byUnit === null && rule !== null
      ? assetsAttachedOtherwise(
          attachedBy(rule).filter((lot) => !isLeftOut(lot)),
          lots,
        )
      : []
  if (untold.length > 0) return refuse(untold.map(describeUntold).join('\n'))
  const check = checkAllocation(
    positionWithout(position, new Set(leftOut)),
    plan.type === 'specific'
      ? plan.allocations.filter((units) => !isLeftOut(units))
      : specificOfAttached(lots, plan.accounts),
  )
  if (check.problems.length > 0)
    return refuse(
      check.problems
        .map((problem) => describeAllocationProblem(problem, { asset: (asset) => asset, account: nameOf }))
        .join('\n'),
    )
  const today = taxDayOf(now.getTime(), localClock(input.settings.timezone ?? 'UTC'))
  if (booksDay !== null && booksDay > today) return refuse(`${booksDay} is yet to come.`)
  const standing = standingOfAllocation({
    kind,
    recordedAt: now.getTime(),
    recordedOn: today,
    statedOn: booksDay,
    assets: [...new Set(lots.map(({ asset }) => asset))],
    firstMoves: position.firstMoves,
    isUniversal: true,
    isExact: check.isExact,
  })
  if (standing.isIrrevocable && confirm !== CONFIRMATION)
    return refuse(`It comes in time, and cannot be made again. Say so with --confirm ${CONFIRMATION}.`)

  const sheet: AllocationSheet = {
    taxpayer,
    kind,
    rule:
      rule === null
        ? 'Specific unit allocation, each unit listed.'
        : allocationRuleText({
            kind,
            order: rule.order,
            accounts: rule.accounts.map(nameOf),
            byHand: [],
            bound: [],
            leftOut,
          }),
    leftOut,
    replacedAssets: [],
    recordedAt: now.toISOString(),
    recordedBy: taxpayer,
    booksDay,
    isIrrevocable: standing.isIrrevocable,
    replacedAt: null,
    currency: 'USD',
    coverage: check.coverage.map((one) => ({ ...one, account: nameOf(one.account) })),
    units: lots.map(({ asset, account, acquired, at, quantity, basis }) => ({
      asset,
      account: account === null ? null : nameOf(account),
      acquired,
      acquired_at: at,
      quantity,
      basis,
    })),
    conditions: standing.conditions,
    assets: standing.assets,
  }
  for (const file of [allocationPdf(sheet), allocationCsv(sheet)]) await writeReportFile(file, out, io)
  const followed: CalculationInput = { ...input, settings: settingsWith(input.settings, plan) }
  await io.writeFile(join(out, 'input.json'), `${JSON.stringify(followed, undefined, 1)}\n`)
  io.out('input.json\n')
  return 0
}

/** Units of the assets that a record is of, and of the others those that the settings name. */
function apartFrom(
  { allocations }: SpecificAllocation,
  isLeftOut: (units: { readonly asset: string }) => boolean,
  before: SafeHarbor | null | undefined,
): SpecificAllocation {
  const kept = before?.type === 'specific' ? before.allocations.filter(isLeftOut) : []
  return { type: 'specific', allocations: [...kept, ...allocations.filter((units) => !isLeftOut(units))] }
}
