import { dayAfter, instantOfLocal, parseInstant, type Instant, type TaxDate } from '@lotbook/journal'
import { compare, parseDecimal } from '@lotbook/money'

/** The two positions on what a bankrupt exchange pays in coins (docs/tax/bankruptcy.md). */
export const CLAIM_ANSWERS = {
  /** A disposal of that part of the claim (R-TRD-1). */
  claim_disposed: 'trade',
  /** Basis and dates of that part of the claim go on (R-SWP-1, R-TRF-1). */
  claim_carried: 'swap',
} as const
export type ClaimAnswer = keyof typeof CLAIM_ANSWERS

interface Units {
  readonly asset: string
  /** Exact decimal text. */
  readonly amount: string
}

/** A receipt that pays part of a claim, and the part that it settles. */
export interface ClaimPayment {
  readonly answer: ClaimAnswer
  readonly at: Instant
  readonly settled: Units
  readonly received: Units
}

/**
 * Places that units pass through: the account that holds the claim, one that holds nothing but what is being settled, so that no other
 * lots of the same coin are drawn on, and the account of the receipt.
 */
export type ClaimPlace = 'claim' | 'settling' | 'receipt'

/** A movement that an existing rule knows: an own transfer, or an exchange while units are being settled. */
export type ClaimStep =
  | ({
      readonly kind: 'move'
      readonly at: Instant
      readonly from: ClaimPlace
      readonly to: ClaimPlace
    } & Units)
  | {
      readonly kind: 'exchange'
      readonly at: Instant
      readonly type: 'swap' | 'trade'
      readonly from: Units
      readonly to: Units
    }

/**
 * Turns a payment on a claim into movements, in their order. The same units carried over are one own transfer. Anything else is exchanged in
 * between, a millisecond apart and never before the receipt, so that a payment at midnight stays on its tax day; the receipt is then
 * as late as the last step.
 */
export function claimSteps({ answer, at, settled, received }: ClaimPayment): readonly ClaimStep[] {
  if (answer === 'claim_carried' && areSameUnits(settled, received))
    return [{ kind: 'move', at, from: 'claim', to: 'receipt', ...received }]
  return [
    { kind: 'move', at, from: 'claim', to: 'settling', ...settled },
    { kind: 'exchange', at: at + 1, type: CLAIM_ANSWERS[answer], from: settled, to: received },
    { kind: 'move', at: at + 2, from: 'settling', to: 'receipt', ...received },
  ]
}

/**
 * The last moment of the day on which a case was closed, as the taxpayer counts days: all that was paid on that day is before it. Undefined
 * where there is no such day.
 */
export function claimClosedAt(on: TaxDate, timeZone: string): Instant | undefined {
  if (parseInstant(`${on}T00:00:00Z`) === undefined) return undefined
  return instantOfLocal(Date.parse(`${dayAfter(on)}T00:00:00Z`), timeZone) - 1
}

function areSameUnits(a: Units, b: Units): boolean {
  const [one, other] = [parseDecimal(a.amount), parseDecimal(b.amount)]
  return a.asset === b.asset && one !== undefined && other !== undefined && compare(one, other) === 0
}
