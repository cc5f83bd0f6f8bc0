import fc from 'fast-check'
import { unitedStates } from '@lotbook/rules/us'
import { expect, test } from 'vitest'
import { calculate } from '../calculating/calculate.ts'
import { parseCalculationInput } from '../schema/parse-input.ts'
import { atStake, byMost, mayChange } from './may-change.ts'
import { openQuestions } from './open-questions.ts'

const year = (part: object) => ({ year: 2025, gain: '0', short: '0', income: '0', deduction: '0', ...part })

test('N11 the most that is known, each term by itself', () => {
  // 76,000 of short-term gain that becomes long-term, less 4,000 of cost.
  const longer = [year({ gain: '-4000', short: '-80000' })]
  expect(mayChange([[], longer], '500')).toBe('156000')
  expect(mayChange([[year({ income: '10' }), year({ gain: '-10', short: '-10' })]], null)).toBe('20')
  expect(mayChange([null, []], '80000')).toBe('80000')
})

test('N11 nothing where every answer is known to change nothing, and not known where one is not', () => {
  expect(mayChange([[], []], null)).toBe('0')
  expect(mayChange([[], null], null)).toBeNull()
  expect(mayChange([[], null], '0')).toBeNull()
  expect(mayChange([], null)).toBeNull()
})

test('N11 what is not known stands last, whatever the order before', () => {
  const amounts = fc.array(fc.option(fc.bigInt({ min: 0n, max: 10n ** 20n }).map(String)))
  fc.assert(
    fc.property(amounts, (given) => {
      const sorted = given.toSorted(byMost)
      const known = sorted.filter((amount) => amount !== null)
      expect(sorted.slice(known.length).every((amount) => amount === null)).toBe(true)
      for (const [n, amount] of known.slice(1).entries())
        expect(BigInt(known[n] ?? '') >= BigInt(amount)).toBe(true)
    }),
  )
})

test('N11 at stake are the proceeds of what has an assumed cost, and the gain in what was sent', () => {
  const event = (id: string, at: string, type: string, rest: object) => ({
    id,
    at: `${at}T12:00:00Z`,
    type,
    account: 'kraken',
    ...rest,
  })
  const input = parseCalculationInput({
    settings: { jurisdiction: 'US' },
    transactions: [
      event('ether', '2023-04-01', 'buy', {
        from_currency: 'USD',
        from_amount: '4000',
        to_currency: 'ETH',
        to_amount: '2',
      }),
      event('came', '2024-05-01', 'incoming', { sub_type: 'received', to_currency: 'SOL', to_amount: '10' }),
      event('sold', '2025-01-01', 'sell', {
        from_currency: 'SOL',
        from_amount: '4',
        to_currency: 'USD',
        to_amount: '600',
      }),
      event('sale', '2025-03-01', 'sell', {
        from_currency: 'BTC',
        from_amount: '1',
        to_currency: 'USD',
        to_amount: '80000',
      }),
      event('sent', '2025-04-01', 'outgoing', {
        sub_type: 'sent',
        from_currency: 'ETH',
        from_amount: '1',
        from_value: '1500',
      }),
      event('too', '2025-04-02', 'outgoing', { sub_type: 'sent', from_currency: 'ETH', from_amount: '1' }),
    ],
  })
  const result = calculate(input)
  const stakeOf = atStake(result, unitedStates)
  expect(
    openQuestions(input, result).map((question) => [question.code, question.tx, stakeOf(question)]),
  ).toEqual([
    ['UNRESOLVED_RECEIVED', 'came', '600'],
    ['MISSING_BASIS', 'sale', '80000'],
    // Spent it would lose 500; donated it would deduct 1,500.
    ['UNRESOLVED_SENT', 'sent', '1500'],
    ['UNRESOLVED_SENT', 'too', null],
    ['NEGATIVE_BALANCE', 'sale', null],
  ])
})
