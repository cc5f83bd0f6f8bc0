import { daysBetween } from '@lotbook/journal'
import {
  compare,
  formatDecimal,
  minus,
  MONEY_SCALE,
  parseDecimal,
  plus,
  round,
  times,
  zero,
  type Decimal,
} from '@lotbook/money'
import { longTermFrom } from '@lotbook/rules/us'
import type { LotRow } from '@lotbook/tax'

/** An open lot that is worth less than it cost; amounts are exact decimal text in USD. */
export interface LossLot {
  readonly asset: string
  /** Null while the pool is universal. */
  readonly account: string | null
  readonly acquired: string
  readonly quantity: string
  readonly basis: string
  readonly value: string
  /** Positive. */
  readonly loss: string
  readonly term: 'short' | 'long'
  /** Days until a sale is long-term; 0 once it is. */
  readonly days: number
}

/** Lots with a loss, the largest first, and what has no price. */
export interface LossLots {
  readonly lots: readonly LossLot[]
  /** Assets of open lots without a price. */
  readonly unpriced: readonly string[]
}

/**
 * Finds the lots that a sale on a day would make a loss of. A gift that was worth less than it had cost is measured by its basis for a loss,
 * with the holding period that goes with it (section 1015(a)).
 */
export function lotsWithLoss(
  open: readonly LotRow[],
  priceOf: (asset: string) => string | undefined,
  on: string,
): LossLots {
  const lots: LossLot[] = []
  const unpriced = new Set<string>()
  for (const lot of open) {
    const price = priceOf(lot.asset)
    if (price === undefined) {
      unpriced.add(lot.asset)
      continue
    }
    const value = round(times(exact(lot.quantity), exact(price)), MONEY_SCALE, 'half-even')
    const basis = lot.loss_basis ?? lot.basis
    if (compare(exact(basis), value) <= 0) continue
    const acquired = lot.loss_acquired ?? lot.acquired
    const days = Math.max(0, daysBetween(on, longTermFrom(acquired)))
    lots.push({
      asset: lot.asset,
      account: lot.account,
      acquired,
      quantity: lot.quantity,
      basis,
      value: formatDecimal(value),
      loss: formatDecimal(minus(exact(basis), value)),
      term: days === 0 ? 'long' : 'short',
      days,
    })
  }
  return { lots: lots.toSorted((a, b) => compare(exact(b.loss), exact(a.loss))), unpriced: [...unpriced] }
}

/** The losses of lots by term, positive. */
export function lossByTerm(lots: readonly LossLot[]): { readonly short: string; readonly long: string } {
  const of = (term: LossLot['term']) =>
    formatDecimal(
      lots.filter((lot) => lot.term === term).reduce((sum, { loss }) => plus(sum, exact(loss)), zero),
    )
  return { short: of('short'), long: of('long') }
}

function exact(text: string): Decimal {
  return parseDecimal(text) ?? zero
}
