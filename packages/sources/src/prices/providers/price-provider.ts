import type { Instant } from '@lotbook/journal'
import { formatDecimal, isNegative, isZero, parseDecimal } from '@lotbook/money'
import type { Ask, ProviderAnswer } from '../../connecting/ask.ts'
import { ProviderFailed } from '../../connecting/connector.ts'
import { exactJson } from '../../connecting/exact-json.ts'
import type { ProviderName } from '../../connecting/providers.ts'

/** What a price is the close of: the UTC hour or day that begins at its instant. */
export type Grain = 'hour' | 'day'

export const GRAIN_MS: Readonly<Record<Grain, number>> = { hour: 3_600_000, day: 86_400_000 }

/** An asset as far as providers can tell which one is meant (E13). */
export interface PricedAsset {
  readonly id: string
  /** Its ticker, where that means no other asset; undefined for what is known by its contract, or shares its ticker. */
  readonly ticker: string | undefined
  readonly contracts: readonly { readonly chain: string; readonly contract: string }[]
}

/** The close of an hour or day: what a unit was worth, in the currency that the provider quotes in. */
export interface ProviderPrice {
  /** The beginning of the hour or day. */
  readonly at: Instant
  /** Exact decimal text, as the provider sent it. */
  readonly price: string
}

export interface PriceProvider {
  readonly name: ProviderName
  /** As persons know it. */
  readonly title: string
  /** USDT where it has no market in dollars: what a unit of that was worth is asked as well. */
  readonly quote: 'USD' | 'USDT'
  readonly grains: readonly Grain[]
  /** How many hours or days one request may reach over, and how many of them it may ask for. */
  readonly mostSpan: number
  readonly mostTimes: number
  /** How many hours or days back it answers at all. */
  readonly depth?: number
  /** Its name for what an asset is traded as; undefined where it cannot know the asset. */
  readonly marketOf: (asset: PricedAsset) => string | undefined
  /**
   * The closes of these hours or days, and of others between them; those that it does not have are left out, and all of them where
   * it does not know the market.
   *
   * @param times - in their order, at least one.
   *
   * @throws ProviderBusy, ProviderDown, ProviderFailed
   */
  readonly ask: (
    ask: Ask,
    market: string,
    times: readonly Instant[],
    grain: Grain,
  ) => Promise<readonly ProviderPrice[]>
}

/** The first and the last of some times. */
export function rangeOf(times: readonly Instant[]): { readonly from: Instant; readonly to: Instant } {
  return { from: Math.min(...times), to: Math.max(...times) }
}

/** Tickers that exchanges have used of two coins, one after the other: BitConnect and Bitcoin Cash, Terra before and after its fall. */
const TWO_COINS: ReadonlySet<string> = new Set(['BCC', 'LUNA'])

/** The ticker of an asset in the way most exchanges write one. */
export function tickerIn({ ticker }: PricedAsset): string | undefined {
  if (ticker === undefined || TWO_COINS.has(ticker)) return undefined
  return /^[A-Z0-9]{1,12}$/.test(ticker) ? ticker : undefined
}

/** An answer that is not as its provider's documentation says; nothing of it is used. */
export function unreadable(provider: ProviderName, what: string): ProviderFailed {
  return new ProviderFailed(`${provider} gave an answer that cannot be read: ${what}`)
}

/** An answer as JSON with exact numbers. */
export function jsonOf(provider: ProviderName, { status, text }: ProviderAnswer): unknown {
  if (status !== 200) throw unreadable(provider, `status ${status}`)
  try {
    return exactJson(text)
  } catch {
    throw unreadable(provider, 'no JSON')
  }
}

export function listOf(provider: ProviderName, value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw unreadable(provider, 'no list')
  return value
}

export function fieldsOf(provider: ProviderName, value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) throw unreadable(provider, 'no object')
  return value as Readonly<Record<string, unknown>>
}

/**
 * The closes among some times, from the time and price of each candle. A price of nothing is none, and a candle twice counts
 * once.
 *
 * @throws ProviderFailed for a price or time that is no number.
 */
export function closesOf(
  provider: ProviderName,
  candles: Iterable<{ readonly at: unknown; readonly price: unknown }>,
  times: readonly Instant[],
  grain: Grain,
  { unit }: { readonly unit: 's' | 'ms' },
): ProviderPrice[] {
  const { from, to } = rangeOf(times)
  const closes = new Map<Instant, string>()
  for (const { at: text, price } of candles) {
    if (typeof text !== 'string' || !/^\d{1,15}$/.test(text)) throw unreadable(provider, 'no time')
    const at = Number(text) * (unit === 's' ? 1000 : 1)
    const exact = exactPrice(provider, price)
    if (exact !== undefined && at >= from && at <= to && at % GRAIN_MS[grain] === 0 && !closes.has(at))
      closes.set(at, exact)
  }
  return [...closes].map(([at, price]) => ({ at, price })).toSorted((a, b) => a.at - b.at)
}

/** A price as exact decimal text; undefined where it is nothing. @throws ProviderFailed */
export function exactPrice(provider: ProviderName, text: unknown): string | undefined {
  const price = typeof text === 'string' ? parseDecimal(text) : undefined
  if (price === undefined || isNegative(price)) throw unreadable(provider, 'a price is not a number')
  return isZero(price) ? undefined : formatDecimal(price)
}
