import { describe, expect, test } from 'vitest'
import { readFile } from '../read-file.ts'
import { linesOf } from '../testing/read-rows.ts'
import { lines, readKnown } from '../testing/read-text.ts'

test('the oldest orders are UTF-16 and begin with a blank line', () => {
  const header = 'OrderUuid,Exchange,Type,Quantity,Limit,CommissionPaid,Price,Opened,Closed'
  const order = 'u1,BTC-ETH,LIMIT_BUY,2,0.05,0.00025,0.1,2/14/2016 2:56:00 PM,2/14/2016 3:03:00 PM'
  const bytes = Buffer.from(`\uFEFF\r\n${header}\r\n${order}\r\n`, 'utf16le')
  const read = readFile({ name: 'fullOrders.csv', bytes })
  expect(read.outcome === 'read' && lines(read)).toEqual(['trade 0.1 BTC -> 2 ETH fee 0.00025 BTC'])
})

test.each([
  ['CEILING_MARKET_BUY', '2', '0.5', 'buy 19 USD -> 1.5 BTC'],
  ['LIMIT_SELL', '2', '0', 'sell 2 BTC -> 19 USD'],
  ['LIMIT_SELL', '2', '2', 'skip zero_amount 1'],
])('%s of %s with %s left', (OrderType, Quantity, QuantityRemaining, expected) => {
  const order = { Uuid: 'd', Exchange: 'USD-BTC', OrderType, Quantity, QuantityRemaining }
  const Price = expected.startsWith('skip') ? '0' : '19'
  expect(linesOf('bittrex-orders-2019', [{ ...order, Price, Closed: '7/28/2019 1:54:19 PM' }])).toEqual([
    expected,
  ])
})

describe('movements', () => {
  test('the column with the sign and the word agree, or the row is flagged', () => {
    const row = { Date: '2023-03-07 07:58:54.043', Currency: 'ETH', TxId: '0xec' }
    expect(
      linesOf('bittrex-depwd-2023', [
        { ...row, Type: 'DEPOSIT', Amount: '+0.1' },
        { ...row, Type: 'DEPOSIT', Amount: '-0.1' },
      ]),
    ).toEqual(['incoming/received -> 0.1 ETH', 'outgoing/sent 0.1 ETH -> (unmapped_type:DEPOSIT)'])
  })

  test.each([
    [
      'Id,Currency,Amount,Confirmations,LastUpdatedDate,TxId,CryptoAddress,Source,PropertyBagError,BankInfo,DepositUuid,State',
      '1,BTC,2,3,2021-05-21 13:44:58Z,aa,3b,,,,u,CONFIRMED',
      ['incoming/received -> 2 BTC'],
    ],
    [
      'UUID,AMOUNT,CURRENCY,CRYPTOADDRESS,TXID,LASTUPDATED,CONFIRMATIONS,SOURCE,STATE',
      'u,2,BTC,3b,aa,2021-05-21 13:44:58Z,3,,ORPHANED',
      [],
    ],
    [
      'UUID,AMOUNT,CURRENCY,ADDRESS,TXID,OPENED,LASTUPDATED,CLOSED,TXCOST,STATE',
      'u,2,BTC,3b,aa,2021-05-21 13:44:58Z,,,0.1,COMPLETED',
      ['outgoing/sent 2 BTC -> fee 0.1 BTC'],
    ],
    [
      'PaymentUuid,Currency,Amount,Address,OpenedDate,Authorized,Pending,TxFee,Canceled,TxId',
      'u,BTC,2,3b,2021-05-21 13:44:58Z,True,True,0.1,False,',
      [],
    ],
  ])('under %s', (header, row, expected) => {
    expect(lines(readKnown(`${header}\n${row}\n`))).toEqual(expected)
  })
})
