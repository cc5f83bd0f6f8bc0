import { shortAccount } from '@lotbook/journal'
import type { FormRests } from '@lotbook/contract'

const WORDS: Readonly<Record<string, (n: number) => string>> = {
  missing_price: (n) =>
    `${lines(n)} ${n === 1 ? 'has' : 'have'} no price and ${n === 1 ? 'counts' : 'count'} at $0.00`,
  missing_basis: (n) =>
    `${lines(n)} ${n === 1 ? 'uses' : 'use'} $0.00 assumed cost basis, because no purchase is known`,
  unmatched_receive: (n) =>
    `${lines(n)} ${n === 1 ? 'uses' : 'use'} $0.00 assumed cost basis, because the coins came from an unknown place`,
  gift_basis_unknown: (n) =>
    `${lines(n)} ${n === 1 ? 'is' : 'are'} from a gift whose donor’s cost is not known`,
  weak_match: (n) =>
    `${lines(n)} ${n === 1 ? 'depends' : 'depend'} on a transfer that you have not confirmed`,
  unknown_type: (n) => `${lines(n)} ${n === 1 ? 'is' : 'are'} from a transaction whose type is not known`,
  uncounted_side: (n) => `${lines(n)} ${n === 1 ? 'leaves' : 'leave'} out a part of the transaction`,
  negative_balance: (n) => `${lines(n)} ${n === 1 ? 'sells' : 'sell'} more than the account ever received`,
  possible_duplicate: (n) => `${lines(n)} may be in your history twice`,
  spec_lot_unavailable: (n) => `${lines(n)} ${n === 1 ? 'names' : 'name'} a lot that was not available`,
}

/** What a form rests on, a sentence per finding. */
export function restsSentences({ rests }: Pick<FormRests, 'rests'>): readonly string[] {
  return rests.map(
    ({ code, lines: count }) => WORDS[code]?.(count) ?? `${lines(count)} depend on an open item`,
  )
}

/** The brokers whose Form 1099-DA nobody has answered for. */
export function formsSentence({
  forms_expected: forms,
}: Pick<FormRests, 'forms_expected'>): string | undefined {
  if (forms.length === 0) return undefined
  const count = forms.reduce((sum, { disposals }) => sum + disposals, 0)
  const names = new Intl.ListFormat('en-US', { type: 'conjunction' }).format(
    forms.map((form) => shortAccount(form.account_name)),
  )
  return `${lines(count)} ${count === 1 ? 'is' : 'are'} in the box for sales not reported on a form, although a Form 1099-DA is expected from ${names}`
}

/** Whether a person should hear of anything before the form is made. */
export function asksFirst({ open_lines, forms_expected }: FormRests): boolean {
  return open_lines > 0 || forms_expected.length > 0
}

function lines(n: number): string {
  return `${n.toLocaleString()} ${n === 1 ? 'line' : 'lines'}`
}
