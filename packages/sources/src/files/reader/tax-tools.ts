import { type AssetId, namesakeOf } from '@lotbook/journal'
import { assetGiven } from '../../catalogue/asset-given.ts'
import { assetOfContract } from '../../catalogue/contract-asset.ts'
import { cameIn, isFee, leftOut, renamed, type Way, way, wentOut } from './ways.ts'

/** The part of a declaration that files of other tax products share: rows of any source, in UTC, with no id of their own. */
export const taxTool = {
  timeZone: 'UTC',
  isGeneric: true,
  isOpenCode: (asset: AssetId) => namesakeOf(asset) !== undefined,
  /** A ticker, or the name of a token on its chain. */
  asset: (ticker: string): AssetId => assetOfContract(assetGiven(ticker) ?? ticker),
  records: [],
} as const

/** Words that several tax products share, by the side that they stand beside. */
export const toolWords: Readonly<Record<string, Way>> = {
  'airdrop|airdrops': cameIn('airdrop'),
  'fork|hard fork|chain split': cameIn('fork'),
  'mining|mined|mining reward': cameIn('mined'),
  'staking|staked|staking reward|stake reward': cameIn('staking_reward'),
  'masternode|master node': cameIn('mastermode'),
  'interest|lending income|loan interest|lending interest|interest income|lending|interest payment received':
    way({
      in: 'interest_received',
      out: 'interest_paid',
    }),
  'interest paid|interest payment|interest expense|loan fee|borrowing fee|margin interest fee':
    wentOut('interest_paid'),
  'dividend|dividends|dividends income|dividend income': cameIn('dividend_received'),
  'salary|merchant payment received|royalty|royalties': cameIn('payment'),
  'cashback|cash back|rebate|margin rebate|fee refund|refund': cameIn('rebate'),
  'bonus|bounty|bounties|reward bonus|other income|other reward|learning reward|referral|misc reward':
    cameIn('misc_reward'),
  // What an estate pays back of a claim is no income: it stays open until a person says what the claim was.
  'bankruptcy distribution|bankruptcy payout|bankruptcy recovery|bankruptcy claim|estate distribution|creditor distribution':
    way({ in: 'received', flags: ['bankruptcy', 'review'] }),
  'gambling|gambling income|gambling used': way({ in: 'misc_reward', out: 'purchase' }),
  'gift|gifts': way({ in: 'gift_received', out: 'gift_sent' }),
  'gift received|gift tip|tip': cameIn('gift_received'),
  'gift sent': wentOut('gift_sent'),
  'lost|loss|burn|burned|casualty loss|investment loss': wentOut('lost'),
  'stolen|theft|theft loss|hacked|stolen hacked fraud|hack': wentOut('stolen'),
  'donation|donate|donated|charity': wentOut('donation_501c3'),
  'spend|spent|expense|purchase|personal use|merchant payment|spending': wentOut('purchase'),
  'fee|other fee|network fee|platform fee|cost|transaction fee|gas|gas fee': isFee,
  'loan|borrow|receive loan|loan received': way({ in: 'loan_received', out: 'loan_repayment' }),
  'repay|repay loan|loan repayment|repayment': wentOut('loan_repayment'),
  'realized gain|margin gain|margin profit|margin trading profit|realized pnl': way({
    in: 'margin_gain',
    out: 'margin_loss',
  }),
  'margin loss|margin trading loss|realized loss': wentOut('margin_loss'),
  'margin fee|margin trading fee|funding fee': wentOut('margin_fee'),
  'derivatives futures profit|derivatives futures gain': cameIn('margin_gain'),
  'derivatives futures loss': wentOut('margin_loss'),
  'derivatives futures fee': wentOut('margin_fee'),
  'stake|to pool|staking deposit|lock': wentOut('staking_lockup'),
  'unstake|from pool|staking withdrawal|unlock': cameIn('staking_return'),
  'swap|migration|token migration|rebrand': renamed,
  'ignored|ignore|spam': leftOut('ignored'),
}
