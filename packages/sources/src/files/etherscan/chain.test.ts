import { describe, expect, test } from 'vitest'
import { accountOfFile } from '../../accounts/describe-account.ts'
import { sourceBySlug } from '../../catalogue/catalogue.ts'
import { readKnown, readText } from '../testing/read-text.ts'
import { EXPLORER_CHAINS } from '../../catalogue/explorer-chains.ts'

const ME = '0x00000000000000000000000000000000000000aa'
const DEX = '0x00000000000000000000000000000000000000bb'
const coins = (coin: string) =>
  [
    `Transaction Hash,Blockno,UnixTimestamp,DateTime (UTC),From,To,ContractAddress,Value_IN(${coin}),Value_OUT(${coin}),CurrentValue @ $300/${coin},TxnFee(${coin}),TxnFee(USD),Historical $Price/${coin},Status,ErrCode,Method`,
    `0xF1,7,1700000000,2023-11-14 22:13:20,${ME},${DEX},,0,1,0,0,1,300,,,Call`,
  ].join('\n')
const tokens = (...contracts: string[]) =>
  [
    'Transaction Hash,Blockno,UnixTimestamp,DateTime (UTC),From,To,TokenValue,USDValueDayOfTx,ContractAddress,TokenName,TokenSymbol',
    ...contracts.map(
      (contract) => `0xf2,7,1700000000,2023-11-14 22:13:20,${ME},${DEX},5,$5.00,${contract},Some,SOME`,
    ),
  ].join('\n')
const USDC = {
  ethereum: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  base: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
}

describe('the chain of an explorer export', () => {
  test.each([
    ['BNB', 'bsc'],
    ['MATIC', 'polygon'],
    ['POL', 'polygon'],
    ['AVAX', 'avalanche'],
    ['xDAI', 'gnosis'],
  ])('a coin of one chain alone tells it: %s is %s', (coin, chain) => {
    const read = readKnown(coins(coin))
    expect(read.account).toEqual({ address: ME, chain })
    expect(accountOfFile(read)).toMatchObject({ key: `${chain}:${ME}`, slug: chain, chain, address: ME })
  })

  test.each([
    ['etherscan-tx.csv', 'ethereum'],
    ['arbiscan_export.csv', 'arbitrum'],
    ['export from optimistic.etherscan.io.csv', 'optimism'],
    ['basescan.csv', 'base'],
  ])('the name of the file tells it: %s', (name, chain) => {
    expect(readKnown(coins('ETH'), {}, name).account.chain).toBe(chain)
  })

  test('a contract that exists on one chain alone tells it, and goes along with the token', () => {
    const read = readKnown(tokens(USDC.base), { ownAddress: ME })
    expect(read.account.chain).toBe('base')
    expect(read.transactions[0]?.tokens['SOME']).toEqual({ chain: 'base', contract: USDC.base.toLowerCase() })
  })

  test('ETH is the coin of many chains: never guessed, asked with what may settle it', () => {
    const asked = readText(coins('ETH'))
    expect(asked).toMatchObject({
      outcome: 'ask',
      question: 'chain',
      usual: null,
      address: ME,
      hashes: ['0xf1'],
    })
    const candidates = asked.outcome === 'ask' ? asked.candidates.map(({ value }) => value) : []
    expect(candidates).toEqual(expect.arrayContaining(['ethereum', 'arbitrum', 'optimism', 'base', 'linea']))
    expect(candidates).not.toContain('bsc')
    expect(readKnown(coins('ETH'), { chain: 'arbitrum' }).account.chain).toBe('arbitrum')
    expect(readText(coins('ETH'), { chain: 'nonsense' })).toMatchObject({ outcome: 'ask' })
  })

  test.each([
    ['two chains in the name', coins('ETH'), 'ethereum and arbitrum.csv'],
    ['a name against the coin', coins('ETH'), 'bscscan.csv'],
    ['contracts of two chains', tokens(USDC.base, USDC.ethereum), 'export.csv'],
    ['a name against the contracts', tokens(USDC.base), 'etherscan.csv'],
    ['a part of another chain', coins('ETH'), 'nova.arbiscan.io.csv'],
  ])('evidence that does not agree is none: %s', (_, text, name) => {
    expect(readText(text, { ownAddress: ME }, name)).toMatchObject({ outcome: 'ask', question: 'chain' })
  })

  test('every chain is a source of the catalogue', () => {
    expect(EXPLORER_CHAINS.filter((slug) => sourceBySlug(slug)?.kind !== 'blockchain')).toEqual([])
  })
})
