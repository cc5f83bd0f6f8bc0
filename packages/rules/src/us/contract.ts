import { type Asset, isCoin, NO_ASSET, valueOf } from '../event.ts'
import type { Movement } from '../movement.ts'
import { withFeeSpent } from './fees.ts'
import { receiveAtValue } from './receipt.ts'
import type { Rule } from './rule.ts'

/**
 * The gain that a contract paid is short-term, and counts in full; a coin that paid it is a lot at its value (R-CON-1; section 1234A,
 * from memory). Costs lower the proceeds to nothing and no further, and the rest of them is the basis of the row: $100 paid with
 * costs of $130 is a loss of $30.
 */
export const gainOnContract: Rule = {
  operation: 'margin-gain',
  ids: ['R-CON-1'],
  value: 'needs-received',
  countsInCash: true,
  movements(event, costs) {
    const { received, treatment } = event
    const value = valueOf(received)
    const covered = costs.total > value ? value : costs.total
    return [
      {
        does: 'contract',
        asset: assetOf(received),
        units: received?.units ?? 0n,
        value,
        costs: covered,
        basis: costs.total - covered,
        kind: treatment.kind,
      },
      ...receiveAtValue(event, costs),
    ]
  },
}

/**
 * The cost of a losing contract is a short-term loss in full: what was paid, costs included, is the basis of a row without proceeds
 * (R-CON-2; section 1234A, from memory): $100 lost with a fee of $2 is a loss of $102. Costs given back are its proceeds. A coin that
 * paid the loss is also disposed of at its value, in rows of its own; cash has no lot.
 */
export const lossOnContract: Rule = {
  operation: 'margin-loss',
  ids: ['R-CON-2'],
  value: 'needs-sent',
  countsInCash: true,
  movements({ sent, treatment }, costs) {
    const units = sent?.units ?? 0n
    const value = valueOf(sent)
    const isInCoin = isCoin(sent)
    const isGivenBack = costs.total < 0n
    const basis = isGivenBack ? value : value + costs.total
    const movements: Movement[] = []
    if (isInCoin)
      movements.push({ does: 'dispose', asset: sent.asset, units, value, costs: 0n, kind: treatment.kind })
    // A coin without a value costs nothing that is known; its own row says that it left.
    if (isGivenBack || basis !== 0n || (!isInCoin && units !== 0n))
      movements.push({
        does: 'contract',
        asset: assetOf(sent),
        units,
        value: 0n,
        costs: isGivenBack ? costs.total : 0n,
        basis,
        kind: isInCoin ? 'contract_loss' : treatment.kind,
      })
    return withFeeSpent(movements, costs)
  },
}

const assetOf = (side: { readonly asset: Asset } | null): Asset => side?.asset ?? NO_ASSET
