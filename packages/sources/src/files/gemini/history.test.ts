import * as XLSX from '@e965/xlsx'
import { describe, expect, test } from 'vitest'
import type { ReadOutcome } from '../reader/file-reading.ts'
import { readFile } from '../read-file.ts'
import { lines, readKnown } from '../testing/read-text.ts'

const HEADER =
  'Date,Time (UTC),Type,Symbol,Specification,USD Amount USD,Fee (USD) USD,USD Balance USD,BTC Amount BTC,Fee (BTC) BTC,BTC Balance BTC,Trade ID,Order ID,Tx Hash'
const row = (
  type: string,
  symbol: string,
  spec: string,
  usd = '',
  fee = '',
  btc = '',
  btcFee = '',
  id = '',
) => `2023-05-02,12:00:00.000,${type},${symbol},${spec},${usd},${fee},,${btc},${btcFee},,${id},,`
const read = (...rows: string[]) => readKnown(`${HEADER}\n${rows.join('\n')}\n`)

describe('every type', () => {
  test.each([
    [row('Credit', 'BTC', 'Deposit (BTC)', '', '', '0.5'), 'incoming/received -> 0.5 BTC'],
    [row('Credit', 'BTC', 'Earn Redemption', '', '', '0.5'), 'incoming/staking_return -> 0.5 BTC'],
    [row('Credit', 'BTC', 'Administrative Credit', '', '', '0.5'), 'incoming/misc_reward -> 0.5 BTC'],
    [
      row('Credit', 'BTC', 'Deposit (Gemini Credit Card Reward Payout BTC)', '', '', '0.001'),
      'incoming/rebate -> 0.001 BTC',
    ],
    [
      row('Debit', 'BTC', 'Withdrawal (BTC)', '', '', '-0.5', '-0.001'),
      'outgoing/sent 0.5 BTC -> fee 0.001 BTC',
    ],
    [row('Debit', 'BTC', 'Earn Transfer', '', '', '-0.5'), 'outgoing/staking_lockup 0.5 BTC ->'],
    [row('Debit', 'BTC', 'Gemini Pay', '', '', '-0.5'), 'outgoing/purchase 0.5 BTC ->'],
    [row('Interest Credit', 'BTC', '', '', '', '0.5'), 'incoming/interest_received -> 0.5 BTC'],
    [
      row('Sell', 'BTCUSD', 'Limit', '500.00', '-2.00', '-0.01', '', 't'),
      'sell 0.01 BTC -> 500.00 USD fee 2.00 USD',
    ],
    [
      row('Buy', 'BTCUSD', 'Limit', '($500.00)', '($2.00)', '0.01', '', 't'),
      'buy 500.00 USD -> 0.01 BTC fee 2.00 USD',
    ],
    [row('Mystery', 'BTC', '', '', '', '-1'), 'outgoing/sent 1 BTC -> (unmapped_type:Mystery)'],
  ])('%s', (text, expected) => {
    expect(lines(read(text))).toEqual([expected])
  })

  test('of fees in both currencies that in the coin bought is its own, whichever column comes first', () => {
    expect(lines(read(row('Buy', 'BTCUSD', '', '-500.00', '-2.00', '0.01', '-0.0001', 't')))).toEqual([
      'buy 500.00 USD -> 0.01 BTC fee 0.0001 BTC',
      'outgoing/fee 2.00 USD ->',
    ])
  })

  test('totals, summaries and derivatives are skipped', () => {
    const { skipped, transactions } = read(
      row('Monthly Interest Summary', 'BTC', '', '', '', '1'),
      row('Buy', 'BTCGUSDPERP', '', '1', '', '1'),
      ',,,,,1000,0,0,1,0,0,,,',
    )
    expect(transactions).toEqual([])
    expect(skipped.map(({ reason }) => reason)).toEqual(['summary', 'derivative', 'footer'])
  })
})

describe('day and time of day', () => {
  const at = (date: string, time: string) => {
    const found = read(`${date},${time},Credit,BTC,Deposit (BTC),,,,0.5,,,,,`)
    return found.errors[0]?.code ?? new Date(found.transactions[0]?.at ?? 0).toISOString()
  }
  test.each([
    ['2023-05-02', '12:34:56.789', '2023-05-02T12:34:56.789Z'],
    ['2023-05-02 00:00:00', '12:34:56', '2023-05-02T12:34:56.000Z'],
    ['2023-05-02 12:34:56', '2023-05-02 12:34:56', '2023-05-02T12:34:56.000Z'],
    ['2023-05-02', '1899-12-30 12:34:56.000', '2023-05-02T12:34:56.000Z'],
    ['2023-05-02', '0.5', '2023-05-02T12:00:00.000Z'],
    ['45048', '0.5', '2023-05-02T12:00:00.000Z'],
    ['45048.5', '45048.5', '2023-05-02T12:00:00.000Z'],
    ['05/22/2023', '12:34 PM', '2023-05-22T12:34:00.000Z'],
    ['2023-05-02', '25:00:00', 'not_a_date'],
    ['2023-05-02', '', 'not_a_date'],
  ])('%s and %s', (date, time, expected) => {
    expect(at(date, time)).toBe(expected)
  })
})

test('a workbook that was saved as text shows units behind its amounts', () => {
  expect(
    lines(
      read(
        row('Buy', 'BTCUSD', 'Limit', '"($1,500.00)"', '($2.00)', '0.01 BTC ', '', 't'),
        row('Debit', 'BTC', 'Withdrawal (BTC)', '', '', '(0.5 BTC)', '(0.001 BTC)'),
      ),
    ),
  ).toEqual(['buy 1500.00 USD -> 0.01 BTC fee 2.00 USD', 'outgoing/sent 0.5 BTC -> fee 0.001 BTC'])
  const { errors } = read(row('Credit', 'BTC', 'Deposit (BTC)', '', '', '0.5 ETH'))
  expect(errors).toMatchObject([{ code: 'not_an_amount', column: 'BTC Amount BTC' }])
})

describe('as a workbook', () => {
  const cells = (is1904: boolean) => {
    const serial = is1904 ? 45048.5 - 1462 : 45048.5
    const sheet = XLSX.utils.aoa_to_sheet([
      HEADER.split(','),
      [serial, serial, 'Buy', 'BTCUSD', 'Market', -500, -2, 498, 0.0178, 0, 0.0178, 't1', 'o1', ''],
      ['', '', '', '', '', -500, -2],
    ])
    for (const ref of ['A2', 'B2']) sheet[ref].z = 'yyyy-mm-dd hh:mm:ss'
    const book = XLSX.utils.book_new()
    XLSX.utils.book_append_sheet(book, sheet, 'Account History')
    book.Workbook = { WBProps: { date1904: is1904 } }
    return book
  }

  test.each(['xlsx', 'biff8'] as const)('%s, a cell whose formula failed is no empty cell', (bookType) => {
    const book = cells(false)
    // The fee: an amount that may be missing.
    Object.assign(book.Sheets['Account History'] ?? {}, { G2: { t: 'e', v: 42 } })
    const bytes = new Uint8Array(XLSX.write(book, { type: 'buffer', bookType }) as Buffer)
    const reading = readFile({ name: 'transaction_history.xlsx', bytes }) as ReadOutcome
    expect(reading.transactions).toEqual([])
    expect(reading.errors).toMatchObject([{ row: 1, column: 'Fee (USD) USD', value: '#N/A' }])
  })

  test.each([
    ['xlsx', true],
    ['biff8', true],
    ['xlsx', false],
  ] as const)('%s, 1904 dates %s, in cells that are not formatted as dates', (bookType, is1904) => {
    const book = cells(is1904)
    for (const ref of ['A2', 'B2']) delete book.Sheets['Account History']?.[ref].z
    const bytes = new Uint8Array(XLSX.write(book, { type: 'buffer', bookType }) as Buffer)
    const reading = readFile({ name: 'transaction_history.xlsx', bytes }) as ReadOutcome
    expect(reading.transactions[0]?.at).toBe(Date.UTC(2023, 4, 2, 12))
  })

  test.each([
    ['xlsx', false],
    ['xlsx', true],
    ['biff8', false],
  ] as const)('%s, 1904 dates %s', (bookType, is1904) => {
    const bytes = new Uint8Array(XLSX.write(cells(is1904), { type: 'buffer', bookType }) as Buffer)
    const reading = readFile({ name: 'transaction_history.xlsx', bytes }) as ReadOutcome
    expect(reading.outcome).toBe('read')
    expect(lines(reading)).toEqual(['buy 500 USD -> 0.0178 BTC fee 2 USD'])
    expect(reading.transactions[0]?.at).toBe(Date.UTC(2023, 4, 2, 12))
    expect(reading.skipped).toHaveLength(1)
  })
})

test('a coin that goes by the code of a currency is that coin', () => {
  const coin = HEADER.replaceAll('BTC', 'ERN')
  const bought = row('Buy', 'ERNUSD', 'Limit', '500.00', '2.00', '0.01', '', 't')
  const reading = readKnown(`${coin}\n${bought}\n${row('Credit', 'ERN', 'Deposit (ERN)', '', '', '7')}\n`)
  expect(lines(reading)).toEqual([
    'buy 500.00 USD -> 0.01 coin:ern fee 2.00 USD',
    'incoming/received -> 7 coin:ern',
  ])
})

describe('taken back', () => {
  const sent = row('Debit', 'BTC', 'Withdrawal (BTC)', '', '', '-0.5', '-0.001', 'w1')
  const back = (spec: string, btc: string, fee: string, id = '') =>
    row('Credit', 'BTC', spec, '', '', btc, fee, id)

  test.each([
    ['in words', back('Withdrawal Reversed (BTC)', '0.5', '0.001')],
    ['by its id', back('Deposit (BTC)', '0.5', '0.001', 'w1')],
    ['with the fee in the amount', back('Withdrawal Cancelled (BTC)', '0.501', '')],
  ])('%s: nothing moved and nothing was paid', (_, second) => {
    const found = read(sent, second)
    expect(found.transactions).toEqual([])
    expect(found.skipped).toEqual([{ rows: [1, 2], reason: 'taken_back' }])
  })

  test('a fee that was not given back was spent', () => {
    expect(lines(read(sent, back('Withdrawal Failed (BTC)', '0.5', '')))).toEqual([
      'outgoing/fee 0.001 BTC -> (reversal)',
    ])
  })

  test('what nothing says stays, as does another amount', () => {
    for (const second of [back('Deposit (BTC)', '0.5', ''), back('Withdrawal Reversed (BTC)', '0.4', '')])
      expect(read(sent, second).transactions).toHaveLength(2)
  })
})
