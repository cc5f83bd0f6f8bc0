/** The types of the manual form, in the order it offers them (R5.79). */
export const TRANSACTION_TYPES = [
  'buy',
  'sell',
  'trade',
  'incoming',
  'outgoing',
  'ico',
  'nft',
  'swap',
] as const
export type TransactionType = (typeof TRANSACTION_TYPES)[number]

/** Sub types of `incoming` that the manual form offers (R5.81). */
export const INCOMING_SUB_TYPES = [
  'received',
  'mined',
  'airdrop',
  'fork',
  'payment',
  'gift_received',
  'mastermode',
  'interest_received',
  'dividend_received',
  'staking_reward',
  'misc_reward',
  'staking_return',
] as const

/** Sub types of `outgoing` that the manual form offers (R5.82). */
export const OUTGOING_SUB_TYPES = [
  'sent',
  'purchase',
  'gift_sent',
  'stolen',
  'lost',
  'fee',
  'donation_501c3',
  'staking_lockup',
] as const

/** Sub types of `nft` (R5.83). */
export const NFT_SUB_TYPES = ['send', 'receive', 'nft_mint'] as const

/** What files say and the manual form does not offer; stored and shown under their own names. */
export const FILE_INCOMING_SUB_TYPES = ['margin_gain', 'rebate', 'loan_received'] as const
export const FILE_OUTGOING_SUB_TYPES = [
  'margin_loss',
  'margin_fee',
  'loan_repayment',
  'interest_paid',
] as const

export type IncomingSubType = (typeof INCOMING_SUB_TYPES)[number] | (typeof FILE_INCOMING_SUB_TYPES)[number]
export type OutgoingSubType = (typeof OUTGOING_SUB_TYPES)[number] | (typeof FILE_OUTGOING_SUB_TYPES)[number]
export type NftSubType = (typeof NFT_SUB_TYPES)[number]
export type SubType = IncomingSubType | OutgoingSubType | NftSubType

const SUB_TYPES: Readonly<Record<TransactionType, ReadonlySet<SubType>>> = {
  buy: new Set(),
  sell: new Set(),
  trade: new Set(),
  ico: new Set(),
  swap: new Set(),
  incoming: new Set([...INCOMING_SUB_TYPES, ...FILE_INCOMING_SUB_TYPES]),
  outgoing: new Set([...OUTGOING_SUB_TYPES, ...FILE_OUTGOING_SUB_TYPES]),
  nft: new Set(NFT_SUB_TYPES),
}

/** Every type with each of its sub types, those of files too. */
export function everyType(): { readonly type: TransactionType; readonly subType: SubType | null }[] {
  return TRANSACTION_TYPES.flatMap((type) => {
    const subTypes: readonly (SubType | null)[] = [...SUB_TYPES[type]]
    return (subTypes.length === 0 ? [null] : subTypes).map((subType) => ({ type, subType }))
  })
}

export function isTransactionType(text: string): text is TransactionType {
  return (TRANSACTION_TYPES as readonly string[]).includes(text)
}

/** Whether a type may carry a sub type. Types without sub types take null, the others need one. */
export function isSubTypeOf(type: TransactionType, subType: string | null): boolean {
  const known = SUB_TYPES[type]
  return subType === null ? known.size === 0 : (known as ReadonlySet<string>).has(subType)
}

/** Receipts taxed when received (R-INC-1), in the order in which they are offered for a receipt. */
export const INCOMES = [
  'payment',
  'mined',
  'airdrop',
  'fork',
  'staking_reward',
  'interest_received',
  'dividend_received',
  'mastermode',
  'misc_reward',
] as const satisfies readonly IncomingSubType[]
export const INCOME_SUB_TYPES: ReadonlySet<string> = new Set(INCOMES)

/** The word a person reads for a type and sub type. `swap` is labelled Rebrand (R5.80). */
export function typeLabel(type: TransactionType | 'transfer', subType: string | null): string {
  return labelOfName(subType ?? type)
}

/** The word a person reads for the name of a type or sub type; the name itself where it is neither. */
export function labelOfName(name: string): string {
  return (Object.hasOwn(LABELS, name) ? LABELS[name] : undefined) ?? name
}

const LABELS: Readonly<Record<string, string>> = {
  buy: 'Buy',
  sell: 'Sell',
  trade: 'Trade',
  incoming: 'Incoming',
  outgoing: 'Outgoing',
  ico: 'ICO',
  nft: 'NFT',
  swap: 'Rebrand',
  transfer: 'Transfer',
  received: 'Received',
  mined: 'Mined',
  airdrop: 'Airdrop',
  fork: 'Fork',
  payment: 'Payment',
  gift_received: 'Gift received',
  mastermode: 'Masternode',
  interest_received: 'Interest received',
  dividend_received: 'Dividend received',
  staking_reward: 'Staking reward',
  misc_reward: 'Other reward',
  staking_return: 'Staking return',
  sent: 'Sent',
  purchase: 'Purchase',
  gift_sent: 'Gift sent',
  stolen: 'Stolen',
  lost: 'Lost',
  fee: 'Fee',
  donation_501c3: 'Donation (501(c)(3))',
  staking_lockup: 'Staking lock-up',
  send: 'NFT sent',
  receive: 'NFT received',
  nft_mint: 'NFT mint',
  margin_gain: 'Margin gain',
  rebate: 'Rebate',
  loan_received: 'Loan received',
  margin_loss: 'Margin loss',
  margin_fee: 'Margin fee',
  loan_repayment: 'Loan repayment',
  interest_paid: 'Interest paid',
}
