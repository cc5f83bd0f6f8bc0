import type { CassetteHead, Expectation } from '../connecting/cassette.ts'
import { ProviderFailed } from '../connecting/connector.ts'
import type { Replay } from '../connecting/replay-cassette.ts'
import { priceProviders } from '../prices/providers/price-providers.ts'

/** Prices that a provider gives for all that a cassette asks for, as its lines. */
export async function pricesOf(
  { connector, asks }: Pick<CassetteHead, 'connector' | 'asks'>,
  { ask }: Pick<Replay, 'ask'>,
): Promise<readonly Expectation[]> {
  const provider = priceProviders.find(({ name }) => name === connector)
  if (provider === undefined) throw new ProviderFailed(`There are no prices of "${connector}".`)
  const lines: Expectation[] = []
  for (const { asset, grain, times } of asks) {
    const market = provider.marketOf({ ticker: undefined, contracts: [], ...asset })
    if (market === undefined) throw new ProviderFailed(`${connector} has no market for ${asset.id}.`)
    const prices = await provider.ask(
      ask(provider.name),
      market,
      times.map((time) => Date.parse(time)),
      grain,
    )
    for (const { at, price } of prices)
      lines.push({
        price_at: new Date(at).toISOString(),
        grain,
        asset: asset.id,
        price: `${price} ${provider.quote}`,
      })
  }
  return lines
}
