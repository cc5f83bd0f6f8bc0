import type { AssetId } from '@lotbook/journal'
import { tickers } from '../reader/table-declaration.ts'
import type { Row } from '../reader/row.ts'
import type { ReadWay, Way } from '../reader/ways.ts'
import { byWord, exchanged, firstOf, leftOut, renamed, way, when, where } from '../reader/ways.ts'

/** A row of one side repeats it on the other, so the word decides which one counts. */
const into = (subType: NonNullable<Parameters<typeof way>[0]['in']>) => way({ in: subType, both: 'in' })
const outOf = (subType: NonNullable<Parameters<typeof way>[0]['out']>) => way({ out: subType, both: 'out' })

/** The older word of a type is written in one: `TransferIn` for `Transfer In`. */
const wordOf = (row: Row) => row.text('Type').replace(/([a-z])(?=[A-Z])/g, '$1 ')
const isWord = (row: Row, pattern: RegExp) => pattern.test(wordOf(row))

/** What a row means where its type fits a pattern. */
const ofType =
  (pattern: RegExp, read: ReadWay): ReadWay =>
  (row, sheet) =>
    isWord(row, pattern) ? read(row, sheet) : undefined

const byType = (words: Parameters<typeof byWord>[1]) => byWord(wordOf, words)

/** Details of a coin that the credit line paid out. */
export const CREDIT_TOP_UP = /credit (granting )?top up/i
const TOP_UP = 'deposit|top up crypto|exchange deposited on|deposited on exchange'

const unknown: ReadWay = () => undefined

/**
 * Words of Nexo in all its exports. `isTrade` is true of a row whose sides are of two currencies, `isNegative` of one that took,
 * `isTopUp` of fiat that another row exchanges, `isToldByCredit` and `isToldBySale` of a side of the credit line whose other row counts.
 */
export function nexoWords(of: {
  readonly isTrade: ReadWay
  readonly isNegative: (way: Way) => ReadWay
  readonly isTopUp?: ReadWay
  readonly isToldByCredit?: ReadWay
  readonly isToldBySale?: ReadWay
}): ReadWay {
  const { isTopUp = unknown, isToldByCredit = unknown, isToldBySale = unknown } = of
  return firstOf(
    where('Details', /^rejected/i, leftOut('rejected')),
    where('Details', /^pending/i, leftOut('pending')),
    ofType(/^(fixed term )?interest/i, of.isNegative(way({ out: 'interest_paid', both: 'out' }))),
    ofType(/^(exchange )?cashback$/i, of.isNegative(outOf('fee'))),
    when('Details', /airdrop/i, byType({ [TOP_UP]: into('airdrop') })),
    when('Details', CREDIT_TOP_UP, byType({ [TOP_UP]: into('loan_received') })),
    ofType(new RegExp(`^(${TOP_UP})$`, 'i'), of.isTrade),
    ofType(/^deposit to exchange$/i, isTopUp),
    ofType(/^exchange credit$/i, isToldByCredit),
    ofType(/^exchange liquidation$/i, isToldBySale),
    when('Details', /transfer to nexo user/i, byType({ withdrawal: outOf('gift_sent') })),
    byType({
      'interest|fixed term interest|interest additional|dual investment interest': into('interest_received'),
      [TOP_UP]: into('received'),
      'withdrawal|withdraw exchanged': outOf('sent'),
      'exchange|manual sell order|automatic sell order|credit card status|dual investment exchange':
        exchanged,
      'exchange collateral|exchange booster|exchange liquidation': exchanged,
      'deposit to exchange|exchange to withdraw|credit card fiatx exchange to withdraw': renamed,
      'cashback|exchange cashback|assimilation|interest discount|nexo card refund': into('rebate'),
      dividend: into('dividend_received'),
      'referral bonus|bonus|advanced trading add bonus funds': into('misc_reward'),
      'withdrawal credit|loan withdrawal|credit card withdrawal credit|exchange credit':
        into('loan_received'),
      'liquidation|repayment|manual repayment|forced repayment': outOf('loan_repayment'),
      'nexo card purchase': outOf('purchase'),
      'administrator|administrative deduction|nexo card transaction fee|exchange sell fee': outOf('fee'),
      'nexo card cashback reversal': outOf('fee'),
      'locking term deposit|unlocking term deposit|dual investment lock|dual investment unlock':
        leftOut('internal_transfer'),
      'transfer in|transfer out|transfer to pro wallet|transfer from pro wallet':
        leftOut('internal_transfer'),
      'transfer to advanced|transfer from advanced': leftOut('internal_transfer'),
      'transfer to advanced trading bonus|transfer from advanced trading bonus': leftOut('internal_transfer'),
    }),
  )
}

const ALIASES: Readonly<Record<string, AssetId>> = {
  NEXONEXO: 'NEXO',
  NEXOBNB: 'NEXO',
  NEXOBEP2: 'NEXO',
  BNBN: 'BNB',
  USDTERC: 'USDT',
  LUNA2: 'LUNA',
  LUNA: 'LUNC',
  // The unit in which the credit line counts.
  XUSD: 'USD',
}

export const nexo = {
  family: 'nexo',
  sourceSlug: 'nexo',
  exchange: 'Nexo',
  type: 'Type',
  asset: tickers(ALIASES),
  records: [{ kind: 'nexo-transaction', id: 'Transaction' }],
  repeatedBy: 'Transaction',
  externalId: 'Transaction',
  comment: 'Details',
} as const
