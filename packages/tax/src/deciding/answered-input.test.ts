import { CalculationInputError } from '@lotbook/rules'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { calculate } from '../calculating/calculate.ts'
import { parseCalculationInput } from '../schema/parse-input.ts'
import { holdToInvariants } from '../invariants/check-result.ts'
import { anyInput } from '../testing/random-ledger.ts'
import { answeredInput, answersTo, openingLotAt, type Answer } from './answered-input.ts'
import { openQuestions } from './open-questions.ts'
import { runs } from '../testing/runs.ts'

const FIELDS = {
  acquired_on: '2012-01-05',
  cost: '12.34',
  value: '56.7',
  sub_type: 'airdrop',
  donor_basis: '8.9',
  donor_acquired: '2011-02-03',
  claim_account: 'alpha',
}

test('N11 N16 whatever is answered, the engine refuses it in words or the result holds', () => {
  const tried = new Map<string, number>()
  fc.assert(
    fc.property(anyInput, (input) => {
      const result = calculate(input)
      for (const question of openQuestions(input, result))
        for (const option of answersTo(question.code)) {
          const answered = answeredInput(input, question, { option, ...FIELDS } satisfies Answer)
          if (typeof answered === 'string') continue
          try {
            holdToInvariants(answered, calculate(answered))
            tried.set(option, (tried.get(option) ?? 0) + 1)
          } catch (error) {
            if (!(error instanceof CalculationInputError)) throw error
          }
        }
    }),
    { numRuns: runs(100) },
  )
  for (const option of [
    'opening_lot',
    'zero_basis',
    'purchase',
    'income',
    'bought',
    'claim_disposed',
    'claim_carried',
  ])
    expect(tried.get(option) ?? 0, option).toBeGreaterThan(0)
})

test('N11 R-FEE-4 what a further fee is worth is answered where it is spent, and counts where it belongs', () => {
  const on = { at: '2025-01-01T12:00:00Z', account: 'a' }
  const bought = { type: 'buy', from_currency: 'USD', from_amount: '100', to_currency: 'BTC', to_amount: '1' }
  const spent = { type: 'outgoing', sub_type: 'fee', from_currency: 'BNB', from_amount: '1', from_value: '0' }
  const input = {
    settings: {},
    transactions: [
      {
        id: 'b',
        ...on,
        ...bought,
        further_fees: [
          { fee: 'f', value: '0' },
          { fee: 'g', value: '2' },
        ],
      },
      { id: 'f', ...on, ...spent },
      { id: 'g', ...on, ...spent, from_value: '2' },
    ],
  }
  const question = openQuestions(input, calculate(input), [{ tx: 'f', asset: 'BNB' }]).find(
    ({ code }) => code === 'MISSING_PRICE',
  )
  const answered = answeredInput(input, question!, { option: 'price', value: '5' })
  if (typeof answered === 'string') throw new Error(answered)
  expect(parseCalculationInput(answered)).toEqual(answered)
  expect(calculate(answered).lots.map((lot) => lot.basis)).toEqual(['107'])
})

test('N11 what the engine would not take of a file is no answer either', () => {
  const input = {
    settings: {},
    transactions: [
      {
        id: 'g',
        at: '2025-01-01T12:00:00Z',
        account: 'a',
        type: 'incoming',
        sub_type: 'received',
        to_currency: 'BTC',
        to_amount: '1',
      },
      {
        id: 's',
        at: '2025-02-01T12:00:00Z',
        account: 'a',
        type: 'sell',
        from_currency: 'BTC',
        from_amount: '3',
        to_currency: 'USD',
        to_amount: '30',
      },
    ],
  }
  const questions = openQuestions(input, calculate(input))
  const answered = (code: string, answer: Answer) =>
    answeredInput(
      input,
      questions.find((one) => one.code === code)!,
      answer,
    )
  const opening = (acquired_on: string) =>
    answered('MISSING_BASIS', { option: 'opening_lot', acquired_on, cost: '1' })
  const gift = (donor_acquired: string) =>
    answered('UNRESOLVED_RECEIVED', { option: 'gift_received', donor_basis: '1', donor_acquired })
  expect(opening('2008-12-31')).toBe('there was no coin yet before 2009')
  expect(gift('2025-01-02')).toBe('the donor had it before it was given: 2025-01-02 is after that')
  for (const taken of [opening('2009-01-03'), gift('2025-01-01')])
    expect(parseCalculationInput(taken)).toEqual(taken)
})

test('N11 an opening lot is of noon where its owner lives, or just before what uses it', () => {
  const used = Date.parse('2024-03-02T10:00:00Z')
  const at = (day: string, zone: string) => {
    const instant = openingLotAt(day, used, zone)
    return instant === undefined ? undefined : new Date(instant).toISOString()
  }
  expect(at('2024-03-01', 'America/New_York')).toBe('2024-03-01T17:00:00.000Z')
  expect(at('2024-03-02', 'America/New_York')).toBe('2024-03-02T09:59:59.000Z')
  expect(at('2024-02-30', 'UTC')).toBeUndefined()
})
