import { canonicalAmount } from '@lotbook/money'
import type { NamedLots } from '../events/packed-input.ts'
import type { InputTransaction } from '../schema/calculation-input.ts'
import { bytesOfId } from './entry-ids.ts'
import type { EntryIndex } from './entry-index.ts'

/** Units of a lot that a sale names (R-LOT-4). */
export interface LotPick {
  readonly transaction_id: string
  /** The instant of the sale. */
  readonly at: Date
  /** The fingerprint of the transaction that acquired the lot. */
  readonly lot: string
  readonly quantity: string
}

type Lots = NonNullable<InputTransaction['lots']>

/** The lots that each sale names, by the id of its transaction. */
export function lotsByTransaction(picks: readonly LotPick[]): Map<string, Lots> {
  const lots = new Map<string, Lots[number][]>()
  for (const { transaction_id, lot, quantity } of picks) {
    const named = lots.get(transaction_id) ?? []
    named.push({ lot, quantity: canonicalAmount(quantity) ?? quantity })
    lots.set(transaction_id, named)
  }
  return lots
}

/** The lots that each sale names, by its position in the packed journal; a sale that is ignored or gone names none. */
export function lotsByEntry(picks: readonly LotPick[], entries: EntryIndex): NamedLots {
  const named = new Map<number, Lots>()
  for (const [id, lots] of lotsByTransaction(picks)) {
    const entry = entries.find(bytesOfId(id))
    if (entry !== undefined) named.set(entry, lots)
  }
  return named
}
