import { expect, test } from 'vitest'
import { EXPLORER_CHAINS } from './explorer-chains.ts'
import { listedTokens } from './listed-tokens.ts'
import { erc20Tokens } from './token-lists.ts'

test('R1.47 the token lists that the product ships have 3,500 ERC-20 tokens and more, each once', () => {
  const tokens = erc20Tokens()
  const names = tokens.map(({ chain, contract }) => `${chain}:${contract}`)
  expect(new Set(names).size).toBe(tokens.length)
  expect(tokens.length).toBeGreaterThanOrEqual(3500)
})

test('each has a chain, a contract in small letters, and what is shown of it', () => {
  const odd = erc20Tokens().filter(
    ({ chain, contract, symbol, name, decimals }) =>
      !(EXPLORER_CHAINS.includes(chain) || /^eip155:[1-9]\d*$/.test(chain)) ||
      !/^0x[0-9a-f]{40}$/.test(contract) ||
      !/^\S{1,30}$/.test(symbol) ||
      name.trim() === '' ||
      !(Number.isInteger(decimals) && decimals >= 0 && decimals <= 77),
  )
  expect(odd).toEqual([])
})

test('a token that goes by its ticker is one of them, under its symbol', () => {
  const onEthereum = new Map(
    erc20Tokens().flatMap(({ chain, contract, symbol }) =>
      chain === 'ethereum' ? [[contract, symbol.toUpperCase()]] : [],
    ),
  )
  for (const { contract, ticker } of listedTokens()) expect(onEthereum.get(contract)).toBe(ticker)
})
