import { mulDiv } from '@lotbook/money'
import type { Asset, Dollars, Side, TaxEvent } from '../event.ts'
import type { Movement } from '../movement.ts'

/** Costs of an event. */
export interface Costs {
  /** The coin that its own fee is paid in; null where there is none, or it is cash. */
  readonly coin: Asset | null
  /** Units of that coin; below zero where they were given back. */
  readonly units: bigint
  /** Value of its own fee, below zero for one given back. */
  readonly ofFee: Dollars
  /** The costs with further fees: those are spent in events of their own, and cost this one (R-FEE-4). */
  readonly all: Dollars
}

/** The costs of an event. */
export function costsOf(event: TaxEvent): Costs {
  const { fee, furtherCosts } = event
  const units = fee === null ? 0n : fee.units
  if (fee === null || units === 0n) return furtherCosts === 0n ? NO_COSTS : { ...NO_COSTS, all: furtherCosts }
  const ofFee = signedAs(units, feeValue(event, fee))
  const all = ofFee + furtherCosts
  return fee.isCash ? { ...NO_COSTS, ofFee, all } : { coin: fee.asset, units, ofFee, all }
}

const NO_COSTS: Costs = { coin: null, units: 0n, ofFee: 0n, all: 0n }

/**
 * The value stated for a fee, or its part of the side in the same coin. In an exchange and in a rename that side is worth what the
 * other one is (R-TRD-1): of 10 UNI bought for $80, a fee of 1 UNI without a value is worth $8.
 */
function feeValue({ sent, received, treatment }: TaxEvent, fee: Side): Dollars {
  const stated = fee.value
  if (stated !== null) return stated
  const { asset } = fee
  const isReceived = asset === received?.asset
  const isSent = asset === sent?.asset
  if (isReceived && received.value !== null) return partOf(received, fee, received.value)
  if (isSent && sent.value !== null) return partOf(sent, fee, sent.value)
  if (treatment.operation !== 'exchange' && treatment.operation !== 'convert') return 0n
  if (isReceived) return partOf(received, fee, sent?.value ?? 0n)
  if (isSent) return partOf(sent, fee, received?.value ?? 0n)
  return 0n
}

function partOf(side: Side, fee: Side, value: Dollars): Dollars {
  const whole = side.units
  return whole === 0n ? 0n : mulDiv(value, magnitude(fee.units), whole, 'half-even')
}

/** A fee given back is worth as much as it would have cost, the other way round. */
const signedAs = (units: bigint, value: Dollars) => (units < 0n ? -magnitude(value) : magnitude(value))

const magnitude = (value: bigint) => (value < 0n ? -value : value)

/**
 * A fee in a coin is a disposal of that coin for its value (R-FEE-4; Treas. Reg. 1.1001-7): 0.01 ETH that cost $20, spent as a fee
 * when it is worth $30, is a gain of $10. One given back is a lot at its value. It comes behind what it was paid for.
 *
 * @param movements of the event so far; the fee is added to them.
 * @param isWithheld whether it is paid out of what the last of them brought (R-FEE-5).
 */
export function thenFee(
  movements: Movement[],
  { coin, units, ofFee }: Costs,
  isWithheld = false,
): readonly Movement[] {
  if (coin === null) return movements
  movements.push(
    units < 0n
      ? { does: 'acquire', asset: coin, units: -units, basis: -ofFee }
      : { does: 'spend-fee', asset: coin, units, value: ofFee, isWithheld },
  )
  return movements
}

/** Whether a fee is paid out of units of an asset that arrive: it is in the same coin, and was not given back. */
export function isWithheldFrom({ coin, units }: Costs, asset: Asset): boolean {
  return coin === asset && units > 0n
}
