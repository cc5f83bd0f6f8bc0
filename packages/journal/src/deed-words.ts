import { type TransactionType, typeLabel } from './transaction-type.ts'

export interface Deed {
  readonly type: TransactionType | 'transfer'
  readonly sub_type: string | null
  /** The side that left, in words: `1.2 ETH`; null where nothing left. */
  readonly out: string | null
  /** The side that arrived. */
  readonly into: string | null
  /** The account that a transfer goes to. */
  readonly to_account: string | null
}

/** A transaction in one line: `Sold 1.2 ETH for $3,960.00`. */
export function deedWords({ type, sub_type, to_account, ...sides }: Deed): string {
  const out = sides.out ?? 'nothing'
  const into = sides.into ?? 'nothing'
  switch (type) {
    case 'transfer':
      return `Moved ${out} to ${to_account ?? 'another account'}`
    case 'buy':
      return `Bought ${into} for ${out}`
    case 'sell':
      return `Sold ${out} for ${into}`
    case 'trade':
      return `Traded ${out} for ${into}`
    case 'swap':
      return `${out} became ${into}`
    case 'ico':
      return `Bought ${into} in an ICO for ${out}`
    case 'incoming':
      return sub_type === 'received' ? `Received ${into}` : `${typeLabel(type, sub_type)}: ${into}`
    case 'outgoing':
      return sub_type === 'sent' || sub_type === 'purchase'
        ? `${deedLabel(type, sub_type)} ${out}`
        : `${typeLabel(type, sub_type)}: ${out}`
    case 'nft':
      return `${typeLabel(type, sub_type)}: ${sides.out === null ? into : sides.into === null ? out : `${into} for ${out}`}`
  }
}

/** The label of a type before what was moved. Coins that paid for something were spent: "Purchase 0.025 BTC" reads as bought. */
export function deedLabel(type: TransactionType | 'transfer', subType: string | null): string {
  return subType === 'purchase' ? 'Spent' : typeLabel(type, subType)
}
