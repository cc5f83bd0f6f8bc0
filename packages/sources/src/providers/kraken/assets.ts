import type { AssetId } from '@lotbook/journal'
import { coinOfNamesake } from '../../reading/namesakes.ts'

// Kraken's own codes. A table and no blind strip: ZEC, ZRX, ZETA, XTZ and XCN begin with the same letters.
const CODES: Readonly<Record<string, AssetId>> = {
  XXBT: 'BTC',
  XBT: 'BTC',
  LUNA2: 'LUNA',
  XETH: 'ETH',
  ETH2: 'ETH',
  XXDG: 'DOGE',
  XDG: 'DOGE',
  XXRP: 'XRP',
  XLTC: 'LTC',
  XXLM: 'XLM',
  XXMR: 'XMR',
  XZEC: 'ZEC',
  XETC: 'ETC',
  XREP: 'REP',
  XMLN: 'MLN',
  XICN: 'ICN',
  XNMC: 'NMC',
  XDAO: 'DAO',
  ZUSD: 'USD',
  ZEUR: 'EUR',
  ZGBP: 'GBP',
  ZCAD: 'CAD',
  ZJPY: 'JPY',
  ZAUD: 'AUD',
  ZKRW: 'KRW',
  ZCHF: 'CHF',
}

const SUFFIX = /^([A-Z0-9]{1,20})\.(?:S|M|P|F|B|T|HOLD)$/
const BONDED = /^([A-Z0-9]{2,20}?)(?:03|04|07|14|21|28)\.S$/

/**
 * The asset behind a code: staked, bonded, tokenised and held balances (`DOT28.S`, `USD.HOLD`) are the asset. None of the currencies that
 * a coin shares its code with is held at Kraken.
 */
export function krakenAsset(code: string): AssetId {
  const upper = code.toUpperCase()
  const base = BONDED.exec(upper)?.[1] ?? SUFFIX.exec(upper)?.[1] ?? upper
  return coinOfNamesake(Object.hasOwn(CODES, base) ? (CODES[base] ?? base) : base)
}

// Old pairs are two four-letter codes; of the newer ones only the end is known.
const QUOTES =
  'RLUSD PYUSD USDT USDC USDG USDQ USDR EURC EURQ EURR EURT TBTC USD EUR GBP CAD JPY AUD CHF AED XBT BTC ETH DAI DOT SOL'.split(
    ' ',
  )

/** Base and quote of `XXBTZUSD`, `XBTEUR`, `CHZUSD` or `BTC/USD`; undefined when the pair cannot be split. */
export function splitPair(pair: string): { base: AssetId; quote: AssetId } | undefined {
  const upper = pair.toUpperCase()
  if (upper.includes('/')) {
    const [base = '', quote = '', ...rest] = upper.split('/')
    return base === '' || quote === '' || rest.length > 0
      ? undefined
      : { base: krakenAsset(base), quote: krakenAsset(quote) }
  }
  // CHZUSD and XTZEUR end like ZUSD and ZEUR: a coded quote counts only behind a coded base.
  const [first, last] = [upper.slice(0, -4), upper.slice(-4)]
  if (Object.hasOwn(CODES, last) && (Object.hasOwn(CODES, first) || first === 'USDT'))
    return { base: krakenAsset(first), quote: krakenAsset(last) }
  const quote = QUOTES.find((code) => upper.endsWith(code) && upper.length > code.length)
  if (quote === undefined) return undefined
  return { base: krakenAsset(upper.slice(0, -quote.length)), quote: krakenAsset(quote) }
}
