import { expect, test } from 'vitest'
import { erc20Tokens } from '../catalogue/token-lists.ts'
import { isLookalike } from './lookalike.ts'
import { spamScore } from './spam-score.ts'

const symbols = erc20Tokens().map(({ symbol }) => symbol)
const known = new Set(['USD', 'BTC', 'ETH', ...symbols.map((symbol) => symbol.toUpperCase())])

test('E12 no asset of the token lists looks like another, nor has a score', () => {
  const receipt = {
    isListed: true,
    wasTraded: false,
    hasPrice: false,
    isUnasked: true,
    isDust: true,
    isFlagged: true,
    borrowsSymbol: false,
  }
  expect(symbols.length).toBeGreaterThan(500)
  expect(symbols.filter((symbol) => isLookalike(symbol, known))).toEqual([])
  expect(symbols.filter((symbol) => spamScore({ ...receipt, symbol }, known).score > 0)).toEqual([])
})
