import { GRAIN_MS } from '@lotbook/sources'
import { withSubject } from '../../platform/database.ts'
import type { RequestContext } from '../../platform/request-context.ts'
import { refuse } from '../../platform/refusal.ts'
import { askedAssets } from './asked-assets.ts'
import { fetchPrices, type Searched } from './fetch-prices.ts'
import type { PriceToAsk } from './historical-price.ts'

/** A person waits for it. */
const LONGEST_MS = 8_000

/**
 * Ask providers for the price of one asset at one moment: the close of its hour, else of its day. What is found is kept.
 *
 * @throws Refusal where nobody has it and somebody gave no answer, or one that is no price: then it is asked again next time.
 */
export async function lookUpPrice(
  { db, who, outbound, config, log, now }: RequestContext,
  { asset: id, at }: PriceToAsk,
): Promise<void> {
  const assets = await withSubject(db, who, (tx) => askedAssets(tx, who.subjectId, [id]))
  const signal = AbortSignal.timeout(LONGEST_MS)
  const asking = { db, outbound, log, providers: config.priceProviders, now, signal, retries: 1 }
  for (const grain of ['hour', 'day'] as const) {
    const begun = at.getTime() - (at.getTime() % GRAIN_MS[grain])
    // What has not ended has no close.
    if (begun + GRAIN_MS[grain] > now.getTime()) continue
    const wanted = assets.map((asset) => ({ asset, times: new Set([begun]) }))
    const searched = await fetchPrices(asking, wanted, grain).catch((error: unknown): Searched => {
      if (!signal.aborted) throw error
      return refuse('unavailable', NO_ANSWER)
    })
    if (searched.open === 0) return
    if (grain === 'hour' && searched.silent.size === 0) continue
    if (searched.isUnreadable) refuse('price_not_a_number')
    if (searched.silent.size > 0) refuse('unavailable', NO_ANSWER)
  }
}

const NO_ANSWER = 'The price services do not answer. Please try again later.'
