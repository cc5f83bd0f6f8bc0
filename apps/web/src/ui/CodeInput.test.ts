import { expect, test } from 'vitest'
import { digitsOf } from './CodeInput.tsx'

test('a code is its digits, however it was pasted', () => {
  expect([digitsOf('123 456'), digitsOf('Code: 12'), digitsOf('1234567')]).toEqual(['123456', '12', '123456'])
})
