import {
  FILE_INCOMING_SUB_TYPES,
  INCOMING_SUB_TYPES,
  type IncomingSubType,
  type OutgoingSubType,
} from '@lotbook/journal'
import {
  bySides,
  cameIn,
  exchanged,
  leftOut,
  renamed,
  transferred,
  way,
  type Way,
  wentOut,
} from '../reader/ways.ts'
import { templateType } from '../template/types.ts'
import { OWN_MEANINGS, type OwnMeaning } from '../reader/own-format.ts'

const INCOMING: readonly string[] = [...INCOMING_SUB_TYPES, ...FILE_INCOMING_SUB_TYPES]

const OTHERS: Readonly<Partial<Record<OwnMeaning, Way>>> = {
  buy: exchanged,
  sell: exchanged,
  trade: exchanged,
  margin_trade: way({ both: 'exchange', flags: ['margin'] }),
  swap: renamed,
  ico: way({ both: 'ico' }),
  transfer: transferred,
  by_side: bySides,
  skip: leftOut('left_out_by_format'),
}

/** The meaning as the reader of tables takes it. */
export function wayOf(meaning: OwnMeaning): Way {
  const other = OTHERS[meaning]
  if (other !== undefined) return other
  return INCOMING.includes(meaning) ? cameIn(meaning as IncomingSubType) : wentOut(meaning as OutgoingSubType)
}

/** Words that files use beside those of the template. */
const ALSO: Readonly<Record<string, OwnMeaning>> = {
  '': 'by_side',
  bought: 'buy',
  sold: 'sell',
  market_buy: 'buy',
  limit_buy: 'buy',
  market_sell: 'sell',
  limit_sell: 'sell',
  bid: 'buy',
  ask: 'sell',
  b: 'buy',
  s: 'sell',
  conversion: 'trade',
  converted: 'trade',
  credit: 'received',
  in: 'received',
  debit: 'sent',
  out: 'sent',
  withdraw: 'sent',
  reward: 'staking_reward',
  rewards: 'staking_reward',
  staking_rewards: 'staking_reward',
  interest: 'interest_received',
  earn: 'interest_received',
  dividend: 'dividend_received',
  cashback: 'rebate',
  bonus: 'misc_reward',
  referral: 'misc_reward',
  fees: 'fee',
  commission: 'fee',
  network_fee: 'fee',
  cancelled: 'skip',
  canceled: 'skip',
  failed: 'skip',
}

/** What a word most likely means; undefined where nobody can tell, and the person is asked. */
export function guessMeaning(word: string): OwnMeaning | undefined {
  const key = word
    .trim()
    .toLowerCase()
    .replace(/[\s_/-]+/g, '_')
  if (Object.hasOwn(ALSO, key)) return ALSO[key]
  const [both, into, out] = [
    templateType(word, true, true),
    templateType(word, true, false),
    templateType(word, false, true),
  ]
  if (both === undefined || both.kind !== into?.kind || both.kind !== out?.kind) return undefined
  if (both.kind === 'transfer') return 'transfer'
  if (both.kind === 'exchange') return both.flags.length > 0 ? 'margin_trade' : both.type
  const { subType } = both
  return OWN_MEANINGS.find((meaning) => meaning === subType)
}
