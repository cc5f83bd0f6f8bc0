import type { Checkpoint } from '../executing/checkpoint.ts'
import { AMOUNTS_PER_EVENT, eventAtPlace, FEE, NONE, type EventTable } from '../events/event-table.ts'
import { namesOf } from '../events/event-index.ts'

/**
 * The rest of a history after a checkpoint, with the events before it that the checkpoint names, as reading the
 * journal makes it.
 */
export function restOfTable(table: EventTable, { before, named }: Checkpoint): EventTable {
  const front = named.places.length
  const count = front + table.count - before
  const opening = { before, places: named.places }
  const numbers = <Column extends Int32Array | Uint8Array | Float64Array>(
    whole: Column,
    first: ArrayLike<number>,
  ) => {
    const column = new (whole.constructor as new (length: number) => Column)(count)
    column.set(first)
    column.set(whole.subarray(before), front)
    return column
  }
  const none = new Int32Array(front).fill(NONE)
  const zero = new Uint8Array(front)
  const amounts = table.newAmounts(count * AMOUNTS_PER_EVENT)
  amounts.reserve(count * AMOUNTS_PER_EVENT)
  for (const [event, units] of named.feesBack) amounts.set(event * AMOUNTS_PER_EVENT + FEE, units)
  for (let slot = front * AMOUNTS_PER_EVENT; slot < count * AMOUNTS_PER_EVENT; slot++)
    amounts.copyFrom(slot, table.amounts, slot + (before - front) * AMOUNTS_PER_EVENT)
  const ids = [
    ...named.ids,
    ...Array.from({ length: table.count - before }, (_, n) => table.idOf(before + n)!),
  ]
  const here = (event: number) => (event < before ? undefined : event - before + front)
  return {
    ...table,
    count,
    opening,
    ...namesOf(ids),
    at: numbers(table.at, named.at),
    day: numbers(table.day, named.day),
    treatment: numbers(table.treatment, named.treatment),
    reported: numbers(table.reported, zero),
    known: numbers(table.known, zero),
    account: numbers(table.account, named.account),
    toAccount: numbers(table.toAccount, none),
    fromAsset: numbers(table.fromAsset, none),
    toAsset: numbers(table.toAsset, none),
    feeAsset: numbers(table.feeAsset, none),
    amounts,
    picks: new Map(
      [...table.picks].flatMap(([event, picks]) => {
        const own = here(event)
        if (own === undefined) return []
        const lotHere = (lot: number) =>
          lot === NONE ? NONE : (eventAtPlace({ opening, count }, lot) ?? NONE)
        return [[own, picks.map(({ lot, quantity }) => ({ lot: lotHere(lot), quantity }))]]
      }),
    ),
    furtherCosts: new Map(
      [...table.furtherCosts].flatMap(([event, costs]) => {
        const own = here(event)
        return own === undefined ? [] : [[own, costs] as const]
      }),
    ),
    donors: new Map([
      ...named.donors,
      ...[...table.donors].flatMap(([event, donor]) => {
        const own = here(event)
        return own === undefined ? [] : [[own, donor] as const]
      }),
    ]),
  }
}
