import { expect, test } from 'vitest'
import { reviewOptions, type ReviewItem } from '@lotbook/contract'
import { answerLabel, answerText } from './answer-label.ts'
import { isOfFee } from './is-of-fee.ts'

const of = (isOfFee: boolean) => ({ symbol: 'ETH', currency: 'USD', isOfFee })

test('R-FEE-4 a value that is asked of a fee is called the fee’s', () => {
  expect(answerLabel('value', of(true))).toBe('Value of the fee, in USD')
  expect(answerLabel('value', of(false))).toBe('Value of all of it, in USD')
  const [price, worthless] = reviewOptions('missing_price', true)
  expect(answerText(price!, true)).toContain('What the fee was worth')
  expect(answerText(price!, false)).toBe(price!.text)
  expect(answerText(worthless!, true)).toBe(worthless!.text)
})

test('R-FEE-4 only a fee in a coin of its own is asked by itself', () => {
  const leg = (asset: string) => ({ asset, symbol: asset, amount: '1' })
  const item = (detail: string | null, fee: string | null, code: ReviewItem['code'] = 'missing_price') => {
    const transaction = { from: leg('ETH'), to: leg('USD'), fee: fee === null ? null : leg(fee) }
    return { code, detail, transaction: transaction as unknown as ReviewItem['transaction'] }
  }
  expect(isOfFee(item('XYZ', 'XYZ'))).toBe(true)
  expect(isOfFee(item('XYZ', 'XYZ', 'missing_basis'))).toBe(false)
  expect(isOfFee(item('ETH, XYZ', 'XYZ'))).toBe(false)
  expect(isOfFee(item('ETH', 'ETH'))).toBe(false)
  expect(isOfFee(item('ETH', null))).toBe(false)
  expect(isOfFee({ ...item('XYZ', 'XYZ'), transaction: null })).toBe(false)
})
