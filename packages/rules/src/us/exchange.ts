import { mulDiv } from '@lotbook/money'
import { type Dollars, isCoin, type Side, type TaxEvent, valueOf } from '../event.ts'
import type { Movement } from '../movement.ts'
import type { Choices } from './choices.ts'
import { type Costs, withFeeSpent } from './fees.ts'
import { receiveAtBasis } from './receipt.ts'
import type { Rule } from './rule.ts'

/**
 * One thing is exchanged for another: a sale, a purchase, a trade, a mint.
 *
 * A coin that is given up is disposed of for the value of what was received (R-TRD-1, R-ICO-1, R-NFT-1; Notice 2014-21, Treas. Reg.
 * 1.1001-7), and what was received is a lot that cost as much: 1 ETH that cost $1,000, given for UNI worth $3,000 with a fee of $10,
 * is a gain of $1,990, and the UNI cost $3,000.
 */
export const exchange: Rule = {
  operation: 'exchange',
  ids: [],
  byKind: { trade: { ids: ['R-TRD-1'] }, ico: { ids: ['R-ICO-1'] }, nft_mint: { ids: ['R-NFT-1'] } },
  idOfCosts(kind, { splitsExchangeFees }) {
    if (kind === 'sell') return 'R-FEE-2'
    return splitsExchangeFees ? 'R-OPEN-12' : 'R-FEE-3'
  },
  value: 'needs-either',
  movements(event, costs, _memory, choices) {
    const { sent, received, treatment } = event
    const isFreeMint = treatment.subType === 'nft_mint' && (sent?.units ?? 0n) === 0n
    if (isCoin(sent) && !isFreeMint) return giveUp(event, sent, costs, choices)
    return isCoin(received) ? buy(event, received, costs, isFreeMint) : withFeeSpent([], costs)
  },
}

/**
 * All costs are taken off the proceeds of what was given up (R-FEE-2, R-FEE-3; Treas. Reg. 1.1001-7(b)(2)), or half of them where the
 * owner chose that both sides share them (R-OPEN-12).
 */
function giveUp(event: TaxEvent, sent: Side, costs: Costs, choices: Choices): readonly Movement[] {
  const value = event.received?.value ?? valueOf(sent)
  const costsOfReceived = choices.splitsExchangeFees ? halfOfCosts(event, costs) : 0n
  const disposal: Movement = {
    does: 'dispose',
    asset: sent.asset,
    units: sent.units,
    value,
    costs: costs.total - costsOfReceived,
    kind: event.treatment.kind,
  }
  if (!isCoin(event.received)) return withFeeSpent([disposal], costs)
  return [disposal, ...receiveAtBasis(event, costs, value + costsOfReceived)]
}

/** Half of the costs belong to a coin that is received, if none were given back. The odd unit stays with what is given up. */
function halfOfCosts({ received }: TaxEvent, { total }: Costs): Dollars {
  return isCoin(received) && received.units !== 0n && total > 0n ? total / 2n : 0n
}

/**
 * A purchase for cash costs what was paid, fees included (R-FEE-1; Treas. Reg. 1.1012-1(h)): 1 BTC for $60,000 and a fee of $30 cost
 * $60,030. A mint without a price costs its fees (R-NFT-2; section 1012, from memory).
 */
function buy({ sent }: TaxEvent, received: Side, costs: Costs, isFreeMint: boolean): readonly Movement[] {
  const paid = isFreeMint ? 0n : (sent?.value ?? valueOf(received))
  const { asset, units } = received
  if (costs.feeCoin === asset) return buyLessFee(received, costs, paid)
  const basis = paid + costs.total
  if (units <= 0n) return withFeeSpent([], costs)
  // After a rebate of more than the price, the basis is zero: nothing costs less than nothing.
  return withFeeSpent([{ does: 'acquire', asset, units, basis: basis < 0n ? 0n : basis }], costs)
}

/**
 * A fee withheld in the coin that is bought is not disposed of: the rest of the coin cost what was paid (R-FEE-6; Treas. Reg.
 * 1.1012-1(h)). Of 1 BTC bought for $60,000 less a fee of 0.001 BTC, 0.999 BTC cost $60,000. Units of a fee beyond the purchase are
 * spent.
 */
function buyLessFee(
  { asset, units }: Side,
  { feeUnits, feeValue, total }: Costs,
  paid: Dollars,
): readonly Movement[] {
  const left = units - feeUnits
  if (left > 0n) return [{ does: 'acquire', asset, units: left, basis: paid + total - feeValue }]
  if (left === 0n) return []
  const value = mulDiv(feeValue, -left, feeUnits, 'half-even')
  return [{ does: 'spend-fee', asset, units: -left, value, isWithheld: false }]
}
