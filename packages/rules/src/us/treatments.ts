import type { Operation, Treatment } from '../treatment.ts'

const treatment = (type: string, subType: string | null, operation: Operation, kind: string): Treatment => ({
  type,
  subType,
  operation,
  kind,
})

/** Treatments that an input can state. */
const STATED: readonly Treatment[] = [
  // A purchase paid in another coin is a trade, whatever it was called.
  treatment('buy', null, 'exchange', 'trade'),
  treatment('sell', null, 'exchange', 'sell'),
  treatment('trade', null, 'exchange', 'trade'),
  treatment('ico', null, 'exchange', 'ico'),
  treatment('nft', 'nft_mint', 'exchange', 'nft_mint'),
  treatment('swap', null, 'convert', 'swap'),
  treatment('transfer', null, 'transfer', 'transfer'),

  treatment('incoming', 'mined', 'income', 'mined'),
  treatment('incoming', 'airdrop', 'income', 'airdrop'),
  treatment('incoming', 'fork', 'income', 'fork'),
  treatment('incoming', 'payment', 'income', 'payment'),
  treatment('incoming', 'mastermode', 'income', 'mastermode'),
  treatment('incoming', 'interest_received', 'income', 'interest_received'),
  treatment('incoming', 'dividend_received', 'income', 'dividend_received'),
  treatment('incoming', 'staking_reward', 'income', 'staking_reward'),
  treatment('incoming', 'misc_reward', 'income', 'misc_reward'),
  treatment('incoming', 'received', 'receive-unresolved', 'received'),
  treatment('nft', 'receive', 'receive-unresolved', 'received'),
  treatment('incoming', 'gift_received', 'receive-gift', 'gift_received'),
  treatment('incoming', 'staking_return', 'staking-return', 'staking_return'),
  treatment('incoming', 'rebate', 'acquire', 'rebate'),
  treatment('incoming', 'loan_received', 'acquire', 'loan_received'),
  treatment('incoming', 'margin_gain', 'margin-gain', 'margin_gain'),

  treatment('outgoing', 'purchase', 'dispose', 'purchase'),
  treatment('outgoing', 'fee', 'dispose', 'fee'),
  treatment('outgoing', 'margin_loss', 'margin-loss', 'margin_loss'),
  treatment('outgoing', 'margin_fee', 'margin-loss', 'margin_fee'),
  treatment('outgoing', 'loan_repayment', 'dispose', 'loan_repayment'),
  treatment('outgoing', 'interest_paid', 'dispose', 'interest_paid'),
  treatment('outgoing', 'gift_sent', 'remove', 'gift'),
  treatment('outgoing', 'donation_501c3', 'remove', 'donation'),
  treatment('outgoing', 'stolen', 'remove', 'stolen'),
  treatment('outgoing', 'lost', 'remove', 'lost'),
  treatment('outgoing', 'sent', 'remove', 'sent_unresolved'),
  treatment('nft', 'send', 'remove', 'sent_unresolved'),
  treatment('outgoing', 'staking_lockup', 'staking-lockup', 'staking_lockup'),
]

/** Treatments that a choice puts in place of another (`unsettled.ts`); no input states these. */
const CHOSEN: readonly Treatment[] = [
  treatment('incoming', 'zero_basis', 'receive-free', 'received'),
  treatment('incoming', 'loan_received', 'borrow', 'loan_received'),
  treatment('outgoing', 'loan_repayment', 'repay', 'loan_repayment'),
]

/** The position in this list is the code that columns carry. */
export const TREATMENTS: readonly Treatment[] = [...STATED, ...CHOSEN]

/** The codes of what no input says. */
export const VARIANTS = { zeroBasis: STATED.length, borrow: STATED.length + 1, repay: STATED.length + 2 }

const CODES: ReadonlyMap<string, number> = new Map(
  STATED.map((t, code) => [`${t.type}/${t.subType ?? ''}`, code]),
)

/** Types of an exchange of one asset for another: between declared assets their treatment counts, whatever a row calls it. */
export const PAIR_TYPES: readonly string[] = ['trade', 'swap', 'buy', 'sell']

/** The code of a type and sub type, or undefined when there is no such pair. */
export function treatmentCode(type: string, subType: string | null | undefined): number | undefined {
  return CODES.get(`${type}/${subType ?? ''}`)
}

/**
 * Whether a type and sub type counts though cash alone moved: income, what contracts paid or cost (R-INC-1, R-CON-1, R-CON-2), and a
 * rebate, which may be income (R-OPEN-10). Where it is chosen to be none it changes nothing; what a history consists of hangs on no choice.
 */
export function countsInCash(type: string, subType: string | null): boolean {
  const code = treatmentCode(type, subType)
  if (code === undefined) return false
  const { operation, kind } = TREATMENTS[code]!
  return IN_CASH.has(operation) || kind === 'rebate'
}

const IN_CASH: ReadonlySet<Operation> = new Set<Operation>(['income', 'margin-gain', 'margin-loss'])
