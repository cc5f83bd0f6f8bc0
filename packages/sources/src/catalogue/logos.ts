import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type AssetId, coinOf } from '@lotbook/journal'
import { COINS } from './coins.ts'
import { listedTokens } from './listed-tokens.ts'
import { COIN_DRAWINGS, COINS_WITHOUT_DRAWING, SOURCE_DRAWINGS } from './logo-drawings.ts'

/** Things that have a logo. */
export type LogoKind = 'sources' | 'coins'

/** Drawings of the package, by the slug of a source and by the asset of a coin. */
export interface Logos {
  /** Changes whenever a drawing does, so that an address with it can be kept for ever. */
  readonly version: string
  readonly sources: ReadonlyMap<string, string>
  readonly coins: ReadonlyMap<AssetId, string>
}

interface TokenFacts {
  readonly symbol: string
  readonly filePath: string
  readonly addresses?: { readonly ethereum?: string }
  readonly variants: readonly string[]
}

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
  const { tokens } = required('@web3icons/common/metadata') as { readonly tokens: readonly TokenFacts[] }
  const drawnTokens = tokens.filter(({ variants }) => variants.includes('background'))
  const bySymbol = new Map(drawnTokens.map((token) => [token.symbol.toUpperCase(), drawingOf(token)]))
  const byContract = new Map(
    drawnTokens.flatMap((token) => {
      const contract = token.addresses?.ethereum?.toLowerCase()
      return contract === undefined ? [] : [[contract, drawingOf(token)] as const]
    }),
  )
  const named = COINS.map(([ticker]) => [ticker, COIN_DRAWINGS[ticker] ?? bySymbol.get(ticker)] as const)
  const listed = listedTokens().map(({ ticker, contract }) => [ticker, byContract.get(contract)] as const)
  return new Map(
    [...listed, ...named].flatMap(([ticker, drawing]) =>
      drawing === undefined || COINS_WITHOUT_DRAWING.has(ticker) ? [] : [[coinOf(ticker), drawing] as const],
    ),
  )
}

const drawingOf = ({ filePath }: TokenFacts) => `tokens/${filePath.slice('token:'.length)}`

function packageVersion(): string {
  const entry = required.resolve('@web3icons/core')
  const file = join(dirname(entry), '../package.json')
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}
