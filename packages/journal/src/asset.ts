/**
 * What a ticker names inside Lotbook (`assets.id`): the upper-case ticker of a coin or currency,
 * `chain:contract` of a token no coin owns, `nft:chain:contract:token`, or `own:TICKER`.
 */
export type AssetId = string

/** ISO 4217 codes of currencies in use, and a few that old exports still carry. */
const FIAT: ReadonlySet<string> = new Set(
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
