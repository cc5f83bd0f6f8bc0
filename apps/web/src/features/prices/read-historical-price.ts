import { type HistoricalPrice, type PriceMatches, screenMessages } from '@lotbook/contract'
import { parseDecimal } from '@lotbook/money'

export type PriceRead =
  | ({ readonly kind: 'price'; readonly price: string } & Pick<HistoricalPrice, 'source' | 'attribution'>)
  | { readonly kind: 'choice'; readonly message: string; readonly matches: PriceMatches['matches'] }
  | { readonly kind: 'unreadable'; readonly message: string }

/** Meaning of an answer of `historical_price`: a price, a choice among assets, or no price. */
export function readHistoricalPrice(
  answer:
    | { readonly status?: 200 | undefined; readonly body: HistoricalPrice }
    | { readonly status: 300; readonly body: PriceMatches },
): PriceRead {
  if (answer.status === 300) {
    const { message, matches } = answer.body
    return { kind: 'choice', message, matches }
  }
  const { price_usd: price, source, attribution } = answer.body
  return parseDecimal(price) === undefined
    ? { kind: 'unreadable', message: screenMessages.historicalPrice.notANumber }
    : { kind: 'price', price, source, attribution }
}

/** A UTC date and time of a form as Unix time, or what was typed where it is none, for the server to refuse. */
export function unixTimeOf(local: string): string {
  const at = Date.parse(`${local}Z`)
  return Number.isNaN(at) ? local : String(Math.floor(at / 1000))
}
