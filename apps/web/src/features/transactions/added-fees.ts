import type { TransactionEdit } from '@lotbook/contract'
import { amountOf, assetOf, type KnownAsset } from './edit-values.ts'

/** A fee that is being added, as text. */
export interface FeeDraft {
  readonly amount: string
  readonly asset: string
  readonly value: string
}

export const EMPTY_FEE: FeeDraft = { amount: '', asset: '', value: '' }

export type FeeProblems = Partial<Record<keyof FeeDraft, string>>

/** Problems of a fee that can be seen before it is sent; a row without any text is no fee. */
export function problemsOfFee(fee: FeeDraft): FeeProblems {
  if (isEmpty(fee)) return {}
  const wrong = 'Enter an amount with digits and a decimal point, such as 0.25'
  const [amount, value] = [amountOf(fee.amount), amountOf(fee.value)]
  return {
    ...(amount === undefined ? { amount: wrong } : isNone(amount) ? { amount: 'Enter a fee above 0' } : {}),
    ...(fee.asset.trim() === '' ? { asset: 'Enter its currency' } : {}),
    ...(fee.value.trim() === ''
      ? {}
      : value === undefined
        ? { value: wrong }
        : value.startsWith('-')
          ? { value: 'Enter a value of 0 or more' }
          : {}),
  }
}

/** Nothing, or less. */
function isNone(amount: string): boolean {
  return amount.startsWith('-') || !/[1-9]/.test(amount)
}

/** The fees that are sent; undefined where there are none. */
export function addedFeesOf(
  fees: readonly FeeDraft[],
  assets: readonly KnownAsset[],
): TransactionEdit['added_fees'] {
  const sent = fees
    .filter((fee) => !isEmpty(fee))
    .map(({ amount, asset, value }) => {
      const worth = amountOf(value)
      return {
        asset: assetOf(asset, assets) ?? '',
        amount: amountOf(amount) ?? '',
        ...(worth === undefined ? {} : { value: worth }),
      }
    })
  return sent.length === 0 ? undefined : sent
}

function isEmpty({ amount, asset, value }: FeeDraft): boolean {
  return [amount, asset, value].every((text) => text.trim() === '')
}
