import { expect, test } from 'vitest'
import { isLookalike } from './lookalike.ts'
import { SPAM_THRESHOLD, spamScore, type TokenReceipt } from './spam-score.ts'

const known = new Set(['USD', 'BTC', 'ETH', 'USDT', 'USDC', 'AAVE'])

const unasked: TokenReceipt = {
  symbol: 'XYZQ',
  isListed: false,
  wasTraded: false,
  hasPrice: false,
  isUnasked: true,
  isDust: false,
  isFlagged: false,
  borrowsSymbol: false,
}
const scored = (receipt: Partial<TokenReceipt>) => spamScore({ ...unasked, ...receipt }, known)

test.each([
  'Visit ethclaim.xyz',
  '$ USDC-Claim.com',
  'www.apecoin-drop.net',
  'https://t.me/s/us_circle',
  'Access sUSDe-reward.lat to claim',
])('E12 a token called %s advertises', (symbol) => {
  expect(scored({ symbol })).toMatchObject({ score: 100, reasons: expect.arrayContaining(['advertises']) })
})

test.each([
  ['UЅDТ', 'USDT, with Cyrillic letters'],
  ['ΕΤΗ', 'ETH, in Greek'],
  ['US\u200bDC', 'USDC, with a letter that cannot be seen'],
  ['U5DC', 'USDC, with a digit'],
  ['ＵＳＤＴ', 'USDT, full width'],
])('E12 %s looks like a known symbol: %s', (symbol) => {
  expect(isLookalike(symbol, known)).toBe(true)
  expect(scored({ symbol }).reasons).toContain('lookalike')
})

test('E12 what nobody asked for and nothing prices is put before the customer, each reason named', () => {
  expect(scored({})).toEqual({ score: SPAM_THRESHOLD, reasons: ['never_bought', 'no_price', 'unasked'] })
  expect(scored({ isDust: true }).score).toBeGreaterThan(SPAM_THRESHOLD)
  expect(scored({ symbol: 'USDC', borrowsSymbol: true })).toEqual({
    score: 100,
    reasons: ['borrowed_symbol', 'never_bought', 'no_price', 'unasked'],
  })
})

test('E12 what was bought or sold, has a price, or was earned is left alone', () => {
  expect(scored({ wasTraded: true, isFlagged: true })).toEqual({ score: 0, reasons: [] })
  expect(scored({ hasPrice: true }).score).toBeLessThan(SPAM_THRESHOLD)
  expect(scored({ isUnasked: false }).score).toBeLessThan(SPAM_THRESHOLD)
})
