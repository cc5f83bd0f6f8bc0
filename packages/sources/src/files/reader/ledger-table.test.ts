import { describe, expect, test } from 'vitest'
import { lines } from '../testing/read-text.ts'
import { readDeclared } from '../testing/read-declared.ts'
import { ledgerTable } from './ledger-table.ts'
import { decidedBy, incoming, outgoing, skipped, traded } from './words.ts'

const HEADER = 'Time,Type,Note,Coin,Amount,Fee,Id,Order'
const format = ledgerTable({
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
})
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
