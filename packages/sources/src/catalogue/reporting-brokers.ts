/** The first year whose sales are reported on Form 1099-DA. */
const FORM_1099_DA_FROM = 2025

/**
 * Slugs of the sources that are custodial brokers in the United States, and so report their customers' sales on Form 1099-DA.
 * Wallets of one's own and chains never do: the rule for brokers without custody was repealed in 2025.
 */
const REPORTING_BROKERS: ReadonlySet<string> = new Set([
  'abra',
  'anchorage',
  'bakkt',
  'binance-us',
  'bitflyer',
  'bitstamp',
  'blockchain-com-exchange',
  'cash-app',
  'cex-io',
  'coinbase',
  'coinbase-exchange',
  'coinbase-prime',
  'coinlist',
  'coinlist-pro',
  'coinme',
  'crypto-com-app',
  'etoro',
  'fidelity-crypto',
  'fold',
  'gemini',
  'kraken',
  'moonpay',
  'okx-us',
  'paypal',
  'public-com',
  'river',
  'robinhood-crypto',
  'sofi-crypto',
  'strike',
  'swan-bitcoin',
  'uphold',
  'venmo',
  'webull',
  'zerohash',
])

/** Whether sales of a year at a source are expected on a Form 1099-DA. */
export function expectsForm1099Da(slug: string, year: number): boolean {
  return year >= FORM_1099_DA_FROM && REPORTING_BROKERS.has(slug)
}
