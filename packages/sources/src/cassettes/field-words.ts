// What providers call things. The name of a field says what its value is; names that nobody knows hide what they hold.

/** Times stay: requests are made of them. */
export const MOMENTS = /time|date|stamp|_at$|At$|created|expir|^ts$|^mts|unix/i

/** Prices are everybody's; counts, states and places on a chain tell of nobody, and decide how a history is read. */
export const KEPT =
  /price|px$|rates?$|ratio$|rateEr$|(?<!ac)count|page|limit|offset|decimal|precision|scale|index|height|block|ledger|confirm|version|status|state$|code|level|round|epoch|slot|sequence|nonce|percent|places|row$|_sz$|^type|type$|paging_token/i

export const AMOUNTS =
  /amount|amt$|balance|qty|quantity|size|sz$|vol|value|cost|fee|commission|fund|sum|reward|paid|sent|received|proceeds|lamports|stake|hold|available|free|locked|frozen|reserve|interest|worth|deal|total|units|shares|gasUsed|drops|deposit|withdraw|points|liquid|max|min|taker|utxo|^result$/i

export const IDS = /id$|id_|hash|^tx|address|account|order|ref|uuid|sig|key|owner|user|No$|number$|name$/i

/** Contracts of tokens and programs: they say which asset it is, are everybody's, and stay. */
export const CONTRACTS =
  /contract|mint|policy|asset|program|issuer|token_?(?:id|address)|^trc20$|currency|pool|delegate$|validator|parent/i

/** Notes, and what a person is called. */
export const NOTES =
  /memo|note|comment|remark|description|label|nick|first_?name|last_?name|full_?name|email|phone|ip_?address|purpose/i

/** Programs and accounts of a chain itself, which readers know by their address. */
export const isEverybodys = (text: string): boolean =>
  text.length >= 25 && /1{7}|^AFmseVrdL9f9oyCzZef|^r{10}|^0x0{30}/.test(text)

/** Names of fields: words, perhaps with figures behind them. */
export const FIELD_NAME = /^[A-Za-z_@][A-Za-z_$.-]*\d{0,2}(?:_?[A-Za-z]+\d{0,4})*$/

export const NUMBER = /^[+-]?\d+(?:\.\d+)?$/

const FIRST_SECOND = 1_230_768_000n
const LAST_SECOND = 2_082_758_400n

/** A number of seconds, milliseconds or less since 1970, between 2009 and 2035. */
export function isMoment(text: string): boolean {
  const unit = { 10: 1n, 13: 1_000n, 16: 1_000_000n, 19: 1_000_000_000n }[text.length]
  if (unit === undefined || !/^\d+$/.test(text)) return false
  const seconds = BigInt(text) / unit
  return seconds >= FIRST_SECOND && seconds < LAST_SECOND
}

/** Letters and figures mixed as no word is. */
export function isIdLike(text: string): boolean {
  const isMixed = /(?:\d.*){3}/.test(text) && /[A-Za-z]/.test(text) && !/^\d{4}-\d\d(?:-\d\d)?T?/.test(text)
  // Kraken's ids may be of letters alone.
  const isKrakens = /^[A-Z0-9]{5,7}-[A-Z0-9]{5}-[A-Z0-9]{6}$/.test(text)
  return (text.length >= 9 && isMixed) || (text.length >= 24 && /\d/.test(text)) || isKrakens
}
