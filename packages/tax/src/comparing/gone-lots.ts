import type { TaxDate } from '@lotbook/journal'
import { plainAmount } from '../schema/amount-text.ts'
import type { CalculationInput, InputTransaction } from '../schema/calculation-input.ts'
import { lotsUsed } from '../methods/lots-used.ts'

type Lots = NonNullable<InputTransaction['lots']>

/**
 * The older history, with lots named as the newer one names them wherever these very lots went without being named: to name them, as a
 * filed year does that keeps its lots, is no change.
 */
export function withGoneLotsNamed(older: CalculationInput, newer: CalculationInput): CalculationInput {
  const named = new Map<string, Lots>()
  for (const { id, lots } of newer.transactions) if (lots != null && lots.length > 0) named.set(id, lots)
  if (!older.transactions.some(({ id, lots }) => named.has(id) && (lots ?? []).length === 0)) return older
  const gone = new Map(lotsUsed(older).map(({ tx, lots }) => [tx, unitsOf(lots)]))
  return {
    settings: older.settings,
    transactions: older.transactions.map((t) => {
      const lots = named.get(t.id)
      const isGone = lots !== undefined && (t.lots ?? []).length === 0 && gone.get(t.id) === unitsOf(lots)
      return isGone ? { ...t, lots } : t
    }),
  }
}

/** Whether everything up to the end of a tax day draws on the lots that it drew on in the older history, and says so. */
export function keepsLots(older: CalculationInput, newer: CalculationInput, through: TaxDate): boolean {
  const named = new Map(newer.transactions.map(({ id, lots }) => [id, unitsOf(lots ?? [])]))
  const used = lotsUsed(older, through).filter(({ tx }) => named.has(tx))
  return used.length > 0 && used.every(({ tx, lots }) => named.get(tx) === unitsOf(lots))
}

/** Units by lot, as a text to compare. */
function unitsOf(lots: Lots): string {
  return lots
    .map(({ lot, quantity }) => JSON.stringify([lot, plainAmount(quantity) ?? quantity]))
    .toSorted()
    .join()
}
