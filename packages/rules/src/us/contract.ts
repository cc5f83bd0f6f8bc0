import { type Asset, isCoin, NO_ASSET, type TaxEvent, valueOf } from '../event.ts'
import type { Movement } from '../movement.ts'
import { type Costs, thenFee } from './fees.ts'
import { receiveAtValue } from './receipt.ts'

/**
 * Gain that a contract paid: short-term and in full; a coin is a lot at its value (R-CON-1; section 1234A, from memory). Costs
 * lower the proceeds to nothing and no further, and the rest of them is the basis of the row: $100 paid with costs of $130 is a
 * loss of $30.
 */
export function gainOnContract(event: TaxEvent, costs: Costs): readonly Movement[] {
  const { received, treatment } = event
  const value = valueOf(received)
  const covered = costs.all > value ? value : costs.all
  return [
    {
      does: 'contract',
      asset: assetOf(received),
      units: received?.units ?? 0n,
      value,
      costs: covered,
      basis: costs.all - covered,
      kind: treatment.kind,
    },
    ...receiveAtValue(event, costs),
  ]
}

/**
 * Cost of a losing contract: what was paid, costs included, is the basis of a row without proceeds, a short-term loss in full
 * (R-CON-2; section 1234A, from memory): $100 lost with a fee of $2 is a loss of $102. Costs given back are its proceeds. A coin
 * that paid it is disposed of at its value besides, in rows of their own; cash has no lot.
 */
export function lossOnContract(event: TaxEvent, costs: Costs): readonly Movement[] {
  const { sent, treatment } = event
  const units = sent?.units ?? 0n
  const value = valueOf(sent)
  const isInCoin = isCoin(sent)
  const isGivenBack = costs.all < 0n
  const basis = isGivenBack ? value : value + costs.all
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
      costs: isGivenBack ? costs.all : 0n,
      basis,
      kind: isInCoin ? 'contract_loss' : treatment.kind,
    })
  return thenFee(movements, costs)
}

const assetOf = (side: { readonly asset: Asset } | null): Asset => side?.asset ?? NO_ASSET
