import { expect, test } from 'vitest'
import { lineTyped, mistakesIn, typedLine, typedUnits } from './typed-line.ts'

const NEW = typedLine(undefined, 'a1')

test('E22 what is typed off a form becomes its boxes, and an empty box stays empty', () => {
  const line = lineTyped({
    ...NEW,
    name: ' Bitcoin ',
    units: '1,000.5',
    sold: '2025-03-04',
    proceeds: '$1,250.75',
    withheld: '',
    is_basis_reported: 'yes',
    term: 'long',
    count: '',
  })
  expect(line).toMatchObject({
    account_id: 'a1',
    name: 'Bitcoin',
    units: '1000.5',
    proceeds: '1250.75',
    basis: null,
    withheld: null,
    is_basis_reported: true,
    is_noncovered: false,
    term: 'long',
    total: null,
    count: null,
    proceeds_are: 'gross',
  })
  expect(
    typedLine(
      {
        ...line,
        id: 'l',
        file_name: null,
        is_by_hand: false,
        tied_to: null,
        note: null,
        loss: 'as_on_form',
      },
      '',
    ),
  ).toMatchObject({
    name: 'Bitcoin',
    units: '1000.5',
    basis: '',
    is_basis_reported: 'yes',
  })
})

test('what is missing or no amount is said by its box', () => {
  expect(mistakesIn({ ...NEW, account_id: '' })).toEqual({
    account_id: 'Choose the account.',
    name: 'Enter the asset.',
    units: 'Enter the units.',
    sold: 'Enter the day of the sale.',
    proceeds: 'Enter the proceeds.',
  })
  expect(
    mistakesIn({ ...NEW, name: 'BTC', total: 'stablecoins', proceeds: '-5', units: '1.2.3', count: 'x' }),
  ).toEqual({
    proceeds: 'Enter an amount in dollars and cents, like 1,250.75.',
    units: 'Enter a number, like 0.125.',
    count: 'Enter a whole number.',
  })
  expect(['.5', '1,234', '', '1e5'].map(typedUnits)).toEqual(['0.5', '1234', null, undefined])
})
