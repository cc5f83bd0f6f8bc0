import { isFiat, typeLabel } from '@lotbook/journal'
import type { TransactionRow } from '@lotbook/contract'
import { formatMoney } from '../../ui/format/format-money.ts'
import { formatQuantity } from '../../ui/format/format-quantity.ts'

type Leg = NonNullable<TransactionRow['from']>

/** One side of a transaction in words: a national currency as money, any other asset as a quantity. */
export function legText({ asset, symbol, amount }: Leg): string {
  return isFiat(asset) ? formatMoney(amount, { currency: asset }) : formatQuantity(amount, { ticker: symbol })
}

/** A transaction in one line: "Sold 1.2 ETH for $3,960.00". */
export function headline(row: TransactionRow): string {
  const { type, sub_type, from, to } = row
  const out = from === null ? 'nothing' : legText(from)
  const into = to === null ? 'nothing' : legText(to)
  switch (type) {
    case 'transfer':
      return `Moved ${out} to ${row.other_account_name ?? 'another account'}`
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
      return sub_type === 'sent' ? `Sent ${out}` : `${typeLabel(type, sub_type)}: ${out}`
    case 'nft':
      return `${typeLabel(type, sub_type)}: ${from === null ? into : to === null ? out : `${into} for ${out}`}`
  }
}
