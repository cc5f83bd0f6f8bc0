import { describe, expect, test } from 'vitest'
import { displayedName, filesInUs } from './user.ts'

describe('who is shown', () => {
  const user = { email: 'abcdefghijklmnopqr@example.org', first_name: null, last_name: null }

  test('R3.11 R3.12 first and last name, else the part of the email before the @', () => {
    expect(displayedName({ ...user, first_name: 'Ana', last_name: 'Ruiz' }, true)).toBe('Ana Ruiz')
    expect(displayedName(user, false)).toBe('abcdefghijklmnopqr')
  })

  test('R9.18 on mobile a long one is cut', () => {
    expect(displayedName(user, true)).toBe('abcdefg...')
  })

  test('R6.13 US returns are for US regions, and unset means US', () => {
    expect(['US', 'PR', 'MP', 'GU', 'AS', 'VI', null, undefined, ''].every(filesInUs)).toBe(true)
    expect(['DE', 'CA', 'us'].some(filesInUs)).toBe(false)
  })
})
