import { describe, expect, test } from 'vitest'
import type { ReadOutcome } from '../reader/file-reading.ts'
import { readFile } from '../read-file.ts'
import { linesOf } from '../testing/read-rows.ts'
import { lines, readKnown, readText } from '../testing/read-text.ts'

test.each([
  ['BTCUSDT', '0.01BTC', '280USDT', '0.00001BTC', 'trade 280 USDT -> 0.01 BTC fee 0.00001 BTC'],
  ['1000SATSUSDT', '5,0001000SATS', '2.5USDT', '0.1BNB', 'trade 2.5 USDT -> 5000 1000SATS fee 0.1 BNB'],
  ['BTCTUSD', '1BTC', '30000TUSD', '1TUSD', 'trade 30000 TUSD -> 1 BTC fee 1 TUSD'],
  ['BNBBUSD', '1BNB', '300BUSD', '', 'trade 300 BUSD -> 1 BNB'],
  ['ETHEUR', '1ETH', '2000EUR', '0.002ETH', 'buy 2000 EUR -> 1 ETH fee 0.002 ETH'],
])('a trade on %s', (Pair, Executed, Amount, Fee, expected) => {
  const row = { 'Date(UTC)': '2023-04-01 00:00:01', Pair, Side: 'BUY', Price: '1', Executed, Amount, Fee }
  expect(linesOf('binance-trades-executed', [row])).toEqual([expected])
})

test('the Czech header is that report, and equal fills of one second are two', () => {
  const fill = '2023-04-01 00:00:01,BTCUSDT,SELL,28000,0.01BTC,280USDT,0.28USDT'
  const read = readKnown(`Čas,Pár,Strana,Cena,Provedeno,Částka,Poplatek\n${fill}\n${fill}\n`)
  expect(lines(read)).toEqual(Array(2).fill('trade 0.01 BTC -> 280 USDT fee 0.28 USDT'))
})

describe('orders with their fills below', () => {
  const header = 'Date(UTC);Pair;Type;Order Price;Order Amount;AvgTrading Price;Filled;Total;status'
  const order = (filled: string, status: string) =>
    `2020-03-19 17:00:00;BTCUSDT;SELL;6000;1;6000;${filled};0;${status}`
  const inner = ';Date(UTC);Trading Price;Filled;Total;Fee;;;'
  const fill = (time: string, amount: string, total: string) =>
    `;2020-03-19 ${time};6000;${amount};${total};0.1USDT;;;`
  const read = (...rows: string[]) => {
    const reading = readKnown(`${[header, ...rows].join('\n')}\n`)
    return [
      ...lines(reading),
      ...reading.skipped.map(({ reason, rows }) => `skip ${reason} ${rows.join(' ')}`),
    ]
  }

  test('fills of one second are one trade, of two seconds two', () => {
    const fills = [
      fill('17:00:01', '0.1', '600'),
      fill('17:00:01', '0.2', '1200'),
      fill('17:00:09', '0.3', '1800'),
    ]
    expect(read(order('0.6', 'Canceled'), inner, ...fills)).toEqual([
      'trade 0.3 BTC -> 1800 USDT fee 0.2 USDT',
      'trade 0.3 BTC -> 1800 USDT fee 0.1 USDT',
      'skip inner_header 2',
    ])
  })

  test('an order without fills is skipped', () => {
    expect(read(order('0', 'Canceled'))).toEqual(['skip status_not_completed 1'])
  })
})

describe('deposits and withdrawals until 2024, which have one header', () => {
  const text = (fee: string) =>
    `Date(UTC),Coin,Network,Amount,TransactionFee,Address,TXID,SourceAddress,PaymentID,Status\n2021-05-01 10:00:00,BTC,BTC,0.1,${fee},1A,Off-chain transfer,,,Completed\n`

  test('the name of the file tells', () => {
    expect(lines(readKnown(text('0'), {}, 'Deposit History.csv'))).toEqual(['incoming/received -> 0.1 BTC'])
    expect(lines(readKnown(text('0'), {}, 'withdraw.csv'))).toEqual(['outgoing/sent 0.1 BTC ->'])
  })

  test('a fee tells withdrawals', () => {
    const read = readKnown(text('0.0005'), {}, 'export.csv')
    expect(lines(read)).toEqual(['outgoing/sent 0.1 BTC -> fee 0.0005 BTC'])
    expect(read.transactions[0]?.txHash).toBeNull()
  })

  test('else the person is asked, and their answer counts', () => {
    expect(readText(text('0'))).toMatchObject({
      outcome: 'ask',
      question: 'format',
      candidates: [{ value: 'binance-depwd-v1' }, { value: 'binance-depwd-v1-withdrawals' }],
    })
    const answered = readText(text('0'), { formatId: 'binance-depwd-v1-withdrawals' })
    expect(answered).toMatchObject({ outcome: 'read', formatId: 'binance-depwd-v1-withdrawals' })
  })
})

test('the zone in the header counts', () => {
  const bytes = new TextEncoder().encode(
    'Date(UTC-5),Coin,Network,Amount,Address,TXID,Status\n24-05-01 10:00:00,BTC,BTC,0.1,a,aa,Completed\n',
  )
  const read = readFile({ name: 'a.csv', bytes })
  expect(read).toMatchObject({ outcome: 'read', timeZone: { zone: '-05:00', from: 'file' } })
  expect(read.outcome === 'read' && read.transactions[0]?.at).toBe(Date.UTC(2024, 4, 1, 15))
})

test.each([
  ['Failed', ['skip status_not_completed 1'], []],
  ['已完成', ['incoming/received -> 1 BTC (unknown_status:已完成)'], ['unknown_status']],
])('a deposit that is %s', (Status, expected, notes) => {
  const row = { 'Date(UTC+0)': '24-05-01 10:00:00', Coin: 'BTC', Amount: '1', Status }
  expect(linesOf('binance-deposits-v2', [row])).toEqual(expected)
  const text = `Date(UTC+0),Coin,Network,Amount,Address,TXID,Status\n24-05-01 10:00:00,BTC,BTC,1,a,b,${Status}\n`
  expect(readKnown(text).notes.map(({ code }) => code)).toEqual(notes)
})

test.each([
  ['REALIZED_PNL', '5', 'incoming/margin_gain -> 5 USDT'],
  ['COMMISSION', '0.1', 'incoming/rebate -> 0.1 USDT'],
  ['FUNDING_FEE', '-0.1', 'outgoing/margin_fee 0.1 USDT ->'],
  ['FUNDING_FEE', '0.1', 'incoming/margin_gain -> 0.1 USDT'],
  ['TRANSFER', '100', 'skip internal_transfer 1'],
  ['Strategy', '1', 'incoming/received -> 1 USDT (unmapped_type:Strategy)'],
])('futures: %s of %s', (type, Amount, expected) => {
  const row = { 'Date(UTC)': '2023-01-01 00:00:00', type, Amount, Asset: 'USDT', 'Transaction ID': '1' }
  expect(linesOf('binance-futures', [row])).toEqual([expected])
})

test('two sides of a swap of coins share their id', () => {
  const row = { 'Date(UTC)': '2023-01-01 00:00:00', 'Transaction ID': '9' }
  expect(
    linesOf('binance-futures', [
      { ...row, type: 'COIN_SWAP_WITHDRAW', Amount: '-10', Asset: 'USDT' },
      { ...row, type: 'COIN_SWAP_DEPOSIT', Amount: '9.9', Asset: 'BUSD' },
    ]),
  ).toEqual(['trade 10 USDT -> 9.9 BUSD'])
})

test('what a person was paid in costs no fee of Binance, what a maker paid is in the coin', () => {
  const order = {
    'Order Type': 'Sell',
    'Asset Type': 'USDT',
    'Fiat Type': 'NGN',
    'Total Price': '775,000',
    Quantity: '500',
    'Maker Fee': '0.5',
    Status: 'Completed',
    'Created Time': '2024-02-01 09:58:12',
  }
  expect(linesOf('binance-p2p', [order])).toEqual(['sell 500 USDT -> 775000 NGN fee 0.5 USDT'])
})

describe('exports since 2025, in a time that nothing but the name of the file tells', () => {
  const read = (name: string, text: string) =>
    readFile({ name, bytes: new TextEncoder().encode(text) }) as ReadOutcome
  const moments = ({ transactions }: ReadOutcome) => transactions.map(({ at }) => new Date(at).toISOString())

  test('a spot trade, with cells behind its last', () => {
    const trades = read(
      'Binance-Spot-Trade-History-202604010000(UTC+7).csv',
      'Time,Pair,Side,Price,Executed,Amount,Fee\r\n26-03-01 01:02:03,LTCUSDT,BUY,80,2LTC,160USDT,0.002LTC,,,\r\n',
    )
    expect(lines(trades)).toEqual(['trade 160 USDT -> 2 LTC fee 0.002 LTC'])
    expect(moments(trades)).toEqual(['2026-02-28T18:02:03.000Z'])
  })

  test('a trade with the number of its order', () => {
    const trades = read(
      'trades(UTC0).csv',
      'Order No,Time,Pair,Side,Price,Executed,Amount,Fee,AOR Conversion Pair,AOR Conversion Rate\n' +
        '77,2026-03-01 01:02:03,LTCUSDT,SELL,80,2LTC,160USDT,0.16USDT,,\n',
    )
    expect(lines(trades)).toEqual(['trade 2 LTC -> 160 USDT fee 0.16 USDT'])
    expect(trades.transactions[0]?.externalId).toBe('77')
    expect(trades.notes).toEqual([])
  })

  test('deposits, withdrawals and conversions', () => {
    const deposits = read(
      'Binance-Deposit-History-202604010000(UTC--6)_a1.csv',
      'Time,Coin,Network,Amount,Address,TXID,Status\n26-03-01 20:00:00,LTC,LTC,2,L1,h1,Completed\n',
    )
    const withdrawals = read(
      'Binance-Withdraw-History-202604010000(UTC+2) (1).csv',
      'Time,Coin,Network,Amount,Fee,Address,TXID,Status\n26-03-01 20:00:00,LTC,LTC,2,0.01,L1,h2,Completed\n',
    )
    const conversions = read(
      'Binance-Convert-Order-History-202604010000(UTC+5:30).csv',
      'Time,Wallet,Pair,Type,Sell,Buy,Price,Inverse Price,Date Updated,Status\n' +
        '26-03-01 20:00:00,Spot,LTCBNB,Market,2LTC,0.3BNB,,,,Success\n',
    )
    const all = [deposits, withdrawals, conversions]
    expect(all.flatMap(lines)).toEqual([
      'incoming/received -> 2 LTC',
      'outgoing/sent 2 LTC -> fee 0.01 LTC',
      'trade 2 LTC -> 0.3 BNB',
    ])
    expect(all.flatMap(moments)).toEqual([
      '2026-03-02T02:00:00.000Z',
      '2026-03-01T18:00:00.000Z',
      '2026-03-01T14:30:00.000Z',
    ])
  })

  test.each([
    'ID de usuario,Tiempo,Cuenta,Operación,Moneda,Cambio,Observación',
    'ユーザーID,時間,アカウント,操作,コイン,変更,備考',
  ])('the statement under %s', (header) => {
    const text = `${header}\n7,26-03-01 20:00:00,Spot,Deposit,LTC,2,\n`
    const statement = read('Binance-Transaction-History-202604010000(UTC+1).csv', text)
    expect(lines(statement)).toEqual(['incoming/received -> 2 LTC'])
    expect(moments(statement)).toEqual(['2026-03-01T19:00:00.000Z'])
    expect(readText(text)).toMatchObject({ outcome: 'ask', question: 'time_zone' })
  })

  test('the Spanish trades', () => {
    const header = 'Tiempo,Par,Lado,Precio,Ejecutado,Cantidad,Tarifa'
    const fill = '26-03-01 20:00:00,LTCBTC,SELL,0.001,2LTC,0.002BTC,0.0001BNB'
    expect(lines(read('x(UTC+1).csv', `${header}\n${fill}\n`))).toEqual([
      'trade 2 LTC -> 0.002 BTC fee 0.0001 BNB',
    ])
  })
})

describe('an order history without fees', () => {
  const columns =
    'OrderNo,Pair,Type,Side,Order Price,Order Amount,Time,Executed,Average Price,Trading total,Status'
  const order = '7,BTCEUR,Market,BUY,0,0.01BTC,2025-01-10 09:00:05,0.01BTC,40000,400EUR,FILLED'

  test('says where the fees are, and counts when an order was filled', () => {
    const read = readKnown(`Date(UTC),${columns}\n2025-01-10 08:00:00,${order}\n`)
    expect(lines(read)).toEqual(['buy 400 EUR -> 0.01 BTC'])
    expect(new Date(read.transactions[0]?.at ?? 0).toISOString()).toBe('2025-01-10T09:00:05.000Z')
    expect(read.notes).toMatchObject([{ code: 'assumed' }])
  })

  test('with two local times has the zone in its name, or the person is asked', () => {
    const text = `Time,${columns}\n2025-01-10 08:00:00,${order}\n`
    const read = readKnown(text, {}, 'Binance-Spot-Order-History-202601010000(UTC+2).csv')
    expect(new Date(read.transactions[0]?.at ?? 0).toISOString()).toBe('2025-01-10T07:00:05.000Z')
    expect(readText(text)).toMatchObject({ outcome: 'ask', question: 'time_zone' })
  })
})
