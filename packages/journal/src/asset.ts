/**
 * What a ticker names inside Lotbook (`assets.id`): the upper-case ticker of a coin or currency, `coin:ticker` of a coin whose ticker is
 * the code of a currency, `chain:contract` of a token no coin owns, `nft:chain:contract:token`, or `own:TICKER`.
 */
export type AssetId = string

/** ISO 4217 codes of currencies in use, and a few that old exports still carry. */
export const FIAT: ReadonlySet<string> = new Set(
  (
    'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF ' +
    'CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD ' +
    'HNL HRK HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL ' +
    'LYD MAD MDL MGA MKD MMK MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP ' +
    'PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND ' +
    'TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW'
  ).split(' '),
)

/**
 * Whether a ticker is a currency of a state. Mongolia's MNT is left out: in exports of crypto services the
 * ticker is Mantle.
 */
export function isFiat(asset: AssetId): boolean {
  return FIAT.has(asset)
}

/**
 * Days that the rate of a currency holds where no newer one is set: none is on weekends and holidays, and the longest such stretch is
 * Easter's, of four days.
 */
export const RATE_HOLDS_DAYS = 6

/** Coins of some standing that go by the code of a currency. */
const NAMESAKES: ReadonlyMap<AssetId, string> = new Map([
  ['AOA', 'Aurora'],
  ['BOB', 'BOB'],
  ['DOP', 'Data Ownership Protocol'],
  ['EGP', 'Eigenpie'],
  ['ERN', 'Ethernity Chain'],
  ['GEL', 'Gelato'],
  ['GYD', 'Gyroscope Dollar'],
  ['RON', 'Ronin'],
  ['SBD', 'Steem Dollars'],
  ['SCR', 'Scroll'],
  ['SOS', 'OpenDAO'],
  ['TOP', 'TOP Network'],
])

/** The known coin that goes by the code of a currency, by its name: RON is the leu, and Ronin; undefined where there is none. */
export function namesakeOf(asset: AssetId): string | undefined {
  return NAMESAKES.get(asset)
}

const NAMESAKE_ID = /^coin:([a-z0-9.$_-]{1,20})$/i

/** What a ticker is where it cannot be a currency: the coin that goes by its code, else what it is anyway. */
export function coinOf(ticker: AssetId): AssetId {
  return isFiat(ticker) ? `coin:${ticker.toLowerCase()}` : ticker
}

/** The ticker that people know an asset by: of a coin that goes by the code of a currency, that code. */
export function tickerOf(asset: AssetId): string {
  return NAMESAKE_ID.exec(asset)?.[1]?.toUpperCase() ?? asset
}

/** The asset that a person means by what they write: a ticker in any case, or what stands for an asset as it is. */
export function assetNamed(text: string): AssetId {
  if (NAMESAKE_ID.test(text)) return coinOf(tickerOf(text))
  return text.includes(':') ? text : text.toUpperCase()
}

/** Coins pegged to a currency: crypto all the same, but their rewards read like interest. */
const STABLECOINS: ReadonlySet<string> = new Set([
  'USDC',
  'USDT',
  'DAI',
  'BUSD',
  'TUSD',
  'USDP',
  'GUSD',
  'PAX',
  'PYUSD',
  'EURC',
  'FDUSD',
  'USDE',
  'USDS',
  'FRAX',
  'LUSD',
  'UST',
  'USDD',
])

export function isStablecoin(asset: AssetId): boolean {
  return STABLECOINS.has(asset)
}
