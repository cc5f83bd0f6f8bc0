import { describe, expect, test } from 'vitest'
import type { ReadOptions } from '../reader/file-reading.ts'
import { lines, readKnown } from '../testing/read-text.ts'

const ME = '0x00000000000000000000000000000000000000aa'
const DEX = '0x00000000000000000000000000000000000000bb'
const AT = '2022-01-01 00:00:00.000000Z'
const TX =
  'TxHash,BlockNumber,UnixTimestamp,FromAddress,ToAddress,ContractAddress,Type,Value,Fee,Status,ErrCode,' +
  'CurrentPrice,TxDateOpeningPrice,TxDateClosingPrice,MethodName'
const TOKENS =
  'TxHash,BlockNumber,UnixTimestamp,FromAddress,ToAddress,TokenContractAddress,Type,TokenDecimals,TokenSymbol,' +
  'TokenDecimals,TokensTransferred,TransactionFee,Status,ErrCode'
const INTERNAL =
  'TxHash,Index,BlockNumber,BlockHash,TxIndex,BlockIndex,UnixTimestamp,FromAddress,ToAddress,ContractAddress,' +
  'Type,CallType,Gas,GasUsed,Value,Input,Output,ErrCode,Fee'
const read = (header: string, rows: readonly string[], options: ReadOptions = {}) =>
  readKnown([header, ...rows].join('\n'), options, 'export.csv')

describe('transactions', () => {
  const tx = (to: string, type: string, status = 'ok') =>
    `0xd${type}${to.slice(-1)},7,${AT},${ME},${to},,${type},1500000000000000000,21000000000000,${status},,1,1,1,transfer`

  test('what an address sends to itself costs its fee, and the calls of others nothing', () => {
    const one = read(TX, [tx(DEX, 'OUT'), tx(ME, 'OUT'), tx(DEX, '')])
    expect(lines(one)).toEqual([
      'outgoing/sent 1.5 ETH -> fee 0.000021 ETH (native_assumed)',
      'outgoing/fee 0.000021 ETH -> (native_assumed)',
    ])
    expect(one.skipped).toEqual([{ rows: [3], reason: 'not_own_address' }])
    expect(one.notes).toEqual([])
  })

  test('the coin is that of the chain that the person names', () => {
    expect(lines(read(TX, [tx(DEX, 'OUT')], { chain: 'gnosis' }))).toEqual([
      'outgoing/sent 1.5 XDAI -> fee 0.000021 XDAI',
    ])
  })
})

describe('tokens', () => {
  const moved = (type: string, decimals: string, symbol: string, amount: string, status = 'ok') => {
    const [from, to] = type === 'IN' ? [DEX, ME] : [ME, DEX]
    return `0xda,7,${AT},${from},${to},0xc4${symbol},${type},${decimals},${symbol},${decimals},${amount},9,${status},`
  }

  test('amounts count the smallest unit; what moved under one hash is one event', () => {
    const one = read(TOKENS, [
      moved('OUT', '6', 'USDC', '1500000'),
      moved('IN', '18', 'LINK', '250000000000000000'),
    ])
    expect(lines(one)).toEqual(['trade 1.5 USDC -> 0.25 LINK'])
    expect(one.account).toEqual({ address: ME })
  })

  test('an NFT has no id, and what failed did not move', () => {
    const one = read(TOKENS, [moved('IN', '', 'APE', ''), moved('IN', '6', 'USDC', '1', 'error')])
    expect(one.transactions).toEqual([])
    expect(one.skipped.map(({ reason }) => reason)).toEqual(['nft_without_id', 'failed'])
  })

  test('a transfer has the name that another explorer gives it', () => {
    const etherscan =
      'Transaction Hash,Blockno,UnixTimestamp,DateTime (UTC),From,To,TokenValue,USDValueDayOfTx,ContractAddress,' +
      'TokenName,TokenSymbol'
    const other = read(
      etherscan,
      [`0xda,7,1640995200,2022-01-01 00:00:00,${DEX},${ME},1.5,,0xc4usdc,USD Coin,USDC`],
      { chain: 'base', ownAddress: ME },
    )
    const one = read(TOKENS, [moved('IN', '6', 'USDC', '1500000')], { chain: 'base', ownAddress: ME })
    expect(one.transactions[0]?.records).toEqual(other.transactions[0]?.records)
  })
})

test('internal transactions move the coin; what only lends its code does not', () => {
  const row = (from: string, to: string, call: string, value: string, error = '') =>
    `0xda,1,7,0xb,1,1,${AT},${from},${to},,call,${call},1,1,${value},0x,0x,${error},`
  const one = read(
    INTERNAL,
    [
      row(DEX, ME, 'call', '1500000000000000000'),
      row(DEX, ME, 'delegatecall', '1500000000000000000'),
      row(DEX, ME, 'call', '0'),
      row(DEX, ME, 'call', '5', 'Reverted'),
    ],
    { ownAddress: ME },
  )
  expect(lines(one)).toEqual(['incoming/received -> 1.5 ETH (native_assumed)'])
  expect(one.skipped.map(({ reason }) => reason)).toEqual(['no_value_moved', 'no_value_moved', 'failed'])
})
