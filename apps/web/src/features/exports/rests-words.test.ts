import { expect, test } from 'vitest'
import { asksFirst, formsSentence, restsSentences } from './rests-words.ts'

const NOTHING = { lines: 3, open_lines: 0, rests: [], forms_expected: [] }

test('a form that rests on nothing unknown is made without a question', () => {
  expect(asksFirst(NOTHING)).toBe(false)
  expect(asksFirst({ ...NOTHING, open_lines: 1 })).toBe(true)
  expect(asksFirst({ ...NOTHING, forms_expected: [{ account_name: 'Kraken', disposals: 1 }] })).toBe(true)
})

test('what a form rests on is said with its lines', () => {
  expect(
    restsSentences({
      rests: [
        { code: 'missing_basis', lines: 1204 },
        { code: 'missing_price', lines: 1 },
      ],
    }),
  ).toEqual([
    '1,204 lines use $0.00 assumed cost basis, because no purchase is known',
    '1 line has no price and counts at $0.00',
  ])
  expect(formsSentence(NOTHING)).toBeUndefined()
  expect(
    formsSentence({
      forms_expected: [
        { account_name: 'Kraken', disposals: 2 },
        { account_name: 'Gemini', disposals: 1 },
      ],
    }),
  ).toBe(
    '3 lines are in the box for sales not reported on a form, although a Form 1099-DA is expected from Kraken and Gemini',
  )
})
