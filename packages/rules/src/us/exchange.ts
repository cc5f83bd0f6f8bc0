import { mulDiv } from '@lotbook/money'
import { type Dollars, isCoin, type Side, type TaxEvent, valueOf } from '../event.ts'
import type { Movement } from '../movement.ts'
import type { Choices } from './choices.ts'
import { type Costs, thenFee } from './fees.ts'
import { receive } from './receipt.ts'

/**
 * Something for something else: a sale, a purchase, a trade, a mint.
 *
 * A coin that is given up is a disposal for what was received (R-TRD-1, R-ICO-1, R-NFT-1; Notice 2014-21, Treas. Reg. 1.1001-7),
 * and what is received is a lot that cost as much: 1 ETH that cost $1,000, given for UNI worth $3,000 with a fee of $10, is a gain
 * of $1,990, and the UNI cost $3,000.
 */
export function exchange(event: TaxEvent, costs: Costs, choices: Choices): readonly Movement[] {
  const { sent, received, treatment } = event
  const isFreeMint = treatment.subType === 'nft_mint' && (sent?.units ?? 0n) === 0n
  if (isCoin(sent) && !isFreeMint) return giveUp(event, sent, costs, choices)
  return isCoin(received) ? buy(event, received, costs, isFreeMint) : thenFee([], costs)
}

/**
 * All costs are taken off what was given up (R-FEE-2, R-FEE-3; Treas. Reg. 1.1001-7(b)(2)), or half of them where both sides share
 * them (R-OPEN-12).
 */
function giveUp(event: TaxEvent, sent: Side, costs: Costs, choices: Choices): readonly Movement[] {
  const value = event.received?.value ?? valueOf(sent)
  const shared = choices.splitsExchangeFees ? costsOfReceived(event, costs) : 0n
  const given: Movement = {
    does: 'dispose',
    asset: sent.asset,
    units: sent.units,
    value,
    costs: costs.all - shared,
    kind: event.treatment.kind,
  }
  if (!isCoin(event.received)) return thenFee([given], costs)
  return [given, ...receive(event, costs, value + shared)]
}

/** Half of the costs go to what is received, where that is a coin and nothing was given back. The odd unit stays with what is given up. */
function costsOfReceived({ received }: TaxEvent, { all }: Costs): Dollars {
  return isCoin(received) && received.units !== 0n && all > 0n ? all / 2n : 0n
}

/**
 * A purchase for cash costs what was paid, with its fees (R-FEE-1; Treas. Reg. 1.1012-1(h)): 1 BTC for $60,000 and a fee of $30
 * cost $60,030. What a mint without a price costs is its fees (R-NFT-2).
 */
function buy({ sent }: TaxEvent, received: Side, costs: Costs, isFreeMint: boolean): readonly Movement[] {
  const paid = isFreeMint ? 0n : (sent?.value ?? valueOf(received))
  const { asset, units } = received
  if (costs.coin === asset) return buyLessFee(received, costs, paid)
  const basis = paid + costs.all
  if (units <= 0n) return thenFee([], costs)
  // A rebate of more than the price: nothing costs less than nothing.
  return thenFee([{ does: 'acquire', asset, units, basis: basis < 0n ? 0n : basis }], costs)
}

/**
 * A fee withheld in the coin that is bought: what is left cost what was paid, and nothing was disposed of (R-FEE-6; Treas. Reg.
 * 1.1012-1(h)). Of 1 BTC bought for $60,000 less a fee of 0.001 BTC, 0.999 BTC cost $60,000. What the fee takes beyond the purchase
 * is spent.
 */
function buyLessFee({ asset, units }: Side, costs: Costs, paid: Dollars): readonly Movement[] {
  const left = units - costs.units
  const basis = paid + costs.all - costs.ofFee
  if (left > 0n) return [{ does: 'acquire', asset, units: left, basis }]
  if (left === 0n) return []
  const value = mulDiv(costs.ofFee, -left, costs.units, 'half-even')
  return [{ does: 'spend-fee', asset, units: -left, value, isWithheld: false }]
}
