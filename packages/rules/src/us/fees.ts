import { mulDiv } from '@lotbook/money'
import type { Asset, Dollars, Side, TaxEvent } from '../event.ts'
import type { Movement } from '../movement.ts'

/** Costs of an event. */
export interface Costs {
  /** The coin that the event's own fee is paid in; null where there is no fee, or it is paid in cash. */
  readonly feeCoin: Asset | null
  /** Units of that coin; below zero where they were given back. */
  readonly feeUnits: bigint
  /** Value of the event's own fee; below zero for one given back. */
  readonly feeValue: Dollars
  /** All costs: the event's own fee, and further ones that are spent in events of their own (R-FEE-4). */
  readonly total: Dollars
}

/** A fee in a coin that was paid, and not given back. */
export type FeePaidInCoin = Costs & { readonly feeCoin: Asset }

/** The costs of an event. */
export function costsOf(event: TaxEvent): Costs {
  const { fee, furtherCosts } = event
  const feeUnits = fee === null ? 0n : fee.units
  if (fee === null || feeUnits === 0n)
    return furtherCosts === 0n ? NO_COSTS : { ...NO_COSTS, total: furtherCosts }
  const feeValue = signedAs(feeUnits, valueOfFee(event, fee))
  const total = feeValue + furtherCosts
  return fee.isCash ? { ...NO_COSTS, feeValue, total } : { feeCoin: fee.asset, feeUnits, feeValue, total }
}

const NO_COSTS: Costs = { feeCoin: null, feeUnits: 0n, feeValue: 0n, total: 0n }

/**
 * The value stated for a fee, or else its share of the side in the same coin. In a trade and in a rebrand that side is worth what the
 * other one is (R-TRD-1): of 10 UNI bought for $80, a fee of 1 UNI without a value is worth $8.
 */
function valueOfFee({ sent, received, treatment }: TaxEvent, fee: Side): Dollars {
  const stated = fee.value
  if (stated !== null) return stated
  const { asset } = fee
  const isReceived = asset === received?.asset
  const isSent = asset === sent?.asset
  if (isReceived && received.value !== null) return shareOf(received, fee, received.value)
  if (isSent && sent.value !== null) return shareOf(sent, fee, sent.value)
  if (treatment.operation !== 'exchange' && treatment.operation !== 'convert') return 0n
  if (isReceived) return shareOf(received, fee, sent?.value ?? 0n)
  if (isSent) return shareOf(sent, fee, received?.value ?? 0n)
  return 0n
}

function shareOf(side: Side, fee: Side, value: Dollars): Dollars {
  const whole = side.units
  return whole === 0n ? 0n : mulDiv(value, magnitude(fee.units), whole, 'half-even')
}

/** A fee given back is worth as much as it would have cost, with the opposite sign. */
const signedAs = (units: bigint, value: Dollars) => (units < 0n ? -magnitude(value) : magnitude(value))

const magnitude = (value: bigint) => (value < 0n ? -value : value)

/**
 * Adds the fee behind what it was paid for. A fee in a coin is a disposal of that coin for its value (R-FEE-4; Treas. Reg. 1.1001-7):
 * 0.01 ETH that cost $20, spent as a fee when it is worth $30, is a gain of $10. A fee given back is a lot at its value. A fee in cash
 * disposes of nothing.
 *
 * @param movements of the event so far; the fee is added to them.
 * @param isWithheld whether the fee is paid out of what the last of them brought (R-FEE-5).
 */
export function withFeeSpent(
  movements: Movement[],
  { feeCoin, feeUnits, feeValue }: Costs,
  isWithheld = false,
): readonly Movement[] {
  if (feeCoin === null) return movements
  movements.push(
    feeUnits < 0n
      ? { does: 'acquire', asset: feeCoin, units: -feeUnits, basis: -feeValue }
      : { does: 'spend-fee', asset: feeCoin, units: feeUnits, value: feeValue, isWithheld },
  )
  return movements
}

/** Whether a fee in a coin was paid, and not given back. */
export function isFeePaidInCoin(costs: Costs): costs is FeePaidInCoin {
  return costs.feeCoin !== null && costs.feeUnits > 0n
}

/** Whether a fee is paid out of units of an asset that arrive: it is in the same coin, and was not given back. */
export function isFeeWithheldFrom({ feeCoin, feeUnits }: Costs, asset: Asset): boolean {
  return feeCoin === asset && feeUnits > 0n
}

/**
 * Gas is paid before anything arrives, so it is never paid out of the lot that the same event brings (R-FEE-5): of 1 ETH received for UNI with 0.01
 * ETH of gas, the gas is spent from the ETH that was there before, and the lot of 1 ETH stays whole.
 */
export function withGasSpentFirst(movements: readonly Movement[]): readonly Movement[] {
  const place = movements.findIndex((one) => one.does === 'spend-fee' && one.isWithheld)
  const gas = movements[place]
  if (gas?.does !== 'spend-fee') return movements
  const paid: Movement = { ...gas, isWithheld: false }
  // A withheld fee stands right behind what brought its units.
  return [
    ...movements.slice(0, place - 1),
    paid,
    ...movements.slice(place - 1, place),
    ...movements.slice(place + 1),
  ]
}
