import type { Treatment } from '../treatment.ts'
import { gainOnContract, lossOnContract } from './contract.ts'
import { exchange } from './exchange.ts'
import { receiveGift } from './gift.ts'
import { income } from './income.ts'
import { borrow, repay } from './loan.ts'
import { rebrand } from './rebrand.ts'
import { receiveUnresolved, receiveUntaxed, receiveWithZeroBasis } from './receipt.ts'
import { remove } from './removal.ts'
import type { Rule } from './rule.ts'
import { selfTransfer } from './self-transfer.ts'
import { spend } from './spending.ts'
import { lockUp, returnLocked } from './staking.ts'

/**
 * The versions of the rules, the newest first, each with a digest of the ids in docs/tax. A version is added with every change of a
 * rule, is named after its day, and never changes. The first was named after the month of the reference it follows.
 */
export const RULES_VERSIONS = [
  { version: 'us-2026-11-29', ids: 'e5245a656c1eb489' },
  { version: 'us-2026-11-28', ids: 'e5245a656c1eb489' },
  { version: 'us-2026-11-23', ids: '2acadcc686ab0e4f' },
  { version: 'us-2026-11', ids: '7a7fd938d931253b' },
] as const

/** A type and sub type of transaction, the rule that it follows, and the word for it in a result. */
type Line = readonly [type: string, subType: string | null, rule: Rule, kind: string]

/** Types that an input can state. */
const STATED: readonly Line[] = [
  // A purchase paid in another coin is a trade, whatever it was called.
  ['buy', null, exchange, 'trade'],
  ['sell', null, exchange, 'sell'],
  ['trade', null, exchange, 'trade'],
  ['ico', null, exchange, 'ico'],
  ['nft', 'nft_mint', exchange, 'nft_mint'],
  ['swap', null, rebrand, 'swap'],
  ['transfer', null, selfTransfer, 'transfer'],

  ['incoming', 'mined', income, 'mined'],
  ['incoming', 'airdrop', income, 'airdrop'],
  ['incoming', 'fork', income, 'fork'],
  ['incoming', 'payment', income, 'payment'],
  ['incoming', 'mastermode', income, 'mastermode'],
  ['incoming', 'interest_received', income, 'interest_received'],
  ['incoming', 'dividend_received', income, 'dividend_received'],
  ['incoming', 'staking_reward', income, 'staking_reward'],
  ['incoming', 'misc_reward', income, 'misc_reward'],
  ['incoming', 'received', receiveUnresolved, 'received'],
  ['nft', 'receive', receiveUnresolved, 'received'],
  ['incoming', 'gift_received', receiveGift, 'gift_received'],
  ['incoming', 'staking_return', returnLocked, 'staking_return'],
  ['incoming', 'rebate', receiveUntaxed, 'rebate'],
  ['incoming', 'loan_received', receiveUntaxed, 'loan_received'],
  ['incoming', 'margin_gain', gainOnContract, 'margin_gain'],

  ['outgoing', 'purchase', spend, 'purchase'],
  ['outgoing', 'fee', spend, 'fee'],
  ['outgoing', 'margin_loss', lossOnContract, 'margin_loss'],
  ['outgoing', 'margin_fee', lossOnContract, 'margin_fee'],
  ['outgoing', 'loan_repayment', spend, 'loan_repayment'],
  ['outgoing', 'interest_paid', spend, 'interest_paid'],
  ['outgoing', 'gift_sent', remove, 'gift'],
  ['outgoing', 'donation_501c3', remove, 'donation'],
  ['outgoing', 'stolen', remove, 'stolen'],
  ['outgoing', 'lost', remove, 'lost'],
  ['outgoing', 'sent', remove, 'sent_unresolved'],
  ['nft', 'send', remove, 'sent_unresolved'],
  ['outgoing', 'staking_lockup', lockUp, 'staking_lockup'],
]

/** Types that a choice puts in place of another (`unsettled.ts`); no input states these. */
const CHOSEN: readonly Line[] = [
  ['incoming', 'zero_basis', receiveWithZeroBasis, 'received'],
  ['incoming', 'loan_received', borrow, 'loan_received'],
  ['outgoing', 'loan_repayment', repay, 'loan_repayment'],
]

const LINES: readonly Line[] = [...STATED, ...CHOSEN]

/** The position in this list is the code that columns carry. */
export const TREATMENTS: readonly Treatment[] = LINES.map(([type, subType, rule, kind]) => ({
  type,
  subType,
  operation: rule.operation,
  kind,
  value: rule.byKind?.[kind]?.value ?? rule.value,
}))

const RULES: ReadonlyMap<string, Rule> = new Map(LINES.map(([, , rule]) => [rule.operation, rule]))

/** The rule that a treatment follows. @throws Error for a treatment of another jurisdiction. */
export function ruleOf({ operation }: Pick<Treatment, 'operation'>): Rule {
  const rule = RULES.get(operation)
  if (rule === undefined) throw new Error(`No rule has the name ${operation}`)
  return rule
}

/** The codes of what no input says. */
export const VARIANTS = {
  zeroBasis: codeOfRule(receiveWithZeroBasis),
  borrow: codeOfRule(borrow),
  repay: codeOfRule(repay),
}

function codeOfRule(rule: Rule): number {
  return LINES.findIndex((line) => line[2] === rule)
}

const CODES: ReadonlyMap<string, number> = new Map(
  STATED.map(([type, subType], code) => [`${type}/${subType ?? ''}`, code]),
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
  const [, , rule, kind] = LINES[code]!
  return rule.countsInCash === true || kind === 'rebate'
}
