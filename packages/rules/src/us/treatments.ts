import type { Operation, Treatment } from '../treatment.ts'

const of = (type: string, subType: string | null, operation: Operation, kind: string): Treatment => ({
  type,
  subType,
  operation,
  kind,
})

/** Treatments that an input can state. */
const STATED: readonly Treatment[] = [
  // A purchase paid in another coin is a trade, whatever it was called.
  of('buy', null, 'exchange', 'trade'),
  of('sell', null, 'exchange', 'sell'),
  of('trade', null, 'exchange', 'trade'),
  of('ico', null, 'exchange', 'ico'),
  of('nft', 'nft_mint', 'exchange', 'nft_mint'),
  of('swap', null, 'convert', 'swap'),
  of('transfer', null, 'transfer', 'transfer'),

  of('incoming', 'mined', 'income', 'mined'),
  of('incoming', 'airdrop', 'income', 'airdrop'),
  of('incoming', 'fork', 'income', 'fork'),
  of('incoming', 'payment', 'income', 'payment'),
  of('incoming', 'mastermode', 'income', 'mastermode'),
  of('incoming', 'interest_received', 'income', 'interest_received'),
  of('incoming', 'dividend_received', 'income', 'dividend_received'),
  of('incoming', 'staking_reward', 'income', 'staking_reward'),
  of('incoming', 'misc_reward', 'income', 'misc_reward'),
  of('incoming', 'received', 'receive-unresolved', 'received'),
  of('nft', 'receive', 'receive-unresolved', 'received'),
  of('incoming', 'gift_received', 'receive-gift', 'gift_received'),
  of('incoming', 'staking_return', 'staking-return', 'staking_return'),
  of('incoming', 'rebate', 'acquire', 'rebate'),
  of('incoming', 'loan_received', 'acquire', 'loan_received'),
  of('incoming', 'margin_gain', 'margin-gain', 'margin_gain'),

  of('outgoing', 'purchase', 'dispose', 'purchase'),
  of('outgoing', 'fee', 'dispose', 'fee'),
  of('outgoing', 'margin_loss', 'margin-loss', 'margin_loss'),
  of('outgoing', 'margin_fee', 'margin-loss', 'margin_fee'),
  of('outgoing', 'loan_repayment', 'dispose', 'loan_repayment'),
  of('outgoing', 'interest_paid', 'dispose', 'interest_paid'),
  of('outgoing', 'gift_sent', 'remove', 'gift'),
  of('outgoing', 'donation_501c3', 'remove', 'donation'),
  of('outgoing', 'stolen', 'remove', 'stolen'),
  of('outgoing', 'lost', 'remove', 'lost'),
  of('outgoing', 'sent', 'remove', 'sent_unresolved'),
  of('nft', 'send', 'remove', 'sent_unresolved'),
  of('outgoing', 'staking_lockup', 'staking-lockup', 'staking_lockup'),
]

/** Treatments that a choice puts in place of another (`unsettled.ts`); no input states these. */
const CHOSEN: readonly Treatment[] = [
  of('incoming', 'zero_basis', 'receive-free', 'received'),
  of('incoming', 'loan_received', 'borrow', 'loan_received'),
  of('outgoing', 'loan_repayment', 'repay', 'loan_repayment'),
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

/** Whether a type is known at all, with whatever sub type. */
export function isKnownType(type: string): boolean {
  return TREATMENTS.some((t) => t.type === type)
}

/** The sub types that an input may give a type, by name; none where it has none. */
export function subTypesOf(type: string): readonly string[] {
  return STATED.flatMap((t) => (t.type === type && t.subType !== null ? [t.subType] : [])).toSorted()
}
