import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isLookalike } from './lookalike.ts'
import { spamScore } from './spam-score.ts'

const file = createRequire(import.meta.url).resolve(
  '@uniswap/default-token-list/build/uniswap-default.tokenlist.json',
)
const { tokens } = JSON.parse(readFileSync(file, 'utf8')) as { tokens: { symbol: string }[] }
const symbols = tokens.map(({ symbol }) => symbol)
const known = new Set(['USD', 'BTC', 'ETH', ...symbols.map((symbol) => symbol.toUpperCase())])

test('E12 no asset of the token list looks like another, nor has a score', () => {
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
