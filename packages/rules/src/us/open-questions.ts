import type { OpenQuestions } from '../open-questions.ts'
import { TOKEN_KINDS, UNSETTLED, type TokenKind, type Unsettled } from './unsettled.ts'

/** Kind of a token whose owners receive more units of it. */
const REBASING = 'rebase' satisfies TokenKind
/** Kinds of a token that stands for another asset. */
const PAIR_KINDS = TOKEN_KINDS.filter((kind) => kind !== REBASING)
export type PairKind = (typeof PAIR_KINDS)[number]

/** Sub types that a question is about, whatever the choice. */
const BY_SUB_TYPE: Readonly<Record<string, Unsettled>> = {
  airdrop: 'airdrop',
  staking_lockup: 'staking_lockup',
  staking_return: 'staking_return',
  rebate: 'rebate',
  loan_received: 'loan',
  loan_repayment: 'loan',
}

/** Incoming sub types that are rebases where the token is declared as rebasing. */
const REBASES: readonly (string | null)[] = [
  'staking_reward',
  'interest_received',
  'dividend_received',
  'misc_reward',
  'airdrop',
]

/** What the tax law of the United States leaves open (`docs/tax/unsettled.md`). */
export const openQuestions: OpenQuestions = {
  choices: UNSETTLED,
  ofTreatment: ({ subType }) => BY_SUB_TYPE[subType ?? ''],
  ofExchangeFee: 'exchange_fee' satisfies Unsettled,
  tokens: {
    pairs: PAIR_KINDS,
    rebasing: REBASING,
    isRebase: ({ type, subType }) => type === 'incoming' && REBASES.includes(subType),
  },
}

/** Whether the kind of a declared token is one that stands for another asset. */
export function isPairKind(kind: string): kind is PairKind {
  return PAIR_KINDS.some((one) => one === kind)
}
