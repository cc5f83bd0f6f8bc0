import { expect, test } from 'vitest'
import { readKnown } from '../testing/read-text.ts'

const stated = (text: string) => {
  const { balances, series, errors, notes } = readKnown(text)
  expect([errors, notes.filter(({ code }) => code === 'not_counted')]).toEqual([[], []])
  return [
    balances.map(({ asset, quantity }) => `${quantity} ${asset}`),
    series?.map(({ asset, points }) => [asset, ...points.map(([, quantity]) => quantity)]),
  ]
}

test('the last balance of each coin is what is held, whichever way the file runs', () => {
  const header = 'Date,Description,Asset,Amount,Balance'
  const rows = [
    '2021-06-01 12:00:00 EDT,Deposit,SOL,10,10',
    '2021-06-02 12:00:00 EDT,Deposit,BTC,0.5,0.5',
    '2021-06-03 12:00:00 EDT,Withdrawal,SOL,-10,0',
  ]
  for (const order of [rows, rows.toReversed()])
    expect(stated([header, ...order].join('\n'))).toEqual([
      ['0 SOL', '0.5 BTC'],
      [
        ['SOL', '10', '0'],
        ['BTC', '0.5'],
      ],
    ])
})

test('a balance with its unit, and balances of two currencies in one row', () => {
  expect(
    stated(
      'TXID,TXURL,DATE,TYPE,FROMPORTFOLIO,TOPORTFOLIO,COINAMOUNT,FEE,BALANCE,EXCHANGE,PERSONALNOTE\n' +
        'aa,u,2020-05-01T10:00:00.000Z,deposit,,,0.5 ETH,,0.5 ETH,,\n' +
        'ab,u,2020-05-02T10:00:00.000Z,withdrawal,,,-0.2 ETH,-0.01 ETH,0.29 ETH,,',
    )[0],
  ).toEqual(['0.29 ETH'])
  const before =
    'Transaction ID,Initiated Date (UTC),Initiated Time (UTC),Completed Date (UTC),Completed Time (UTC),Transaction Type,State,Amount 1,Currency 1,Fee 1,Amount 2,Currency 2,Fee 2,BTC Price,Balance 1,Currency 1,Balance - BTC,Destination,Description,Note'
  expect(
    stated(
      `${before}\n` +
        't1,Jan 02 2025,01:24:12,Jan 02 2025,01:24:12,Trade,Completed,-10.00,USD,,0.0001,BTC,,100000.00,5.00,USD,0.0001,,,\n' +
        't2,Jan 03 2025,01:00:00,,,Deposit,Pending,5.00,USD,,,,,,,,0.0001,,,',
    )[0],
  ).toEqual(['0.0001 BTC', '5 USD'])
})
