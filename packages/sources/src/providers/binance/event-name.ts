import type { Instant } from '@lotbook/journal'
import { formatDecimal } from '@lotbook/money'
import { absoluteAmount } from '../../reading/amount-text.ts'
import type { Collector, DraftLeg } from '../../reading/collector.ts'

/** Events that several reports of Binance tell, its API among them, without an id that they share. */
export type BinanceEvent = 'convert' | 'card' | 'dust' | 'reward'

const HOUR_MS = 3_600_000
/**
 * How far the times of two tellings can lie apart: a card is charged before its coins come. An hour, so that two statements that meet at a
 * midnight of the customer's share none.
 */
const PERIOD_MS = { card: 24 * HOUR_MS, convert: HOUR_MS, dust: HOUR_MS, reward: HOUR_MS } as const

/**
 * Names an event by its kind, the hour or day and what it moved, to the last digit, so that a statement, another report and a key tell of one
 * event. Events alike in all of it are told apart by their ordinal in the reading.
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
  const name = ['binance', kind, Math.floor(at / PERIOD_MS[kind]), ...moved].join(' ')
  let ordinal = 1
  while (out.isAgain(`event ${name} ${ordinal}`)) ordinal += 1
  return ordinal === 1 ? name : `${name} ${ordinal}`
}
