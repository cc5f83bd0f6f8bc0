import { describe, expect, test } from 'vitest'
import { lines } from '../testing/read-text.ts'
import { readDeclared } from '../testing/read-declared.ts'
import type { LedgerTable } from './ledger-declaration.ts'
import { ledgerTable } from './ledger-table.ts'
import { decidedBy, feePaid, incoming, outgoing, signed, skipped, traded } from './words.ts'

const HEADER = 'Time,Type,Note,Coin,Amount,Fee,Id,Order'
const declared = {
  id: 'toy-ledger',
  family: 'toy-ledger',
  name: 'Toy ledger',
  sourceSlug: 'toy',
  exchange: 'Toy',
  headers: [{ cells: HEADER.split(',') }],
  timeZone: 'UTC',
  time: 'Time',
  type: 'Type',
  words: {
    deposit: decidedBy('Note', [[/airdrop/i, incoming('airdrop')]], incoming('received')),
    withdrawal: outgoing('sent'),
    trade: traded(),
    internal: skipped('internal_transfer'),
  },
  amounts: { amount: 'Amount', asset: 'Coin', fee: 'Fee' },
  tradeId: 'Order',
  records: [{ kind: 'toy-ledger', id: 'Id' }],
  content: ['Type', 'Coin'],
  repeatedBy: 'Id',
  externalId: 'Id',
} satisfies LedgerTable
const format = ledgerTable(declared)
const read = (...rows: string[]) =>
  readDeclared(format, `${HEADER}\n${rows.map((row) => `2024-01-02 03:04:05,${row}`).join('\n')}\n`)

describe('a declared ledger', () => {
  test.each([
    ['Deposit,,btc,0.5,,a,', 'incoming/received -> 0.5 BTC'],
    ['Deposit,Airdrop of May,BTC,0.5,,a,', 'incoming/airdrop -> 0.5 BTC'],
    ['Withdrawal,,BTC,-0.5,-0.01,a,', 'outgoing/sent 0.5 BTC -> fee 0.01 BTC'],
    ['Withdrawal,,BTC,0,0.01,a,', 'outgoing/fee 0.01 BTC ->'],
    ['Levy,,BTC,-0.5,,a,', 'outgoing/sent 0.5 BTC -> (unmapped_type:Levy)'],
    ['Trade,,BTC,-0.5,,a,', 'outgoing/sent 0.5 BTC -> (ungrouped)'],
  ])('%s', (row, expected) => {
    expect(lines(read(row))).toEqual([expected])
  })

  test('the rows of one trade are added up per asset, with the fees of both sides', () => {
    const reading = read(
      'Trade,,BTC,0.2,,a,7',
      'Trade,,USD,-10,1,b,7',
      'Trade,,BTC,0.3,0.01,c,7',
      'Trade,,USD,-15,1,d,7',
    )
    expect(lines(reading)).toEqual(['buy 25 USD -> 0.5 BTC fee 0.01 BTC', 'outgoing/fee 2 USD ->'])
    expect(reading.transactions[0]).toMatchObject({ group: '7', externalId: '7', rows: [1, 2, 3, 4] })
  })

  test('a trade with one side only is flagged under the name of its trade', () => {
    const reading = read('Trade,,BTC,0.2,,a,7', 'Trade,,ETH,3,0.1,b,7')
    expect(lines(reading)).toEqual([
      'incoming/received -> 0.2 BTC (ungrouped)',
      'incoming/received -> 3 ETH fee 0.1 ETH (ungrouped)',
    ])
    expect(reading.transactions.map(({ group, part }) => [group, part])).toEqual([
      ['7', 'leg a'],
      ['7', 'leg b'],
    ])
    expect(reading.notes.map(({ code, row }) => [code, row])).toEqual([
      ['ungrouped', 1],
      ['ungrouped', 2],
    ])
  })

  test('a row that cannot be read is an error, and the other side of its trade is flagged', () => {
    const reading = read('Trade,,BTC,0.2,,a,7', 'Trade,,USD,ten,,b,7', 'Deposit,,BTC,1,,c,')
    expect(lines(reading)).toEqual(['incoming/received -> 1 BTC', 'incoming/received -> 0.2 BTC (ungrouped)'])
    expect(reading.errors).toMatchObject([{ code: 'not_an_amount', row: 2, column: 'Amount' }])
  })

  test('skipped words, repeats and rows that move nothing say so', () => {
    const reading = read(
      'Internal,,BTC,1,,a,',
      'Deposit,,BTC,1,,b,',
      'Deposit,,BTC,1,,b,',
      'Deposit,,BTC,0,,c,',
    )
    expect(reading.skipped.map(({ rows, reason }) => [rows[0], reason])).toEqual([
      [3, 'duplicate_row'],
      [1, 'internal_transfer'],
      [4, 'zero_amount'],
    ])
  })
})

describe('a ledger of an exchange', () => {
  const columns = 'Time,Type,Coin,Change,Fee,Fee Coin,Balance,Order'
  const declared: LedgerTable = {
    id: 'toy-exchange',
    family: 'toy-exchange',
    name: 'Toy exchange',
    sourceSlug: 'toy',
    exchange: 'Toy',
    headers: [{ cells: columns.split(',') }],
    timeZone: 'UTC',
    time: 'Time',
    type: 'Type',
    words: {
      trade: traded(),
      'trade fee': feePaid,
      deposit: incoming('received'),
      withdrawal: outgoing('sent'),
      profit: signed('margin_gain', 'margin_loss'),
    },
    phrases: [[/^moved /i, skipped('internal_transfer')]],
    amounts: {
      amount: 'Change',
      asset: 'Coin',
      fee: 'Fee',
      feeAsset: 'Fee Coin',
      isNet: true,
      paidFees: 'below',
    },
    isSigned: true,
    tradeId: 'Order',
    sameTrade: (row) => row.text('Time'),
    balance: { column: 'Balance', change: 'Change', wallet: () => '' },
    records: [{ kind: 'toy-exchange', id: () => '' }],
    content: ['Type', 'Coin'],
  }
  const readOf = (table: LedgerTable, ...rows: string[]) =>
    readDeclared(
      ledgerTable(table),
      `${columns}\n${rows.map((row) => `2024-01-02 03:04:05,${row}`).join('\n')}\n`,
    )

  test.each([
    // The change has the fee in it: gross is the change less a fee that is below zero.
    [['Trade,BTC,0.999,-0.001,BTC,,7', 'Trade,USD,-50,0,USD,,7'], ['buy 50 USD -> 1 BTC fee 0.001 BTC']],
    [['Trade,BTC,-1,0,BTC,,7', 'Trade,USD,50.1,0.1,USD,,7'], ['sell 1 BTC -> 50 USD fee -0.1 USD']],
    [['Trade,BTC,1,,,,7', 'Trade,USD,-50,,,,7', 'Trade fee,GT,-2,,,,7'], ['buy 50 USD -> 1 BTC fee 2 GT']],
    [['Trade,BTC,1,,,,', 'Trade,USD,-50,,,,', 'Trade fee,GT,2,,,,'], ['buy 50 USD -> 1 BTC fee -2 GT']],
    [['Trade fee,GT,2,,,,7'], ['incoming/rebate -> 2 GT']],
    [['Trade,USD,-50,,,,7', 'Trade,USD,50,,,,7'], []],
    [
      ['Trade,BTC,1,,,,7', 'Trade,ETH,1,,,,7', 'Trade,USD,-50,,,,7'],
      ['ungrouped', 'ungrouped', 'ungrouped'],
    ],
    [['Profit,USD,-51,-1,USD,,'], ['outgoing/margin_loss 50 USD -> fee 1 USD']],
    [['Profit,USD,-1,-1,USD,,'], ['outgoing/margin_fee 1 USD ->']],
    [['Deposit,BTC,-1,,,,'], ['outgoing/sent 1 BTC -> (unmapped_type:Deposit)']],
    [['Withdrawal,BTC,1,,,,'], ['incoming/received -> 1 BTC (unmapped_type:Withdrawal)']],
    [['Moved inside,USD,1,,,,'], []],
  ])('%o', (rows, expected) => {
    const found = lines(readOf(declared, ...rows))
    expect(found.map((text) => (text.includes('ungrouped)') ? 'ungrouped' : text))).toEqual(expected)
  })

  test('whole small units, and amounts whose sign another column tells', () => {
    const amounts = { amount: 'Change', asset: 'Coin', unitPlaces: 8, leaves: () => true } as const
    expect(lines(readOf({ ...declared, amounts }, 'Withdrawal,BTC,150,,,,'))).toEqual([
      'outgoing/sent 0.00000150 BTC ->',
    ])
  })

  test('a row that is skipped changes the balance, and one that does not add up is noted', () => {
    const { notes, balances } = readOf(
      declared,
      'Deposit,USD,5,,,5,',
      'Moved inside,USD,-2,,,3,',
      'Deposit,USD,5,,,9,',
    )
    expect(notes).toMatchObject([{ code: 'balance_mismatch', row: 3, column: 'Balance' }])
    expect(balances).toMatchObject([{ asset: 'USD', quantity: '9' }])
  })
})

test('a fee above the net amount that has it in it is an error with its line', () => {
  const net = ledgerTable({
    ...declared,
    amounts: { amount: 'Amount', asset: 'Coin', fee: 'Fee', isNet: true },
  })
  const read = (amount: string, fee: string) =>
    readDeclared(net, `${HEADER}\n2024-01-02 03:04:05,Withdrawal,,BTC,${amount},${fee},a,\n`)
  expect(lines(read('-0.5', '0.1'))).toEqual(['outgoing/sent 0.4 BTC -> fee 0.1 BTC'])
  expect(lines(read('-0.5', '0.5'))).toEqual(['outgoing/fee 0.5 BTC ->'])
  expect(read('-0.5', '0.6')).toMatchObject({
    transactions: [],
    errors: [{ code: 'fee_above_amount', row: 1, column: 'Fee', origin: { kind: 'line', line: 2 } }],
  })
})
