import { expect, test } from 'vitest'
import { beginningOf, isAccessToken, newAccessToken } from './token-form.ts'

test('a token has a prefix that scanners know and a checksum of its letters', () => {
  const tokens = Array.from({ length: 200 }, newAccessToken)
  expect(new Set(tokens).size).toBe(200)
  for (const token of tokens) {
    expect(token).toMatch(/^lbk_[0-9A-Za-z]{49}$/)
    expect(isAccessToken(token)).toBe(true)
    expect(beginningOf(token)).toBe(token.slice(0, 8))
  }
})

test('a text with one letter changed, cut or added is no token', () => {
  const token = newAccessToken()
  for (let at = 4; at < token.length; at += 1) {
    const other = token[at] === 'a' ? 'b' : 'a'
    expect(isAccessToken(token.slice(0, at) + other + token.slice(at + 1))).toBe(false)
  }
  for (const wrong of [
    token.slice(1),
    token.slice(0, -1),
    `${token}0`,
    `${token}\n`,
    '',
    'lbk_',
    'x'.repeat(53),
  ])
    expect(isAccessToken(wrong)).toBe(false)
})
