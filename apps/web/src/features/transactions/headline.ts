import { deedWords, isFiat, shortAccount } from '@lotbook/journal'
import type { TransactionRow } from '@lotbook/contract'
import { formatMoney } from '../../ui/format/format-money.ts'
import { formatQuantity } from '../../ui/format/format-quantity.ts'

type Leg = NonNullable<TransactionRow['from']>

/** One side of a transaction in words: a national currency as money, any other asset as a quantity. */
export function legText({ asset, symbol, amount }: Leg): string {
  return isFiat(asset) ? formatMoney(amount, { currency: asset }) : formatQuantity(amount, { ticker: symbol })
}

/** A transaction in one line: "Sold 1.2 ETH for $3,960.00". */
export function headline({ type, sub_type, from, to, other_account_name }: TransactionRow): string {
  return deedWords({
    type,
    sub_type,
    out: from === null ? null : legText(from),
    into: to === null ? null : legText(to),
    to_account: other_account_name === null ? null : shortAccount(other_account_name),
  })
}
