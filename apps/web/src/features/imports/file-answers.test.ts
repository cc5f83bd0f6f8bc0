import { expect, test } from 'vitest'
import { answersOf, readAsOf } from './file-answers.ts'

const address = { kind: 'own_address', answer: '0xa' } as const
const chain = { kind: 'chain', answer: 'base' } as const

test('answers are sent as they stand; what is open is not', () => {
  expect(answersOf([address, chain])).toEqual({ own_address: '0xa', chain: 'base' })
  expect(answersOf([address, { ...chain, answer: null }])).toEqual({ own_address: '0xa' })
})

test('another answer asks anew what was asked after it', () => {
  expect(answersOf([address, chain], 'own_address', '0xb')).toEqual({ own_address: '0xb' })
  expect(answersOf([address, chain], 'chain', 'linea')).toEqual({ own_address: '0xa', chain: 'linea' })
})

test('E3 what a file was read by is shown, with where it is from', () => {
  expect(readAsOf({ read_as: [] })).toBeUndefined()
  expect(
    readAsOf({
      read_as: [
        { kind: 'time_zone', value: 'America/New_York', from: 'remembered' },
        { kind: 'chain', value: 'base', from: 'journal' },
      ],
    }),
  ).toBe('Times in New York (as you answered before) · Chain base (as your accounts have it)')
})
