import { isCoin, type Side, type TaxEvent } from '../event.ts'
import type { CapitalizedFee, CarriedFee, Movement } from '../movement.ts'
import type { Choices } from './choices.ts'
import { type Costs, type FeePaidInCoin, isFeePaidInCoin, withFeeSpent } from './fees.ts'
import type { Rule } from './rule.ts'

/**
 * Moving a coin between two accounts of the same owner is not a disposal. The lots move with their basis and holding period
 * (R-TRF-1; Treas. Reg. 1.1012-1(j), IRS FAQ 39-41): 1 BTC that cost $9,000 in 2019 still cost $9,000 in 2019 after it was sent to
 * the owner's own wallet.
 *
 * The network fee is spent: it is a disposal for its value (R-TRF-2, R-FEE-4; Treas. Reg. 1.1001-7). The owner may choose, without
 * authority, to add the value of the fee, or its own basis, to the lots that moved.
 */
export const selfTransfer: Rule = {
  operation: 'transfer',
  ids: [],
  feeIds: ['R-TRF-2'],
  value: 'not-needed',
  movements(event, costs, _memory, choices) {
    const { sent, toAccount } = event
    if (!isCoin(sent)) return withFeeSpent([], costs)
    const { asset, units } = sent
    const move: Movement = { does: 'move', asset, units, to: toAccount }
    const fee = mayLotsTakeUpFee(event, sent) ? feeTakenUp(event, sent, costs, choices) : undefined
    if (fee === undefined) return withFeeSpent([move], costs)
    // A fee that was paid is settled with the move. A fee that was given back is a lot of its own.
    const moveWithFee: Movement = { ...move, fee }
    return isFeePaidInCoin(costs) ? [moveWithFee] : withFeeSpent([moveWithFee], costs)
  },
}

/** Whether lots move at all. In a pool that all accounts share no lot moves, and none can take up a fee. */
function mayLotsTakeUpFee({ hasLotsByAccount }: TaxEvent, sent: Side): boolean {
  return hasLotsByAccount && sent.units !== 0n
}

/** The fee that the moved lots take up by the owner's choice; undefined where the fee is spent. */
function feeTakenUp(
  event: TaxEvent,
  sent: Side,
  costs: Costs,
  { transferFee }: Choices,
): CapitalizedFee | CarriedFee | undefined {
  const isPaid = isFeePaidInCoin(costs)
  switch (transferFee) {
    case 'dispose':
      return undefined
    case 'carry':
      return isPaid && costs.feeCoin === sent.asset
        ? { treatment: 'carry', units: costs.feeUnits }
        : undefined
    case 'capitalize':
      return isPaid ? valueAddedToBasis(costs) : furtherCostsAddedToBasis(event)
  }
}

function valueAddedToBasis({ feeCoin, feeUnits, feeValue, total }: FeePaidInCoin): CapitalizedFee {
  return {
    treatment: 'capitalize',
    added: total,
    spent: { asset: feeCoin, units: feeUnits, value: feeValue },
  }
}

/** Fees that are events of their own add to the basis even where the transfer itself paid none. */
function furtherCostsAddedToBasis({ furtherCosts }: TaxEvent): CapitalizedFee | undefined {
  return furtherCosts === 0n ? undefined : { treatment: 'capitalize', added: furtherCosts, spent: null }
}
