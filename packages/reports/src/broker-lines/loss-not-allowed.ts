import type { BrokerLine } from '@lotbook/journal'
import { isZero, shareOutAll, toUnitsRounded } from '@lotbook/money'
import { exact, formUnits } from '../money-text.ts'
import type { DisposalLine, FormColumns } from '../year-report.ts'

/** Parts of the loss of a row that column (g) takes back, in cents and not below zero. */
export interface LossNotAllowed {
  /** Code W: box 1i of the form. */
  readonly washSale: bigint
  /** Code L: box 5 of the form, or a person's word. */
  readonly other: bigint
}

/** Transactions whose loss is not deductible, as a person states it. */
export type NotDeductible = ReadonlySet<string>

/** Decimals that units of a line have at most (box 1c). */
const UNIT_PLACES = 18

/**
 * Divides what is not allowed of a loss over the rows of a match, by their losses (Instructions for Form 8949, codes L and W). No more than the loss
 * of a row is taken back, so that no gain comes out of it.
 *
 * A loss of $40 with $15 in box 1i: $15 of it with code W. The same loss of a sale to a related party: all $40 with code L.
 *
 * @param gains of the rows by the records, in cents.
 */
export function lossesNotAllowed(
  { lines, rows }: { readonly lines: readonly BrokerLine[]; readonly rows: readonly DisposalLine[] },
  gains: readonly bigint[],
  notDeductible: NotDeductible,
): LossNotAllowed[] {
  const losses = gains.map((gain) => (gain < 0n ? -gain : 0n))
  const isStated = rows.map(({ transaction }) => notDeductible.has(transaction))
  const stated = losses.map((loss, n) => (isStated[n] === true ? loss : 0n))
  const open = losses.map((loss, n) => loss - stated[n]!)
  const other = sharesUpTo(partWithoutLoss(lines, total(open)), open)
  const left = open.map((loss, n) => loss - other[n]!)
  const washSale = sharesUpTo(washSaleLoss(lines), left)
  return rows.map((_, n) => ({ washSale: washSale[n]!, other: stated[n]! + other[n]! }))
}

/** Wash sale losses of lines in cents, without those that a person says something else of. */
export function washSaleLoss(lines: readonly BrokerLine[]): bigint {
  return total(
    lines.map(({ loss, others }) =>
      loss === 'as_on_form' ? formUnits(others.washSaleLoss ?? '0', 'cents') : 0n,
    ),
  )
}

/** The part of a loss, by units, of the lines whose loss does not count. */
function partWithoutLoss(lines: readonly BrokerLine[], loss: bigint): bigint {
  const without = lines.filter(isLossNotAllowed)
  if (
    without.length === 0 ||
    without.length === lines.length ||
    lines.every(({ units }) => isZero(exact(units)))
  )
    return without.length === 0 ? 0n : loss
  const shares = shareOutAll(
    loss,
    lines.map(({ units }) => toUnitsRounded(exact(units), UNIT_PLACES, 'half-even')),
  )
  return total(shares.filter((_, n) => isLossNotAllowed(lines[n]!)))
}

function isLossNotAllowed({ loss, others }: BrokerLine): boolean {
  return loss === 'not_deductible' || (loss === 'as_on_form' && others.isLossNotAllowed)
}

/** An amount over losses in proportion to them, to each at most all of it. */
function sharesUpTo(amount: bigint, losses: readonly bigint[]): bigint[] {
  const all = total(losses)
  if (all === 0n || amount === 0n) return losses.map(() => 0n)
  return shareOutAll(amount < all ? amount : all, losses)
}

/** Losses by term, in cents. */
export type TakenBack = Readonly<Record<DisposalLine['term'], bigint>>

/** Losses that columns of Form 8949 take back, by term, in cents: by so much its gains are above those of the records. */
export function lossesTakenBack(disposals: readonly DisposalLine[]): TakenBack {
  const back = { short: 0n, long: 0n }
  for (const { term, proceeds, basis, form } of disposals)
    if (form !== undefined) back[term] += gainIn(form) - gainIn({ proceeds, basis, adjustment: '0' })
  return back
}

const gainIn = ({ proceeds, basis, adjustment }: Omit<FormColumns, 'code'>) =>
  formUnits(proceeds, 'cents') - formUnits(basis, 'cents') + formUnits(adjustment, 'cents')

const total = (amounts: readonly bigint[]) => amounts.reduce((sum, one) => sum + one, 0n)
