import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type AssetId, coinOf } from '@lotbook/journal'
import { COINS } from './coins.ts'
import type { DrawingList } from './data-schemas.ts'
import { explorerChains } from './explorer-chains.ts'
import { listedTokens } from './listed-tokens.ts'
import { COIN_DRAWINGS, COINS_WITHOUT_DRAWING, DRAWN_CHAINS, SOURCE_DRAWINGS } from './logo-drawings.ts'
import { erc20Tokens } from './token-lists.ts'

/** Things that have a logo. */
export type LogoKind = 'sources' | 'coins'

/** Drawings of the package, by the slug of a source and by the asset of a coin. */
export interface Logos {
  /** Changes whenever a drawing does, so that an address with it can be kept for ever. */
  readonly version: string
  readonly sources: ReadonlyMap<string, string>
  readonly coins: ReadonlyMap<AssetId, string>
}

type TokenFacts = DrawingList['tokens'][number]

const required = createRequire(import.meta.url)
let found: Logos | undefined

/** Every logo that the product ships. */
export function logos(): Logos {
  found ??= findAll()
  return found
}

/** Address under which a logo is served; null where there is none. */
export function logoPath(kind: LogoKind, id: string): string | null {
  const { version, [kind]: drawings } = logos()
  return drawings.has(id) ? `/logos/${version}/${kind}/${encodeURIComponent(id)}.svg` : null
}

/** The SVG of a logo; undefined where there is none. */
export function logoSvg(kind: LogoKind, id: string): string | undefined {
  const drawing = logos()[kind].get(id)
  return drawing === undefined ? undefined : drawn(drawing)
}

function drawn(drawing: string): string {
  const [folder = '', name = ''] = drawing.split('/')
  const { default: svg } = required(`@web3icons/core/svgs/${folder}/background/${name}.svg.js`) as {
    readonly default: string
  }
  return svg
}

function findAll(): Logos {
  const sources = new Map(Object.entries(SOURCE_DRAWINGS))
  const coins = coinDrawings()
  const content = JSON.stringify([packageVersion(), [...sources], [...coins]])
  return { version: createHash('sha256').update(content).digest('hex').slice(0, 12), sources, coins }
}

/**
 * Drawings of coins. The art of a token is found by its contract, never by its ticker, since anyone can name a token
 * after another. Only coins of the product's own list go by ticker: there it means one coin.
 */
function coinDrawings(): ReadonlyMap<AssetId, string> {
  const { tokens } = required('@web3icons/common/metadata') as DrawingList
  const drawnTokens = tokens.filter(({ variants }) => variants.includes('background'))
  const bySymbol = new Map(drawnTokens.map((token) => [token.symbol.toUpperCase(), drawingOf(token)]))
  const byContract = new Map(
    drawnTokens.flatMap((token) => {
      const contract = token.addresses?.['ethereum']?.toLowerCase()
      return contract === undefined ? [] : [[contract, drawingOf(token)] as const]
    }),
  )
  const named = COINS.map(([ticker]) => [ticker, COIN_DRAWINGS[ticker] ?? bySymbol.get(ticker)] as const)
  const listed = listedTokens().map(({ ticker, contract }) => [ticker, byContract.get(contract)] as const)
  return new Map([
    ...tokensByContract(drawnTokens),
    ...[...listed, ...named].flatMap(([ticker, drawing]) =>
      drawing === undefined || COINS_WITHOUT_DRAWING.has(ticker) ? [] : [[coinOf(ticker), drawing] as const],
    ),
  ])
}

/**
 * Drawings of tokens that are assets by chain and contract. Two must say the same: the package of drawings, and a token list
 * that knows the contract by the same symbol.
 */
function tokensByContract(drawnTokens: readonly TokenFacts[]): (readonly [AssetId, string])[] {
  const symbols = new Map(
    erc20Tokens().map(({ chain, contract, symbol }) => [`${chain}:${contract}`, symbol.toUpperCase()]),
  )
  // These are assets by their ticker.
  for (const { contract } of listedTokens()) symbols.delete(`ethereum:${contract}`)
  const slugs = new Map(explorerChains.map(({ slug }) => [DRAWN_CHAINS[slug] ?? slug, slug]))
  return drawnTokens.flatMap((token) => {
    const symbol = token.symbol.toUpperCase()
    if (COINS_WITHOUT_DRAWING.has(symbol)) return []
    return Object.entries(token.addresses ?? {}).flatMap(([chain, contract]) => {
      const asset = `${slugs.get(chain) ?? ''}:${contract.toLowerCase()}`
      return symbols.get(asset) === symbol ? [[asset, drawingOf(token)] as const] : []
    })
  })
}

const drawingOf = ({ filePath }: TokenFacts) => filePath.replace(/^(token|network):/, '$1s/')

function packageVersion(): string {
  const entry = required.resolve('@web3icons/core')
  const file = join(dirname(entry), '../package.json')
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}
