import type { Instant } from '@lotbook/journal'
import { formatDecimal } from '@lotbook/money'
import { absoluteAmount } from '../../reading/amount-text.ts'
import type { Collector, DraftLeg } from '../../reading/collector.ts'

/** Events that several reports of Binance tell, its API among them, without an id that they share. */
export type BinanceEvent = 'convert' | 'card' | 'dust' | 'reward'

/**
 * Names an event by its kind, its second and what it moved, so that a statement, another report and a key tell of one event. Events alike in
 * all of it are told apart by their ordinal in the reading.
 */
export function nameEvent(
  out: Collector,
  kind: BinanceEvent,
  at: Instant,
  legs: readonly (DraftLeg | undefined)[],
): string {
  const moved = legs.flatMap((leg) =>
    leg === undefined ? [] : [`${formatDecimal(absoluteAmount(leg.amount).value)} ${leg.asset}`],
  )
  const name = ['binance', kind, Math.floor(at / 1000), ...moved].join(' ')
  let ordinal = 1
  while (out.isAgain(`event ${name} ${ordinal}`)) ordinal += 1
  return ordinal === 1 ? name : `${name} ${ordinal}`
}
