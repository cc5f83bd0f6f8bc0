import type { Instant } from '@lotbook/journal'
import { explorerChains } from '../../catalogue/explorer-chains.ts'
import { contractName } from '../../catalogue/token-asset.ts'
import {
  exactPrice,
  fieldsOf,
  GRAIN_MS,
  jsonOf,
  listOf,
  type PricedAsset,
  type PriceProvider,
  type ProviderPrice,
  unreadable,
} from './price-provider.ts'

/** Its names of chains, by ours. */
const BY_SLUG: Readonly<Record<string, string>> = {
  ethereum: 'ethereum',
  bsc: 'bsc',
  polygon: 'polygon',
  arbitrum: 'arbitrum',
  optimism: 'optimism',
  base: 'base',
  avalanche: 'avax',
  fantom: 'fantom',
  gnosis: 'xdai',
  cronos: 'cronos',
  mantle: 'mantle',
  linea: 'linea',
  scroll: 'scroll',
  blast: 'blast',
  'zksync-era': 'era',
  'arbitrum-nova': 'arbitrum_nova',
  'polygon-zkevm': 'polygon_zkevm',
}

/** The same by slug and by number (CAIP-2), for a token can come with either. */
const CHAINS: Readonly<Record<string, string | undefined>> = {
  ...BY_SLUG,
  ...Object.fromEntries(explorerChains.map(({ slug, chainId }) => [`eip155:${chainId}`, BY_SLUG[slug]])),
  solana: 'solana',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana',
  tron: 'tron',
  'tron:0x2b6653dc': 'tron',
}

/** Contracts of chains that write them in base58; all others have 20 bytes in hexadecimal. */
const CONTRACTS: Readonly<Record<string, RegExp | undefined>> = {
  solana: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
  tron: /^T[1-9A-HJ-NP-Za-km-z]{33}$/,
}
const HEXADECIMAL = /^0x[0-9a-f]{40}$/i

/** Its name of a token, `chain:contract`; undefined where it cannot know the token. */
function keyOf({ chain, contract }: PricedAsset['contracts'][number]): string | undefined {
  const known = CHAINS[chain]
  if (known === undefined || !(CONTRACTS[known] ?? HEXADECIMAL).test(contract)) return undefined
  return `${known}:${contractName(contract)}`
}

/** A price from further away than this is not the close of the day. */
const NEAR_MS = 4 * 3_600_000
/** It says how sure it is of each price, from 0 to 1; of a thin market it is not. */
const SURE = 0.8

/**
 * DefiLlama, `GET /batchHistorical`, without a key: tokens by chain and contract at moments of one's choice,
 * `{coins: {id: {prices: [{timestamp, price, confidence}]}}}` with JSON numbers. What it does not know is left out. The price
 * nearest to the end of a day is its close.
 */
export const defillamaPrices: PriceProvider = {
  name: 'defillama',
  title: 'DefiLlama',
  quote: 'USD',
  grains: ['day'],
  mostSpan: Number.POSITIVE_INFINITY,
  mostTimes: 100,
  marketOf: ({ contracts }) => contracts.map(keyOf).find((key) => key !== undefined),
  async ask(ask, market, times, grain) {
    const ends = times.map((at) => (at + GRAIN_MS[grain]) / 1000)
    const query = new URLSearchParams({ coins: JSON.stringify({ [market]: ends }), searchWidth: '4h' })
    const answer = await ask({ path: `/batchHistorical?${query.toString()}` })
    const { coins } = fieldsOf(this.name, jsonOf(this.name, answer))
    const found = fieldsOf(this.name, coins)
    const coin = found[market] ?? Object.values(found)[0]
    if (coin === undefined) return []
    const points = listOf(this.name, fieldsOf(this.name, coin)['prices']).map((point) => {
      const { timestamp, price, confidence } = fieldsOf(this.name, point)
      const at = Number(timestamp) * 1000
      if (!Number.isSafeInteger(at)) throw unreadable(this.name, 'no time')
      return { at, price, isSure: confidence === undefined || Number(confidence) >= SURE }
    })
    return times.flatMap((at): ProviderPrice[] => {
      const end = at + GRAIN_MS[grain]
      const nearest = points
        .filter((point) => point.isSure && Math.abs(point.at - end) <= NEAR_MS)
        .reduce<(typeof points)[number] | undefined>(nearerTo(end), undefined)
      const price = nearest === undefined ? undefined : exactPrice(this.name, nearest.price)
      return price === undefined ? [] : [{ at, price }]
    })
  },
}

function nearerTo(end: Instant) {
  return <Point extends { readonly at: Instant }>(best: Point | undefined, point: Point): Point =>
    best !== undefined && Math.abs(best.at - end) <= Math.abs(point.at - end) ? best : point
}
