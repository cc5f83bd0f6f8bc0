import { formatDecimal, parseDecimal, times as product } from '@lotbook/money'
import {
  type Grain,
  GRAIN_MS,
  type PricedAsset,
  type PriceProvider,
  priceProviders,
  ProviderBusy,
  ProviderDown,
  ProviderFailed,
  type ProviderName,
  type ProviderPrice,
} from '@lotbook/sources'
import { type Database, withoutSubject } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { errorText, type Log } from '../../platform/log.ts'
import type { Outbound } from '../../platform/outbound.ts'
import { sql } from '../../platform/sql.ts'

/** What providers quote in, and prices are kept in. */
export const PRICE_CURRENCY = 'USD'
const TETHER: PricedAsset = { id: 'USDT', ticker: 'USDT', contracts: [] }
/** After so long a provider is asked again for what it did not have. */
const GAP_LASTS_DAYS = 30

/** Hours or days that the close of an asset is wanted of. */
export interface Wanted {
  readonly asset: PricedAsset
  /** The beginning of each, in milliseconds since 1970; all of them have ended. */
  readonly times: ReadonlySet<number>
}

export interface Asking {
  readonly db: Database
  readonly outbound: Outbound
  readonly log: Log
  /** Who is asked, in this order. */
  readonly providers: readonly ProviderName[]
  readonly now: Date
  readonly signal?: AbortSignal
  /** How often a failed request is sent again, where not as often as usual. */
  readonly retries?: number
}

/** The end of a search. */
export interface Searched {
  /** Hours or days that nobody has a close of. */
  readonly open: number
  /** Providers that gave no answer to something that no other had, and when the first of them is to be asked again. */
  readonly silent: ReadonlySet<ProviderName>
  readonly until: Date | undefined
  /** Some of them answered with what is no price. */
  readonly isUnreadable: boolean
}

/**
 * Ask providers for closes that are wanted, one asset after the other, and keep what they say. Each provider is asked for
 * what those before it do not have, in as few requests as it allows, and not for what it did not have before. What was found
 * stands at once, so that a search that is killed goes on from there.
 */
export async function fetchPrices(
  asking: Asking,
  wanted: readonly Wanted[],
  grain: Grain,
  onDone: (times: number) => Promise<void> = async () => {},
): Promise<Searched> {
  const search = new Search(asking, grain)
  let open = 0
  for (const one of wanted) {
    open += (await search.find(one)).size
    await onDone(one.times.size)
  }
  return { open, ...search.silence() }
}

class Search {
  readonly #asking: Asking
  readonly #grain: Grain
  readonly #providers: readonly PriceProvider[]
  readonly #silent = new Set<ProviderName>()
  #until: Date | undefined
  #isUnreadable = false

  constructor(asking: Asking, grain: Grain) {
    this.#asking = asking
    this.#grain = grain
    this.#providers = asking.providers.flatMap((name) =>
      priceProviders.filter((provider) => provider.name === name && provider.grains.includes(grain)),
    )
  }

  silence(): Omit<Searched, 'open'> {
    return { silent: this.#silent, until: this.#until, isUnreadable: this.#isUnreadable }
  }

  /** @returns the times that nobody has a close of. */
  async find({ asset, times }: Wanted, providers = this.#providers): Promise<ReadonlySet<number>> {
    const open = new Set(times)
    const silent: { name: ProviderName; error: unknown }[] = []
    for (const provider of providers) {
      const market = provider.marketOf(asset)
      if (open.size === 0 || market === undefined) continue
      const asked = await this.#toAsk(provider, asset.id, open)
      try {
        for (const batch of batchesOf(asked, provider, GRAIN_MS[this.#grain]))
          for (const at of await this.#ask(provider, asset.id, market, batch)) open.delete(at)
      } catch (error) {
        if (!isNoAnswer(error)) throw error
        silent.push({ name: provider.name, error })
      }
    }
    // What another provider had does not have to be waited for.
    if (open.size > 0) for (const { name, error } of silent) this.#note(name, error)
    return open
  }

  /** @returns the times of which there is a close now. */
  async #ask(
    provider: PriceProvider,
    asset: string,
    market: string,
    times: readonly number[],
  ): Promise<readonly number[]> {
    const { outbound, signal, retries } = this.#asking
    const ask = outbound.provider(provider.name, {
      ...(signal !== undefined && { signal }),
      ...(retries !== undefined && { retries }),
    })
    const said = await provider.ask(ask, market, times, this.#grain)
    const prices = provider.quote === 'USDT' ? await this.#inDollars(said) : said
    // Between two days that were asked for all days are worth keeping; between two hours there are too many.
    const asked = new Set(times)
    const kept = this.#grain === 'day' ? prices : prices.filter(({ at }) => asked.has(at))
    await this.#keep(provider, asset, kept)
    const had = new Set(said.map(({ at }) => at))
    await this.#keepGaps(
      provider.name,
      asset,
      times.filter((at) => !had.has(at)),
    )
    return prices.map(({ at }) => at)
  }

  /** Prices in USDT by what that was worth; one of a time when nobody knows it is left out. */
  async #inDollars(said: readonly ProviderPrice[]): Promise<readonly ProviderPrice[]> {
    if (said.length === 0) return said
    const times = said.map(({ at }) => at)
    const known = await this.#stored(TETHER.id, times)
    await this.find(
      { asset: TETHER, times: new Set(times.filter((at) => !known.has(at))) },
      this.#providers.filter(({ quote }) => quote === 'USD'),
    )
    const rates = await this.#stored(TETHER.id, times)
    return said.flatMap(({ at, price }) => {
      const [units, rate] = [parseDecimal(price), parseDecimal(rates.get(at) ?? '')]
      return units === undefined || rate === undefined
        ? []
        : [{ at, price: formatDecimal(product(units, rate)) }]
    })
  }

  #stored(asset: string, times: readonly number[]): Promise<ReadonlyMap<number, string>> {
    return withoutSubject(this.#asking.db, async (tx) => {
      const rows = await tx.all<{ at: Date; price: string }>(sql`
        select distinct on (at) at, price::text from prices where asset_id = ${asset} and currency = ${PRICE_CURRENCY}
          and grain = ${this.#grain} and at = any (${times.map(instant)}::timestamptz[])
        order by at, provider, revision desc`)
      return new Map(rows.map(({ at, price }) => [at.getTime(), price]))
    })
  }

  /** Those of some times that a provider is to be asked for: it can have them, and has not said that it has not. */
  async #toAsk(
    { name, depth = Number.POSITIVE_INFINITY }: PriceProvider,
    asset: string,
    open: ReadonlySet<number>,
  ): Promise<number[]> {
    const oldest = this.#asking.now.getTime() - depth * GRAIN_MS[this.#grain]
    const times = [...open].filter((at) => at >= oldest).toSorted((a, b) => a - b)
    if (times.length === 0) return []
    const gaps = await withoutSubject(this.#asking.db, (tx) =>
      tx.all<{ at: Date }>(sql`
        select at from price_gaps where asset_id = ${asset} and currency = ${PRICE_CURRENCY} and grain = ${this.#grain}
          and provider = ${name} and at = any (${times.map(instant)}::timestamptz[])
          and asked_at > ${this.#asking.now}::timestamptz - make_interval(days => ${GAP_LASTS_DAYS})`),
    )
    const known = new Set(gaps.map(({ at }) => at.getTime()))
    return times.filter((at) => !known.has(at))
  }

  async #keep(provider: PriceProvider, asset: string, prices: readonly ProviderPrice[]): Promise<void> {
    if (prices.length === 0) return
    const title = provider.quote === 'USDT' ? `${provider.title}, from its price in USDT` : provider.title
    await withoutSubject(this.#asking.db, (tx) =>
      tx.run(sql`
        insert into prices (id, asset_id, currency, grain, at, provider, price, fetched_at)
        select id, ${asset}, ${PRICE_CURRENCY}, ${this.#grain}, at, ${title}, price, clock_timestamp()
        from unnest(${prices.map(() => newId())}::uuid[], ${prices.map(({ at }) => instant(at))}::timestamptz[],
          ${prices.map(({ price }) => price)}::numeric[]) as r (id, at, price)
        on conflict do nothing`),
    )
  }

  async #keepGaps(provider: ProviderName, asset: string, times: readonly number[]): Promise<void> {
    if (times.length === 0) return
    await withoutSubject(this.#asking.db, (tx) =>
      tx.run(sql`
        insert into price_gaps (asset_id, currency, grain, at, provider, asked_at)
        select ${asset}, ${PRICE_CURRENCY}, ${this.#grain}, at, ${provider}, ${this.#asking.now}
        from unnest(${times.map(instant)}::timestamptz[]) as r (at)
        on conflict (asset_id, currency, grain, at, provider) do update set asked_at = excluded.asked_at`),
    )
  }

  #note(name: ProviderName, error: unknown): void {
    const { log, outbound } = this.#asking
    // Without a network every asset meets the same silence: its message says it, and no line of our code is at fault.
    if (outbound.isSilenceNews(name))
      log.warn({ provider: name, error: messageOf(error) }, 'a provider of prices gave no answer')
    this.#silent.add(name)
    if (error instanceof ProviderFailed) this.#isUnreadable = true
    if (!(error instanceof ProviderBusy)) return
    if (this.#until === undefined || error.until < this.#until) this.#until = error.until
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : errorText(error))

const isNoAnswer = (error: unknown) =>
  error instanceof ProviderBusy || error instanceof ProviderDown || error instanceof ProviderFailed

const instant = (at: number) => new Date(at).toISOString()

/** Times cut into the requests that a provider takes. */
function batchesOf(
  times: readonly number[],
  { mostSpan, mostTimes }: Pick<PriceProvider, 'mostSpan' | 'mostTimes'>,
  unitMs: number,
): number[][] {
  const batches: number[][] = []
  for (const at of times) {
    const batch = batches.at(-1)
    const isRoom =
      batch?.[0] !== undefined && batch.length < mostTimes && (at - batch[0]) / unitMs + 1 <= mostSpan
    if (isRoom) batch.push(at)
    else batches.push([at])
  }
  return batches
}
