import { describe, expect, test } from 'vitest'
import { transactionFingerprint } from '../../reading/fingerprints.ts'
import { lines, readKnown, readText } from '../testing/read-text.ts'

const ME = '0x00000000000000000000000000000000000000aa'
const DEX = '0x00000000000000000000000000000000000000bb'
const ZERO = '0x0000000000000000000000000000000000000000'
const TX =
  'Transaction Hash,Blockno,UnixTimestamp,DateTime (UTC),From,To,ContractAddress,Value_IN(BNB),Value_OUT(BNB),CurrentValue @ $300/BNB,TxnFee(BNB),TxnFee(USD),Historical $Price/BNB,Status,ErrCode,Method'
const tx = (
  hash: string,
  from: string,
  to: string,
  coming: string,
  going: string,
  fee: string,
  status = '',
) =>
  `${hash},7,1700000000,2023-11-14 22:13:20,${from},${to},,${coming},${going},0,${fee},1,300,${status},,Call`

describe('transactions', () => {
  test("the coin is in the header, the fee is the sender's, the own address shows in the values", () => {
    const read = readKnown(
      [
        TX,
        tx('0x1', ME, DEX, '0', '1.5', '0.01'),
        tx('0x2', DEX, ME, '2', '0', '0.02'),
        tx('0x3', ME, DEX, '0', '0', '0.03'),
      ].join('\n'),
    )
    expect(lines(read)).toEqual([
      'outgoing/sent 1.5 BNB -> fee 0.01 BNB',
      'incoming/received -> 2 BNB',
      'outgoing/fee 0.03 BNB ->',
    ])
    expect(read.account).toEqual({ address: ME, chain: 'bsc' })
    expect(read.transactions[0]).toMatchObject({ group: '0x1', txHash: '0x1', sequence: '000000000007' })
  })

  test("a failed transaction costs its fee, someone else's call nothing", () => {
    const read = readKnown(
      [
        TX,
        tx('0x1', ME, DEX, '0', '5', '0.01', 'Error(0)'),
        tx('0x2', DEX, ME, '0', '0', '0.02'),
        tx('0x3', ME, DEX, '0', '1', '0'),
      ].join('\n'),
    )
    expect(lines(read)).toEqual(['outgoing/fee 0.01 BNB -> (failed)', 'outgoing/sent 1 BNB ->'])
    expect(read.skipped).toEqual([{ rows: [2], reason: 'no_value_moved' }])
  })
})

test('the other side of what moved is kept, once per transaction; calls and failures move nothing', () => {
  const read = readKnown(
    [
      TX,
      tx('0x1', ME, DEX, '0', '1.5', '0.01'),
      tx('0x2', DEX, ME, '2', '0', '0.02'),
      tx('0x3', ME, DEX, '0', '0', '0.03'),
      tx('0x4', ME, DEX, '0', '5', '0.01', 'Error(0)'),
      tx('0x5', ME, ME, '0', '1', '0.01'),
      tx('0x6', ZERO, ME, '1', '0', '0'),
    ].join('\n'),
  )
  const other = { chain: 'bsc', address: DEX }
  expect(read.counterparties).toEqual([
    { ...other, txHash: '0x1' },
    { ...other, txHash: '0x2' },
  ])
})

test('a transaction that stands there twice is one: a hash is on one row alone', () => {
  const row = tx('0x1', ME, DEX, '0', '1.5', '0.01')
  const read = readKnown([TX, row, row].join('\n'))
  expect(lines(read)).toEqual(['outgoing/sent 1.5 BNB -> fee 0.01 BNB'])
  expect(read.skipped).toEqual([{ rows: [2], reason: 'duplicate_row' }])
})

test('sent to oneself costs the fee and moves nothing; a contract that is created is paid for', () => {
  const read = readKnown(
    [TX, tx('0x1', ME, ME, '1', '1', '0.01'), tx('0x2', ME, '', '0', '0', '0.02')].join('\n'),
    { ownAddress: ME },
  )
  expect(lines(read)).toEqual(['outgoing/fee 0.01 BNB ->', 'outgoing/fee 0.02 BNB ->'])
})

test('a near miss says which column is missing, and takes none that may have any name for a new one', () => {
  expect(readText(`${TX.replace('Status,', '')}\n`)).toMatchObject({
    outcome: 'unknown',
    closest: { formatId: 'etherscan-tx', newColumns: [], missingColumns: ['Status'] },
  })
})

const ERC20 =
  'Transaction Hash,Blockno,UnixTimestamp,DateTime (UTC),From,To,TokenValue,USDValueDayOfTx,ContractAddress,TokenName,TokenSymbol'
const token = (hash: string, from: string, to: string, value: string, symbol: string, usd = '') =>
  `${hash},7,1700000000,2023-11-14 22:13:20,${from},${to},"${value}","${usd}",0xc${symbol.length},${symbol} name,${symbol}`

describe('tokens', () => {
  test('one token out and one in under a hash are a trade; more stay apart under one group', () => {
    const read = readKnown(
      [
        ERC20,
        token('0x1', ME, DEX, '1,000.5', 'USDC', '$1,000.50'),
        token('0x1', DEX, ME, '2', 'LINK', '$999.00'),
        token('0x2', ME, DEX, '5', 'LINK'),
        token('0x2', ME, DEX, '6', 'USDC'),
        token('0x2', DEX, ME, '7', 'LPT'),
      ].join('\n'),
      { ownAddress: ME, chain: 'ethereum' },
    )
    expect(lines(read)).toEqual([
      'trade 1000.5 USDC -> 2 LINK',
      'outgoing/sent 5 LINK -> (ungrouped)',
      'outgoing/sent 6 USDC -> (ungrouped)',
      'incoming/received -> 7 LPT (ungrouped)',
    ])
    expect(read.transactions[0]).toMatchObject({ value: { amount: '999.00', currency: 'USD' }, rows: [1, 2] })
    // A movement that does not say what it was worth leaves nothing to add up to.
    const value = (...rows: string[]) =>
      readKnown([ERC20, ...rows].join('\n'), { ownAddress: ME, chain: 'ethereum' }).transactions[0]?.value
    const half = token('0x3', DEX, ME, '2', 'LINK', '$20')
    expect(value(half, token('0x3', DEX, ME, '1', 'LINK', '$10'))).toEqual({ amount: '30', currency: 'USD' })
    expect(value(half, token('0x3', DEX, ME, '1', 'LINK'))).toBeNull()
    expect(read.transactions[0]?.tokens['LINK']).toEqual({ chain: 'ethereum', contract: '0xc4' })
    const names = read.transactions.map((t) => transactionFingerprint('eth', read.family, t))
    expect(new Set(names).size).toBe(4)
  })

  test('R-TRD-1 what of a token came back is worth that much less, and half a statement states nothing', () => {
    const valueOf = (...rows: string[]) =>
      readKnown([ERC20, ...rows].join('\n'), { ownAddress: ME, chain: 'ethereum' }).transactions.map(
        ({ value }) => value?.amount ?? null,
      )
    const paid = token('0x1', ME, DEX, '1,000', 'USDC', '$1,000.00')
    const back = token('0x1', DEX, ME, '80', 'USDC', '$80.00')
    const got = (amount: string, usd: string) => token('0x1', DEX, ME, amount, 'UNI', usd)
    expect(valueOf(paid, back)).toEqual(['920.00'])
    expect(valueOf(paid, back, got('5', 'N/A'))).toEqual(['920.00'])
    expect(valueOf(paid, back, got('3', '$550.00'), got('2', '$367.00'))).toEqual(['917.00'])
    // A word on three of five is none on the five: what was given stands for them.
    expect(valueOf(paid, back, got('3', '$550.00'), got('2', 'N/A'))).toEqual(['920.00'])
    expect(valueOf(paid, token('0x1', DEX, ME, '80', 'USDC', 'N/A'))).toEqual([null])
    // Cents that were rounded on the way back leave no value below nothing.
    const [cent, more] = [
      token('0x1', ME, DEX, '1', 'USDC', '$0.99'),
      token('0x1', DEX, ME, '0.999', 'USDC', '$1.00'),
    ]
    expect(valueOf(cent, more)).toEqual([null])
  })

  test('R-TRD-1 a transfer of nothing, or one that came back whole, is no side of the trade beside it', () => {
    const read = readKnown(
      [
        ERC20,
        token('0x1', ME, DEX, '100', 'USDC', '$100.00'),
        token('0x1', ME, DEX, '0', 'DAI'),
        token('0x1', DEX, ME, '14', 'UNI', '$98.00'),
        token('0x2', ME, DEX, '100', 'USDC', '$100.00'),
        token('0x2', DEX, ME, '100', 'USDC', '$100.00'),
        token('0x2', DEX, ME, '14', 'UNI', '$98.00'),
        token('0x3', ME, DEX, '0', 'USDC'),
      ].join('\n'),
      { ownAddress: ME, chain: 'ethereum' },
    )
    // Nothing was given for what came in under the second hash; the third is shown, for it is all there is.
    expect(lines(read)).toEqual([
      'trade 100 USDC -> 14 UNI',
      'incoming/received -> 14 UNI',
      'outgoing/sent 0 USDC -> (spam)',
    ])
    expect(read.transactions.map(({ rows, part }) => [rows, part])).toEqual([
      [[1, 2, 3], null],
      [[4, 5, 6], null],
      [[7], null],
    ])
    expect(read.transactions[0]?.value?.amount).toBe('98.00')
  })

  test('two tokens of one ticker under a hash are two assets, by their contracts', () => {
    const bridged = (from: string, to: string, value: string, contract: string) =>
      token('0x1', from, to, value, 'USDC').replace('0xc4', contract)
    const read = readKnown(
      [ERC20, bridged(ME, DEX, '100', '0xold'), bridged(DEX, ME, '99', '0xnew')].join('\n'),
      { ownAddress: ME, chain: 'polygon' },
    )
    expect(lines(read).toSorted()).toEqual([
      'incoming/received -> 99 USDC (ungrouped)',
      'outgoing/sent 100 USDC -> (ungrouped)',
    ])
    expect(read.transactions.map(({ from, tokens }) => [from === null, tokens['USDC']?.contract])).toEqual([
      [false, '0xold'],
      [true, '0xnew'],
    ])
    const names = read.transactions.map((t) => transactionFingerprint('eth', read.family, t))
    expect(new Set(names).size).toBe(2)
  })

  test("spam, own transfers and other people's", () => {
    const read = readKnown(
      [
        ERC20,
        token('0x1', DEX, ME, '10000', 'Visit x-claim.com'),
        token('0x2', ME, DEX, '0', 'USDT'),
        token('0x3', ME, ME, '4', 'USDT'),
        token('0x4', DEX, ZERO, '4', 'USDT'),
      ].join('\n'),
      { ownAddress: ME.toUpperCase(), chain: 'ethereum' },
    )
    expect(read.transactions.map((t) => t.flags)).toEqual([['spam'], ['spam']])
    expect(read.skipped.map(({ reason }) => reason)).toEqual(['self_transfer', 'not_own_address'])
  })

  test('a blank row names nobody, so the address in every other row is the own one', () => {
    const rows = [token('0x1', DEX, ME, '1', 'USDC'), '', token('0x2', ZERO, ME, '2', 'USDC')]
    expect(readKnown([ERC20, ...rows].join('\n'), { chain: 'base' }).account).toEqual({
      address: ME,
      chain: 'base',
    })
  })

  test('one counterparty only: the person is asked, unless the name of the file says it', () => {
    const text = [ERC20, token('0x1', DEX, ME, '1', 'USDC')].join('\n')
    expect(readText(text)).toMatchObject({
      outcome: 'ask',
      question: 'own_address',
      candidates: [{ value: ME }, { value: DEX }],
    })
    expect(lines(readKnown(text, { ownAddress: DEX, chain: 'base' }))).toEqual(['outgoing/sent 1 USDC ->'])
    expect(lines(readKnown(text, { chain: 'base' }, `export-token-${DEX}.csv`))).toEqual([
      'outgoing/sent 1 USDC ->',
    ])
  })
})

test('internal transactions: added up under a hash, failed ones skipped', () => {
  const header =
    'Transaction Hash,Blockno,UnixTimestamp,DateTime (UTC),ParentTxFrom,ParentTxTo,ParentTxETH_Value,From,TxTo,ContractAddress,Value_IN(ETH),Value_OUT(ETH),CurrentValue @ $3000/Eth,Historical $Price/Eth,Status,ErrCode,Type'
  const row = (hash: string, coming: string, status: string) =>
    `${hash},5,1700002000,2023-11-14 22:46:40,${ME},${DEX},0,${DEX},${ME},,${coming},0,0,2000,${status},,call`
  const read = readKnown(
    [header, row('0x1', '0.5', '0'), row('0x1', '0.25', '0'), row('0x2', '9', '1')].join('\n'),
    { chain: 'linea' },
  )
  expect(read.account).toEqual({ address: ME, chain: 'linea' })
  expect(lines(read)).toEqual(['incoming/received -> 0.75 ETH'])
  expect(read.skipped).toEqual([{ rows: [3], reason: 'failed' }])
})

test('internal transactions between others are nobody of ours', () => {
  const header =
    'Transaction Hash,Blockno,UnixTimestamp,DateTime (UTC),ParentTxFrom,ParentTxTo,ParentTxETH_Value,From,TxTo,ContractAddress,Value_IN(ETH),Value_OUT(ETH),CurrentValue @ $3000/Eth,Historical $Price/Eth,Status,ErrCode,Type'
  const row = (hash: string, from: string, to: string, coming: string, going: string) =>
    `${hash},5,1700002000,2023-11-14 22:46:40,${ME},${DEX},0,${from},${to},,${coming},${going},0,2000,0,,call`
  const other = '0x00000000000000000000000000000000000000cc'
  const read = readKnown(
    [
      header,
      row('0x1', DEX, ME, '0.5', '0'),
      row('0x2', DEX, other, '5', '0'),
      row('0x3', DEX, other, '0', '5'),
    ].join('\n'),
    { chain: 'linea', ownAddress: ME },
  )
  expect(lines(read)).toEqual(['incoming/received -> 0.5 ETH'])
  expect(read.skipped).toEqual([
    { rows: [2], reason: 'not_own_address' },
    { rows: [3], reason: 'not_own_address' },
  ])
})

test('NFTs: minted, received, sent, in both generations', () => {
  const header = 'Txhash,Blockno,UnixTimestamp,DateTime,From,To,ContractAddress,TokenId,TokenName,TokenSymbol'
  const row = (hash: string, from: string, to: string, id: string) =>
    `${hash},5,1700002000,2023-11-14 22:46:40,${from},${to},0xape,${id},Apes,APE`
  const read = readKnown(
    [
      header,
      row('0x1', ZERO, ME, '1'),
      row('0x1', ZERO, ME, '2'),
      row('0x2', DEX, ME, '3'),
      row('0x3', ME, DEX, '1'),
    ].join('\n'),
    { chain: 'polygon' },
  )
  expect(lines(read)).toEqual([
    'nft/nft_mint -> 1 APE#1',
    'nft/nft_mint -> 1 APE#2',
    'nft/receive -> 1 APE#3',
    'nft/send 1 APE#1 ->',
  ])
})

describe('tickers that are the code of a currency', () => {
  const COIN = TX.replaceAll('BNB', 'RON')
  const TOKENS =
    'Transaction Hash,Blockno,UnixTimestamp,DateTime (UTC),From,To,TokenValue,USDValueDayOfTx,ContractAddress,TokenName,TokenSymbol'
  const token = (hash: string, from: string, to: string, amount: string, symbol: string) =>
    `${hash},7,1700000000,2023-11-14 22:13:20,${from},${to},${amount},,0x${symbol.toLowerCase().padStart(40, '0')},${symbol},${symbol}`

  test('a wallet holds no leu: its coin is Ronin, as are its fees', () => {
    const read = readKnown(
      [COIN, tx('0x1', ME, DEX, '0', '1.5', '0.01'), tx('0x2', DEX, ME, '2', '0', '0')].join('\n'),
      {
        chain: 'ethereum',
      },
    )
    expect(lines(read)).toEqual([
      'outgoing/sent 1.5 coin:ron -> fee 0.01 coin:ron',
      'incoming/received -> 2 coin:ron',
    ])
  })

  test('a token is no lari, whatever its symbol: it is traded, and no cash that moved', () => {
    const read = readKnown(
      [
        TOKENS,
        token('0x1', DEX, ME, '7', 'GEL'),
        token('0x2', ME, DEX, '7', 'GEL'),
        token('0x2', DEX, ME, '9', 'WETH'),
      ].join('\n'),
      { chain: 'ethereum', ownAddress: ME },
    )
    expect(lines(read)).toEqual(['incoming/received -> 7 coin:gel', 'trade 7 coin:gel -> 9 WETH'])
    expect(read.transactions[0]?.tokens).toEqual({
      'coin:gel': { chain: 'ethereum', contract: '0x0000000000000000000000000000000000000gel' },
    })
  })
})

describe('the list of transactions of a page', () => {
  const own = '0x52908400098527886e0f7030069857d2e4169ee7'
  const other = '0x8617e340b3d01fa5f11f306f4090fd50e238070d'
  const header =
    'Transaction Hash,Status,Method,Blockno,DateTime (UTC),From,From_Nametag,To,To_Nametag,Amount,Value (USD),Txn Fee'
  const page = (status: string, from: string, to: string, amount: string, fee = '0.001') =>
    readKnown(
      `${header}\n0xAB,${status},Transfer,7,2025-01-14 22:13:20,${from},,${to},,"${amount}",$1.00,${fee}\n`,
      { ownAddress: own, chain: 'ethereum' },
    )

  test.each([
    ['Success', other, own, '1,234.5 ETH', 'incoming/received -> 1234.5 ETH'],
    ['Success', own, other, '0.5 ETH', 'outgoing/sent 0.5 ETH -> fee 0.001 ETH'],
    ['Success', own, other, '5 Gwei', 'outgoing/sent 0.000000005 ETH -> fee 0.001 ETH'],
    ['Success', own, other, '1 wei', 'outgoing/sent 0.000000000000000001 ETH -> fee 0.001 ETH'],
    ['Success', own, other, '0 ETH', 'outgoing/fee 0.001 ETH ->'],
    ['Fail', own, other, '0.5 ETH', 'outgoing/fee 0.001 ETH -> (failed)'],
    ['Success', own, other, '0.5 BNB', 'outgoing/sent 0.5 BNB -> fee 0.001 BNB'],
  ])('%s from %s to %s of %s', (status, from, to, amount, expected) => {
    const read = page(status, from, to, amount)
    expect(lines(read)).toEqual([expected])
    expect(read.transactions[0]).toMatchObject({ txHash: '0xab', sequence: '000000000007', value: null })
  })

  test('a failed call of someone else cost them, and an amount without a figure is an error', () => {
    expect(page('Fail', other, own, '1 ETH').skipped).toEqual([{ rows: [1], reason: 'failed' }])
    expect(page('Success', own, other, 'some ETH').errors).toMatchObject([
      { code: 'not_an_amount', column: 'Amount' },
    ])
  })

  test('a transaction has the name that it has in the other export', () => {
    const names = page('Success', own, other, '0.5 ETH').transactions.flatMap(({ records }) => records)
    expect(names).toMatchObject([{ kind: 'evm-tx', nativeId: '0xab' }])
  })
})
