import { compareText, isFiat } from '@lotbook/journal'
import type { InputTransaction } from '../schema/calculation-input.ts'

/** A further fee and what it was paid for, each by the name of its entry: both are transactions of their own. */
export interface FurtherFee<Name = string> {
  readonly fee: Name
  readonly paidFor: Name
}

/** Costs of an event beside its own fee, as the engine takes them. */
export type FurtherFees = NonNullable<InputTransaction['further_fees']>

/** How a journal answers about its entries, whatever it calls them by. */
export interface EntriesWithFees<Name> {
  /**
   * The units that an entry spends and their value, if it is a fee by itself; undefined for any other entry, and if
   * there is no value.
   */
  readonly feeAt: (
    name: Name,
  ) => { readonly id: string; readonly asset: string; readonly value: string } | undefined
  /** Kind of an entry in the input: an event, a side of a transfer, or neither. */
  readonly kindOf: (name: Name) => 'event' | 'side' | 'none'
}

/**
 * Costs of further fees by the entry that they were paid for (R-FEE-4), in an order made of content; and the fees that
 * count so: one in cash that does is an event too. A fee paid for an entry that is no event counts only where it is
 * spent, and cash costs a transfer nothing (R-TRF-2).
 */
export function costsByEntry<Name>(
  links: readonly FurtherFee<Name>[],
  { feeAt, kindOf }: EntriesWithFees<Name>,
): { readonly costs: ReadonlyMap<Name, FurtherFees>; readonly counted: ReadonlySet<Name> } {
  const costs = new Map<Name, FurtherFees[number][]>()
  const counted = new Set<Name>()
  for (const { fee, paidFor } of links) {
    const paid = feeAt(fee)
    const kind = kindOf(paidFor)
    const isSpent = paid !== undefined && kindOf(fee) !== 'side'
    if (!isSpent || fee === paidFor || kind === 'none' || (kind === 'side' && isFiat(paid.asset))) continue
    const all = costs.get(paidFor) ?? []
    all.push({ fee: paid.id, value: paid.value })
    costs.set(paidFor, all)
    counted.add(fee)
  }
  for (const all of costs.values()) all.sort((a, b) => compareText(a.fee, b.fee))
  return { costs, counted }
}
