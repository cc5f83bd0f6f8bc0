import { type SubType, type TransactionType, typeLabel } from '@lotbook/journal'

/** Meaning of a word in the Type column, given which sides of the row are filled. */
export type TemplateType =
  | {
      readonly kind: 'exchange'
      readonly type: 'buy' | 'sell' | 'trade' | 'ico' | 'swap'
      readonly flags: readonly string[]
    }
  | { readonly kind: 'in' | 'out'; readonly type: TransactionType; readonly subType: SubType }
  | { readonly kind: 'transfer' }

const exchange = (
  type: 'buy' | 'sell' | 'trade' | 'ico' | 'swap',
  flags: readonly string[] = [],
): TemplateType => ({
  kind: 'exchange',
  type,
  flags,
})
const incoming = (subType: SubType): TemplateType => ({ kind: 'in', type: 'incoming', subType })
const outgoing = (subType: SubType): TemplateType => ({ kind: 'out', type: 'outgoing', subType })

/** Words that mean one thing whichever side is filled. */
const WORDS: Readonly<Record<string, TemplateType>> = {
  buy: exchange('buy'),
  sell: exchange('sell'),
  trade: exchange('trade'),
  convert: exchange('trade'),
  exchange: exchange('trade'),
  margin_trade: exchange('trade', ['margin']),
  initial_coin_offering: exchange('ico'),
  ico: exchange('ico'),
  swap: exchange('swap'),
  rebrand: exchange('swap'),
  migration: exchange('swap'),
  receive: incoming('received'),
  received: incoming('received'),
  deposit: incoming('received'),
  incoming: incoming('received'),
  send: outgoing('sent'),
  sent: outgoing('sent'),
  withdrawal: outgoing('sent'),
  outgoing: outgoing('sent'),
  transfer: { kind: 'transfer' },
  mined: incoming('mined'),
  mining: incoming('mined'),
  staking_reward: incoming('staking_reward'),
  staking_return: incoming('staking_return'),
  unstake: incoming('staking_return'),
  staking_lockup: outgoing('staking_lockup'),
  fork: incoming('fork'),
  airdrop: incoming('airdrop'),
  gift_received: incoming('gift_received'),
  gift_sent: outgoing('gift_sent'),
  interest_received: incoming('interest_received'),
  dividend_received: incoming('dividend_received'),
  misc_reward: incoming('misc_reward'),
  mastermode: incoming('mastermode'),
  masternode: incoming('mastermode'),
  rebate: incoming('rebate'),
  loan_received: incoming('loan_received'),
  margin_gain: incoming('margin_gain'),
  fee: outgoing('fee'),
  lost: outgoing('lost'),
  stolen: outgoing('stolen'),
  donation: outgoing('donation_501c3'),
  donation_501c3: outgoing('donation_501c3'),
  margin_loss: outgoing('margin_loss'),
  margin_fee: outgoing('margin_fee'),
  loan_repayment: outgoing('loan_repayment'),
  interest_paid: outgoing('interest_paid'),
  spend: outgoing('purchase'),
  nft_mint: { kind: 'in', type: 'nft', subType: 'nft_mint' },
  nft_send: { kind: 'out', type: 'nft', subType: 'send' },
  nft_receive: { kind: 'in', type: 'nft', subType: 'receive' },
}

/** The words for people: as they may be written, what they become, and which side of the row they need. */
export const TEMPLATE_WORDS: readonly (readonly [word: string, becomes: string, needs: string])[] = [
  ...Object.entries(WORDS).map(
    ([word, type]) => [word.replaceAll('_', ' '), becomes(type), needs(type)] as const,
  ),
  ['purchase', 'Buy, or Purchase where only Out is filled', 'Out'],
  ['payment', 'Payment, or Purchase where only Out is filled', 'IN or Out'],
  ['staking', 'Staking reward, or Staking lock-up where only Out is filled', 'IN or Out'],
]

function becomes(type: TemplateType): string {
  if (type.kind === 'transfer') return 'Sent or Received, or both'
  return type.kind === 'exchange' ? typeLabel(type.type, null) : typeLabel(type.type, type.subType)
}

function needs(type: TemplateType): string {
  const sides = { exchange: 'IN and Out', in: 'IN', out: 'Out', transfer: 'IN or Out' } as const
  return sides[type.kind]
}

/** The word that reads back as this type, with the sides that the type has. */
export function wordForType(type: TransactionType, subType: SubType | null): string {
  if (subType === null) return type
  return type === 'nft' && subType !== 'nft_mint' ? `nft_${subType}` : subType
}

/** A Type cell in the one spelling that all of its spellings share. */
export function templateWord(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '_')
}

/** The meaning of a Type cell; case and spaces do not count. Undefined for a word that no one knows. */
export function templateType(text: string, hasIn: boolean, hasOut: boolean): TemplateType | undefined {
  const word = templateWord(text)
  const isOutOnly = hasOut && !hasIn
  if (word === 'purchase') return isOutOnly ? outgoing('purchase') : exchange('buy')
  if (word === 'payment') return isOutOnly ? outgoing('purchase') : incoming('payment')
  if (word === 'staking') return isOutOnly ? outgoing('staking_lockup') : incoming('staking_reward')
  return Object.hasOwn(WORDS, word) ? WORDS[word] : undefined
}
