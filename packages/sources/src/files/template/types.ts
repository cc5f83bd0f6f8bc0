import { everyType, sidesOf, type SubType, type TransactionType, typeLabel } from '@lotbook/journal'

/** Meaning of a word in the Type column, given which sides of the row are filled. */
export type TemplateType =
  | {
      readonly kind: 'exchange'
      readonly type: 'buy' | 'sell' | 'trade' | 'ico' | 'swap'
      readonly flags: readonly string[]
    }
  | { readonly kind: 'in' | 'out'; readonly type: TransactionType; readonly subType: SubType }
  | { readonly kind: 'transfer' }

type ExchangeType = (TemplateType & { readonly kind: 'exchange' })['type']

/** The meaning of the word that a type and sub type of the journal have in a file. */
function meaningOf(type: TransactionType, subType: SubType | null): TemplateType {
  // A type without sub types is an exchange.
  if (subType === null) return { kind: 'exchange', type: type as ExchangeType, flags: [] }
  return { kind: sidesOf(type, subType).to === 'needed' ? 'in' : 'out', type, subType }
}

/** The word that reads back as this type, with the sides that the type has. */
export function wordForType(type: TransactionType, subType: SubType | null): string {
  if (subType === null) return type
  return type === 'nft' && subType !== 'nft_mint' ? `nft_${subType}` : subType
}

/** Words that mean one thing where both sides or In is filled, and another where only Out is. */
const BY_SIDE: ReadonlyMap<string, { readonly otherwise: TemplateType; readonly outOnly: TemplateType }> =
  new Map([
    ['purchase', { otherwise: meaningOf('buy', null), outOnly: meaningOf('outgoing', 'purchase') }],
    ['payment', { otherwise: meaningOf('incoming', 'payment'), outOnly: meaningOf('outgoing', 'purchase') }],
    [
      'staking',
      {
        otherwise: meaningOf('incoming', 'staking_reward'),
        outOnly: meaningOf('outgoing', 'staking_lockup'),
      },
    ],
  ])

/** Other words for a type, beside its own. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  trade: ['convert', 'exchange'],
  ico: ['initial_coin_offering'],
  swap: ['rebrand', 'migration'],
  received: ['receive', 'deposit', 'incoming'],
  sent: ['send', 'withdrawal', 'outgoing'],
  mined: ['mining'],
  staking_return: ['unstake'],
  mastermode: ['masternode'],
  donation_501c3: ['donation'],
  purchase: ['spend'],
}

/** Words that mean one thing whichever side is filled: the name of each type and sub type of the journal, and others for it. */
const WORDS: Readonly<Record<string, TemplateType>> = Object.fromEntries([
  ...everyType().flatMap(({ type, subType }) => {
    const word = wordForType(type, subType)
    return [word, ...(ALSO[word] ?? [])]
      .filter((each) => !BY_SIDE.has(each))
      .map((each) => [each, meaningOf(type, subType)] as const)
  }),
  ['margin_trade', { kind: 'exchange', type: 'trade', flags: ['margin'] }] as const,
  ['transfer', { kind: 'transfer' }] as const,
])

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
  const bySide = BY_SIDE.get(word)
  if (bySide !== undefined) return hasOut && !hasIn ? bySide.outOnly : bySide.otherwise
  return Object.hasOwn(WORDS, word) ? WORDS[word] : undefined
}
