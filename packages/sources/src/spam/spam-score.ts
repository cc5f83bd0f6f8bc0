import { advertises } from './advertises.ts'
import { isLookalike } from './lookalike.ts'

/** Why a token that came in looks like spam, the strongest first. */
export const SPAM_REASONS = [
  'advertises',
  'lookalike',
  'borrowed_symbol',
  'dust',
  'never_bought',
  'no_price',
  'unasked',
] as const
export type SpamReason = (typeof SPAM_REASONS)[number]

/** Facts about a token that was received. */
export interface TokenReceipt {
  readonly symbol: string
  /** The token list ties its contract to an asset. */
  readonly isListed: boolean
  /** The customer gave something for it once, or got something for it. */
  readonly wasTraded: boolean
  readonly hasPrice: boolean
  /** It arrived as received or as an airdrop, for nothing, from nowhere of the customer's. */
  readonly isUnasked: boolean
  /** Nothing of it arrived, or less than a cent's worth. */
  readonly isDust: boolean
  /** The reader of the file found an advertisement in its name. */
  readonly isFlagged: boolean
  /** Its symbol is that of a listed token of the same chain, at another contract. */
  readonly borrowsSymbol: boolean
}

const WEIGHTS: Readonly<Record<SpamReason, number>> = {
  advertises: 60,
  lookalike: 60,
  borrowed_symbol: 40,
  dust: 20,
  never_bought: 20,
  no_price: 20,
  unasked: 20,
}

/** From this score on a token is put before the customer; it is never set aside by itself. */
export const SPAM_THRESHOLD = 60

export interface SpamScore {
  /** 0 to 100. */
  readonly score: number
  readonly reasons: readonly SpamReason[]
}

/**
 * How much a token that came in looks like spam, and why. What a token list knows or the customer has traded is none.
 *
 * @param known - the symbols of known assets, upper-case.
 */
export function spamScore(receipt: TokenReceipt, known: ReadonlySet<string>): SpamScore {
  if (receipt.isListed || receipt.wasTraded) return { score: 0, reasons: [] }
  const holds: Readonly<Record<SpamReason, boolean>> = {
    advertises: receipt.isFlagged || advertises(receipt.symbol),
    lookalike: isLookalike(receipt.symbol, known),
    borrowed_symbol: receipt.borrowsSymbol,
    dust: receipt.isDust,
    never_bought: true,
    no_price: !receipt.hasPrice,
    unasked: receipt.isUnasked,
  }
  const reasons = SPAM_REASONS.filter((reason) => holds[reason])
  const sum = reasons.reduce((total, reason) => total + WEIGHTS[reason], 0)
  return { score: Math.min(100, sum), reasons }
}
