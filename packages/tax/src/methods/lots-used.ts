import type { TaxDate } from '@lotbook/journal'
import { formatUnits } from '@lotbook/money'
import type { CalculationInput } from '../schema/calculation-input.ts'
import { eventTableOf } from '../events/event-table.ts'
import { runEvents } from '../executing/run-events.ts'

/** The lots that a transaction gave up or moved, in the order in which they went. */
export interface LotsUsed {
  readonly tx: string
  /** Each lot once, named by the transaction that acquired it; quantities are exact decimal text. */
  readonly lots: readonly { readonly lot: string; readonly quantity: string }[]
}

/**
 * Lots used up to the end of a tax day or in all: the lots that a filed return has used up. If they are named for the
 * same transactions, the same lots are used whatever else the history has by then (R-LOT-4).
 *
 * Left out are fees, conversions, whose lots stay together, and units of unknown origin: if that is known by now, they
 * are units of existing lots. For a lot in parts of several costs the part that was used is not stated.
 *
 * @param input one that the engine took.
 *
 * @returns in the order of the history.
 */
export function lotsUsed(input: CalculationInput, through?: TaxDate): LotsUsed[] {
  const table = eventTableOf(input)
  const used = new Map<number, Map<number, bigint>>()
  const { treatment } = runEvents(
    table,
    input.settings,
    undefined,
    through === undefined ? undefined : { day: through },
    {
      onTaken: (event, lot, quantity) => {
        const lots = used.get(event) ?? new Map<number, bigint>()
        used.set(event, lots.set(lot, (lots.get(lot) ?? 0n) + quantity))
      },
    },
  )
  const operation = (event: number) => table.jurisdiction.treatments[treatment[event]!]!.operation
  /** Transfers and conversions acquire nothing but units of unknown origin. */
  const isKnown = (lot: number) => operation(lot) !== 'transfer' && operation(lot) !== 'convert'
  return [...used].flatMap(([event, quantities]) => {
    const scale = table.scales[table.fromAsset[event]!]!
    const lots = [...quantities].flatMap(([lot, quantity]) =>
      isKnown(lot) ? [{ lot: table.idOf(lot)!, quantity: formatUnits(quantity, scale) }] : [],
    )
    return operation(event) === 'convert' || lots.length === 0 ? [] : [{ tx: table.idOf(event)!, lots }]
  })
}
