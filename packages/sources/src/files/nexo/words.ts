import type { AssetId } from '@lotbook/journal'
import { tickers } from '../reader/table-declaration.ts'
import type { ReadWay } from '../reader/ways.ts'
import { byWord, exchanged, firstOf, leftOut, renamed, way, when, where } from '../reader/ways.ts'

/** A row of one side repeats it on the other, so the word decides which one counts. */
const into = (subType: NonNullable<Parameters<typeof way>[0]['in']>) => way({ in: subType, both: 'in' })
const outOf = (subType: NonNullable<Parameters<typeof way>[0]['out']>) => way({ out: subType, both: 'out' })

/** Words of Nexo in all its exports. `isTrade` is true of a row whose sides are of two currencies, `isNegative` of one that took. */
export function nexoWords(of: { readonly isTrade: ReadWay; readonly isNegative: ReadWay }): ReadWay {
  const deposit = 'deposit|top up crypto|exchangedepositedon|exchange deposited on|deposited on exchange'
  return firstOf(
    where('Details', /^rejected/i, leftOut('rejected')),
    where('Details', /^pending/i, leftOut('pending')),
    when('Type', /^(fixed ?term ?)?interest/i, of.isNegative),
    when('Details', /airdrop/i, byWord('Type', { [deposit]: into('airdrop') })),
    when('Type', new RegExp(`^(${deposit})$`, 'i'), of.isTrade),
    when('Details', /transfer to nexo user/i, byWord('Type', { withdrawal: outOf('gift_sent') })),
    byWord('Type', {
      'interest|fixed term interest|fixedterminterest|interest additional': into('interest_received'),
      [deposit]: into('received'),
      'withdrawal|withdraw exchanged': outOf('sent'),
      'exchange|manual sell order|automatic sell order|credit card status': exchanged,
      'deposit to exchange|exchange to withdraw|credit card fiatx exchange to withdraw': renamed,
      'cashback|exchange cashback|assimilation': into('rebate'),
      dividend: into('dividend_received'),
      'referral bonus|bonus': into('misc_reward'),
      'withdrawal credit|loan withdrawal': into('loan_received'),
      'liquidation|repayment|manual repayment|forced repayment': outOf('loan_repayment'),
      'nexo card purchase': outOf('purchase'),
      'administrator|administrative deduction': outOf('fee'),
      'locking term deposit|unlocking term deposit|transfer in|transfer out|transfer to pro wallet|transfer from pro wallet':
        leftOut('internal_transfer'),
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
