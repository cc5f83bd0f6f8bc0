import { formatInstant } from '@lotbook/journal'
import { MONEY_SCALE } from '@lotbook/money'
import type { CalculationSettings } from '../schema/calculation-input.ts'
import type { LotRow } from '../schema/calculation-result.ts'
import { NONE, type EventTable } from '../events/event-table.ts'
import { runEvents } from '../executing/run-events.ts'
import { dayText } from '../schema/tax-day.ts'

/**
 * Open pieces of lots right before an event, in the order in which naming a lot takes them. A result states the open
 * part of an acquisition in one row; after conversions it may lie in pieces of several costs.
 *
 * @returns quantities and bases as exact decimals, the basis in USD; of a gift with two bases the one for a gain.
 */
export function piecesBefore(table: EventTable, settings: CalculationSettings, event: string): LotRow[] {
  const { lots, book, keys, amounts } = runEvents(table, settings, undefined, { event })
  const keyOfPool = new Map(book.pools().map(({ id, key }) => [id, key]))
  const rows: LotRow[] = []
  for (let piece = 0; piece < lots.pairs; piece++) {
    const key = keyOfPool.get(lots.home(piece))
    if (key === undefined) continue
    const asset = keys.asset(key)
    const account = keys.account(key)
    const acquisition = lots.acquisition(piece)
    rows.push({
      lot: table.idOf(acquisition)!,
      asset: table.assets[asset]!,
      account: account === NONE ? null : table.accounts[account]!,
      quantity: amounts.text(lots.quantity(piece), table.scales[asset]!),
      basis: amounts.text(lots.basis(piece), MONEY_SCALE),
      acquired: dayText(lots.acquired(piece)),
      at: formatInstant(table.at[acquisition]!),
    })
  }
  return rows
}
