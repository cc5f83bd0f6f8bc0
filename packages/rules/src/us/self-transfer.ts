import { isCoin, type Side, type TaxEvent } from '../event.ts'
import type { CapitalizedFee, CarriedFee, Movement } from '../movement.ts'
import type { Choices } from './choices.ts'
import { type Costs, thenFee } from './fees.ts'

/**
 * Units that go to another account of the same owner are not disposed of: their lots go along, with basis and holding period
 * (R-TRF-1; Treas. Reg. 1.1012-1(j), IRS FAQ 39-41). 1 BTC that cost $9,000 in 2019 still did after it was sent to one's own
 * wallet.
 *
 * The network fee is spent: a disposal for its value (R-TRF-2, R-FEE-4; Treas. Reg. 1.1001-7). By choice, a position without
 * authority, its value or its own basis goes into the lots that moved.
 */
export function selfTransfer(event: TaxEvent, costs: Costs, choices: Choices): readonly Movement[] {
  const { sent, toAccount } = event
  if (!isCoin(sent)) return thenFee([], costs)
  const { asset, units } = sent
  const move = { does: 'move', asset, units, to: toAccount } as const
  const fee = feeIntoLots(event, sent, costs, choices)
  if (fee === undefined) return thenFee([move], costs)
  // A fee that was paid is settled with the move; one that was given back is a lot of its own.
  const withFee: Movement = { ...move, fee }
  return isPaid(costs) ? [withFee] : thenFee([withFee], costs)
}

/** The fee as it goes into the moved lots, where that is chosen and can be. */
function feeIntoLots(
  event: TaxEvent,
  sent: Side,
  costs: Costs,
  { transferFee }: Choices,
): CapitalizedFee | CarriedFee | undefined {
  // In a pool that all accounts share no lot moves, and none can take up a fee.
  if (transferFee === 'dispose' || !event.hasLotsByAccount || sent.units === 0n) return undefined
  if (transferFee === 'carry')
    return isPaid(costs) && costs.coin === sent.asset ? { treatment: 'carry', units: costs.units } : undefined
  if (!isPaid(costs))
    return event.furtherCosts === 0n
      ? undefined
      : { treatment: 'capitalize', added: event.furtherCosts, spent: null }
  const { coin: asset, units, ofFee: value } = costs
  return { treatment: 'capitalize', added: costs.all, spent: { asset, units, value } }
}

/** Whether there is a fee in a coin that was paid and not given back. */
function isPaid(costs: Costs): costs is Costs & { readonly coin: number } {
  return costs.coin !== null && costs.units > 0n
}
