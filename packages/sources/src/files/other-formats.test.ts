import * as XLSX from '@e965/xlsx'
import { describe, expect, test } from 'vitest'
import { askFile } from './ask-file.ts'
import { readFile } from './read-file.ts'
import { lines, readKnown } from './testing/read-text.ts'

const csv = (header: string, ...rows: string[]) => `${[header, ...rows].join('\n')}\n`

describe('Ledger Live', () => {
  const HEADER =
    'Operation Date,Status,Currency Ticker,Operation Type,Operation Amount,Operation Fees,Operation Hash,Account Name,Account xpub,Countervalue Ticker,Countervalue at Operation Date,Countervalue at CSV Export'
  const row = (type: string, coin: string, amount: string, fees: string, hash = 'h', status = 'Confirmed') =>
    `2023-05-01T10:00:00.000Z,${status},${coin},${type},${amount},${fees},${hash},Main,xpub,USD,,`
  const read = (...rows: string[]) => readKnown(csv(HEADER, ...rows))

  test('the fee of a token is in a row of the coin, under the same hash', () => {
    expect(lines(read(row('OUT', 'USDC', '100', ''), row('FEES', 'ETH', '0.002', '0.002')))).toEqual([
      'outgoing/sent 100 USDC -> fee 0.002 ETH',
    ])
  })

  test('a call that sent a token is told as the coin that it cost', () => {
    expect(lines(read(row('OUT', 'USDC', '100', ''), row('OUT', 'ETH', '0.002', '0.002')))).toEqual([
      'outgoing/sent 100 USDC -> fee 0.002 ETH',
    ])
  })

  test('coins that moved between two accounts are sent and received, and cost their fee once', () => {
    expect(lines(read(row('OUT', 'BTC', '0.5002', '0.0002'), row('IN', 'BTC', '0.5', '0.0002')))).toEqual([
      'outgoing/sent 0.5 BTC -> fee 0.0002 BTC (linked_transfer)',
      'incoming/received -> 0.5 BTC (linked_transfer)',
    ])
  })

  test('what failed cost its fee, what is pending is not there yet, in any language', () => {
    const reading = read(
      row('OUT', 'ETH', '1', '0.001', 'a', 'Fehlgeschlagen'),
      row('IN', 'ETH', '1', '0.001', 'b', 'Pending'),
      row('OUT', 'ETH', '1.001', '0.001', 'c', 'Confirmé'),
      row('BOND', 'DOT', '100', '0.01', 'd'),
      row('REDEEM', 'DOT', '1', '', 'e'),
    )
    expect(lines(reading)).toEqual([
      'outgoing/fee 0.001 ETH ->',
      'outgoing/sent 1 ETH -> fee 0.001 ETH',
      'outgoing/fee 0.01 DOT ->',
      'incoming/received -> 1 DOT (unmapped_type:REDEEM)',
    ])
    expect(reading.skipped).toEqual([{ rows: [2], reason: 'pending' }])
  })
})

describe('wallets that name their coin in the name of the file', () => {
  const ELECTRUM = 'transaction_hash,label,confirmations,value,fiat_value,fee,fiat_fee,timestamp'
  const file = csv(ELECTRUM, 'aa,,10,-1.5001,,0.0001,,2022-01-01 10:00:00', 'bb,,0,2,,,,')

  test('Electrum-LTC', () => {
    const reading = readKnown(file, {}, 'electrum-ltc-history.csv')
    expect(lines(reading)).toEqual(['outgoing/sent 1.5 LTC -> fee 0.0001 LTC (tz_assumed_utc)'])
    expect(reading.skipped).toEqual([{ rows: [2], reason: 'unconfirmed' }])
    expect(reading.notes.map(({ code }) => code)).toEqual(['time_zone_assumed'])
  })

  test('without a name it is bitcoin, and noted', () => {
    expect(readKnown(file).notes.map(({ code }) => code)).toContain('assumed')
  })

  test('Sparrow writes bitcoin, or satoshis where no value has a point', () => {
    const rows = [
      '2024-01-15 09:14:32,in,450000,450000,,abcd',
      '2024-03-02 17:45:01,out,-450000,0,21000,efgh',
    ]
    expect(lines(readKnown(csv('Date (UTC),Label,Value,Balance,Fee,Txid', ...rows)))).toEqual([
      'incoming/received -> 0.0045 BTC',
      'outgoing/sent 0.00429 BTC -> fee 0.00021 BTC',
    ])
    const header = 'Date (UTC),Label,Value,Balance,Fee,Value (CAD),Txid'
    const worth = readKnown(
      `${csv(header, '2024-01-15 09:14:32,in,0.0045,0.0045,,36.23,abcd', 'Unconfirmed,x,0.01,0.01,,801.50,ijkl')}\n# Historical CAD values are taken from daily rates.\n`,
    )
    expect(worth.transactions.map(({ value }) => value)).toEqual([{ amount: '36.23', currency: 'CAD' }])
    expect(worth.skipped.map(({ reason }) => reason)).toEqual(['unconfirmed', 'blank_row', 'footer'])
    expect(worth.errors).toEqual([])
  })

  test('the outputs of one transaction of Trezor Wallet share its fee', () => {
    const header = 'Date,Time,TX id,Address,Address Label,TX type,Value,TX total,Balance'
    const rows = ['1A,,OUT,0.5', '1B,,OUT,0.3'].map((row) => `2019-01-01,10:00:00,aa,${row},-0.8002,1.2`)
    expect(lines(readKnown(csv(header, ...rows)))).toEqual([
      'outgoing/sent 0.5 BTC -> fee 0.0002 BTC',
      'outgoing/sent 0.3 BTC ->',
    ])
  })

  test('Bitcoin Core writes amounts in the unit of its window', () => {
    const header = 'Confirmed,Date,Type,Label,Address,Amount (mBTC),ID'
    const reading = readKnown(csv(header, 'true,2020-01-01T10:00:00,Sent to,x,1A,-500.5,aa'), {
      timeZone: 'America/New_York',
    })
    expect(lines(reading)).toEqual(['outgoing/sent 0.5005 BTC ->'])
    expect(new Date(reading.transactions[0]?.at ?? 0).toISOString()).toBe('2020-01-01T15:00:00.000Z')
  })

  test('E3 a person is asked for the zone that the file leaves open', () => {
    const bytes = new TextEncoder().encode(file)
    const asked = askFile({ name: 'electrum.csv', bytes }, {}, {}, () => null)
    expect(asked.questions.map(({ question, usual }) => [question, usual])).toEqual([['time_zone', 'UTC']])
    const told = askFile({ name: 'electrum.csv', bytes }, {}, { time_zone: 'Europe/Berlin' }, () => null)
    expect(told.reading).toMatchObject({
      outcome: 'read',
      timeZone: { zone: 'Europe/Berlin', from: 'asked' },
    })
  })
})

describe('Exodus', () => {
  const HEADER =
    'DATE,TYPE,FROMPORTFOLIO,TOPORTFOLIO,OUTAMOUNT,OUTCURRENCY,FEEAMOUNT,FEECURRENCY,FROMADDRESS,TOADDRESS,OUTTXID,OUTTXURL,INAMOUNT,INCURRENCY,INTXID,INTXURL,ORDERID,PERSONALNOTE'
  const row = (type: string, out: string, fee: string, txOut: string, came: string, txIn: string) =>
    `2025-11-21T10:00:00.000Z,${type},a,b,${out},${fee},,,${txOut},,${came},${txIn},,,`

  test('both sides of an exchange on a chain are one, staking costs its fee, and so does what failed', () => {
    const reading = readKnown(
      csv(
        HEADER,
        row('withdrawal', '-3,LINK', '-0.00002,BNBBSC', 'b3', ',', ''),
        row('deposit', ',', ',', '', '0.2,CMC20', 'b3'),
        row('staked', '0,SOL', '-0.0001,SOL', 's2', ',', ''),
        row('withdrawal (failed)', '-5,ETH', '-0.001,ETH', 'e1', ',', ''),
        row('moon', ',', ',', '', '1,ETH', 'e2'),
      ),
    )
    expect(lines(reading)).toEqual([
      'trade 3 LINK -> 0.2 CMC20 fee 0.00002 BNB',
      'outgoing/fee 0.0001 SOL ->',
      'outgoing/fee 0.001 ETH ->',
      'incoming/received -> 1 ETH (unmapped_type:moon)',
    ])
  })
})

describe('lenders', () => {
  test('a ticker of both a currency and a coin is the coin, where no such currency is held', () => {
    const header = 'Cryptocurrency,Amount,Transaction Type,Confirmed At'
    const { transactions } = readKnown(csv(header, 'ERN,5,Deposit,2021-02-05 11:52:09'))
    expect(transactions[0]?.to?.asset).toBe('coin:ern')
  })

  test('Celsius puts a space before each cell; both sides of a swap share their minute', () => {
    const header =
      'Internal id, Date and time, Transaction type, Coin type, Coin amount, USD Value, Original Reward Coin, Reward Amount In Original Coin, Confirmed'
    const row = (id: string, type: string, coin: string, amount: string) =>
      `${id}, "May 3, 2021 5:00 AM", ${type}, ${coin}, ${amount}, , , , Yes`
    const rows = [row('a', 'Swap out', 'USDT ERC20', '-100'), row('b', 'Swap in', 'BNB (BSC)', '0.3')]
    expect(lines(readKnown(csv(header, ...rows)))).toEqual(['trade 100 USDT -> 0.3 BNB'])
  })

  test('Nexo: the word decides of a row that has one amount twice, and its sign where the word is new', () => {
    const header =
      'Transaction,Type,Input Currency,Input Amount,Output Currency,Output Amount,USD Equivalent,Fee,Fee Currency,Details,Date / Time (UTC)'
    const row = (id: string, type: string, sides: string, details = 'approved / x') =>
      `${id},${type},${sides},$1.00,-,-,${details},2024-04-01 10:00:00`
    const reading = readKnown(
      csv(
        header,
        row('1', 'Interest', 'USDT,-1.5,USDT,1.5'),
        row('2', 'Withdrawal', 'LUNA2,-2,LUNA2,2', 'approved / Transfer to Nexo User'),
        row('3', 'Deposit', 'BTC,1,BTC,1', 'approved / Airdrop'),
        row('4', 'Moon', 'ETH,-3,ETH,3'),
        row('5', 'Exchange', 'BTC,-1,ETH,20', 'pending / x'),
        row('6', 'Manual Sell Order', 'USDC,-1,USDC,1'),
        row('7', 'Repayment', 'USD,930.6,USD,0.00'),
      ),
    )
    expect(lines(reading)).toEqual([
      'outgoing/interest_paid 1.5 USDT ->',
      'outgoing/gift_sent 2 LUNA ->',
      'incoming/airdrop -> 1 BTC',
      'outgoing/sent 3 ETH -> (unmapped_type:Moon)',
      'sell 1 USDC -> 1.00 USD',
      'outgoing/loan_repayment 930.6 USD ->',
    ])
    expect(reading.skipped).toEqual([{ rows: [5], reason: 'pending' }])
  })

  test('Nexo before 2021: a column that says UTC goes before the usual zone', () => {
    const header = 'Transaction,Type,Currency,Amount,USD Equivalent,Details,Date / Time (UTC)'
    const { transactions } = readKnown(csv(header, '1,Deposit,BTC,1,$1,approved,2020-12-01 01:00:00'))
    expect(new Date(transactions[0]?.at ?? 0).toISOString()).toBe('2020-12-01T01:00:00.000Z')
  })
})

describe('exchanges', () => {
  test('Venmo hands out the report of PayPal', () => {
    const header =
      'DateTime,Transaction Type,Asset In (Quantity),Asset In (Currency) ,Asset Out (Quantity) ,Asset Out (Currency) ,Transaction Fee (Quantity) ,Transaction Fee (Currency) ,Market Value (USD)'
    const file = csv(
      header,
      '"Fri, 12 Aug 2022 10:00:00 GMT",TRANSFER-OUT,,,0.001,BTC,,,24.00',
      '"Fri, 12 Aug 2022 11:00:00 GMT",MOON,0.001,BTC,,,,,24.00',
    )
    const reading = readKnown(file, {}, 'venmo_crypto_2022.csv')
    expect(lines(reading)).toEqual([
      'outgoing/sent 0.001 BTC ->',
      'incoming/received -> 0.001 BTC (unmapped_type:MOON)',
    ])
    expect(reading.transactions[0]).toMatchObject({ exchange: 'Venmo', at: Date.UTC(2022, 7, 12, 10) })
    expect(readKnown(file).transactions[0]?.exchange).toBe('PayPal')
  })

  test('Uphold: what leaves in another currency is exchanged and sent', () => {
    const header =
      'Date,Destination,Destination Amount,Destination Currency,Fee Amount,Fee Currency,Id,Origin,Origin Amount,Origin Currency,Status,Type'
    const row = (rest: string) => `Sun Mar 29 2020 12:28:55 GMT+0000,${rest}`
    const reading = readKnown(
      csv(
        header,
        row('litecoin,1,LTC,0.5,USD,u1,uphold,50.5,USD,completed,out'),
        row('uphold,5,BAT,,,u2,uphold,5,BAT,completed,in'),
        row('uphold,5,BAT,,,u3,uphold,5,BAT,failed,in'),
        row('uphold,5,BAT,,,u4,uphold,5,BAT,completed,moon'),
        row('uphold,,,,,u5,uphold,0.1,ETH,completed,staking-reward'),
        row('uphold,0.1,BTC,,,u6,uphold,2,USD,completed,reward'),
        row('uphold,,,,,u7,uphold,5,BAT,completed,in'),
      ),
    )
    expect(lines(reading)).toEqual([
      'buy 50 USD -> 1 LTC fee 0.5 USD',
      'outgoing/sent 1 LTC ->',
      'incoming/received -> 5 BAT',
      'incoming/received -> 5 BAT (unmapped_type:moon)',
      'incoming/staking_reward -> 0.1 ETH',
      'incoming/misc_reward -> 0.1 BTC',
      'incoming/received -> 5 BAT',
    ])
    expect(reading.skipped).toEqual([{ rows: [3], reason: 'failed' }])
  })

  test('Strike: the cost basis says whether what was paid has the fee in it', () => {
    const header =
      'Reference,Date & Time (UTC),Transaction Type,Amount EUR,Fee EUR,Amount BTC,Fee BTC,BTC Price,Cost Basis (EUR),Destination,Description,Transaction Hash,Note'
    const row = (id: string, paid: string) =>
      `${id},Nov 23 2025 02:03:01,Purchase,${paid},1.00,0.001,0,,100.00,,,,`
    expect(lines(readKnown(csv(header, row('a', '-100.00'), row('b', '-99.00'))))).toEqual([
      'buy 99 EUR -> 0.001 BTC fee 1.00 EUR',
      'buy 99.00 EUR -> 0.001 BTC fee 1.00 EUR',
    ])
  })

  test.each([
    [
      'Transaction ID,Initiated Time (UTC),Completed Time (UTC),Transaction Type,State,Amount 1,Currency 1,Amount 2,Currency 2,BTC Price,Balance 1,Currency 1,Balance - BTC,Destination,Description',
      'a,Jan 01 2022 00:41:59,Jan 02 2022 00:41:59,Deposit,Completed,10.00,USD,,,,85.00,USD,0.01,,',
    ],
    [
      'Transaction ID,Initiated Date (UTC),Initiated Time (UTC),Completed Time (UTC),Completed Time (UTC),Transaction Type,State,Amount 1,Currency 1,Fee 1,Amount 2,Currency 2,Fee 2,BTC Price,Balance 1,Currency 1,Balance - BTC,Destination,Description',
      'a,Jan 01 2022,00:41:59,Jan 02 2022,00:41:59,Deposit,Completed,10.00,USD,,,,,,10.81,USD,0.01,,',
    ],
  ])('Strike in its earlier layouts: %s', (header, row) => {
    const reading = readKnown(csv(header, row, row.replace('Completed,10', 'Reversed,10')))
    expect(lines(reading)).toEqual(['incoming/received -> 10.00 USD (fiat)'])
    expect(reading.transactions[0]?.at).toBe(Date.UTC(2022, 0, 2, 0, 41, 59))
    expect(reading.skipped).toEqual([{ rows: [2], reason: 'state_not_completed' }])
  })

  test('Strike: without signs the word decides, and money beside bitcoin that moved is its value', () => {
    const header =
      'Reference,Date & Time (UTC),Transaction Type,Amount USD,Fee USD,Amount BTC,Fee BTC,BTC Price,Cost Basis (USD),Destination,Description,Transaction Hash'
    const row = (type: string, usd: string, btc: string) =>
      `${type},Nov 23 2025 02:03:01,${type},${usd},0.00,${btc},0.00000000,,,,,`
    const reading = readKnown(
      csv(
        header,
        row('Purchase', '100.00', '0.001'),
        row('Send', '25.00', '-0.00025'),
        row('Receive', '12.50', '0.000125'),
        row('Deposit', '100.00', '0.00000000'),
        row('Loan', '500.00', ''),
        row('Loan collateral', '', '-0.1'),
      ),
    )
    expect(lines(reading)).toEqual([
      'buy 100.00 USD -> 0.001 BTC',
      'outgoing/sent 0.00025 BTC ->',
      'incoming/received -> 0.000125 BTC',
      'incoming/received -> 100.00 USD (fiat)',
      'incoming/loan_received -> 500.00 USD',
      'outgoing/staking_lockup 0.1 BTC -> (loan)',
    ])
    expect(reading.transactions[1]?.value).toEqual({ amount: '25.00', currency: 'USD' })
  })

  test('CoinList: the other side is in the text, unless it has a row of its own', () => {
    const header = 'Date,Description,Asset,Amount,Balance'
    const row = '2021-06-01 12:00:00 EDT,Sold 10 SOL for $350.00'
    expect(lines(readKnown(csv(header, `${row},SOL,-10,0`)))).toEqual(['sell 10 SOL -> 350.00 USD'])
    expect(lines(readKnown(csv(header, `${row},SOL,-10,0`, `${row},USD,350.00,350`)))).toEqual([
      'sell 10 SOL -> 350.00 USD',
    ])
  })

  test('LocalBitcoins: the one name in every row says who bought', () => {
    const header =
      'id,created_at,buyer,seller,trade_type,btc_amount,btc_traded,fee_btc,btc_amount_less_fee,btc_final,fiat_amount,fiat_fee,fiat_per_btc,currency,exchange_rate,transaction_released_at,online_provider,reference'
    const row = (id: number, buyer: string, seller: string, released = '2020-03-17 17:46:01+00:00') =>
      `${id},2020-03-17 16:04:43+00:00,${buyer},${seller},ONLINE_SELL,0.5,0.5,0.005,0.495,0.5,4000,0,8000,CAD,8000,${released},INTERAC,L`
    const reading = readKnown(
      csv(header, row(1, 'ann', 'bob'), row(2, 'cyd', 'ann'), row(3, 'ann', 'dee', '')),
    )
    expect(lines(reading)).toEqual([
      'buy 4000 CAD -> 0.505 BTC fee 0.005 BTC',
      'sell 0.495 BTC -> 4000 CAD fee 0.005 BTC',
    ])
    expect(reading.skipped).toEqual([{ rows: [3], reason: 'cancelled' }])
  })

  test('eToro: of a workbook the sheet of what moved is read, and the others are no part of it', () => {
    const header =
      'Date,Type,Details,Amount,Units,Realized Equity Change,Realized Equity,Balance,Position ID,Asset type,NWA'
    const sheets = {
      'Account Summary': ['Account Summary', 'Name,Jane Roe'],
      'Closed Positions': ['Position ID,Action,Amount,Units,Profit', '22,Buy BTC,430,0.01,5'],
      'Account Activity': [
        header,
        '01/02/2024 05:50:54,Open Position,BTC/USD,430.00,0.01,0,1000,570,22,Crypto,0',
        '13/02/2024 05:50:54,Position closed,BTC/USD,435.00,0.01,5,1005,1005,22,Crypto,0',
        '14/02/2024 05:50:54,Withdraw Request,,1000.00,-,0,5,5,-,-,0',
        '15/02/2024 05:50:54,Position closed,BTC/USD,1,1,5,5,5,23,CFD,0',
      ],
    }
    const book = XLSX.utils.book_new()
    for (const [name, rows] of Object.entries(sheets)) {
      const cells = rows.map((row) => row.split(','))
      XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(cells), name)
    }
    for (const bookType of ['xlsx', 'biff8'] as const) {
      const bytes = new Uint8Array(XLSX.write(book, { type: 'buffer', bookType }) as Buffer)
      const reading = readFile({ name: 'etoro-statement.xlsx', bytes })
      if (reading.outcome !== 'read') throw new Error(reading.outcome)
      expect(lines(reading)).toEqual([
        'buy 430.00 USD -> 0.01 BTC',
        'sell 0.01 BTC -> 435.00 USD',
        'outgoing/sent 1000.00 USD -> (fiat)',
      ])
      expect(reading.skipped).toEqual([{ rows: [4], reason: 'non_crypto' }])
    }
  })
})

test('eToro: a column of units may name contracts too', () => {
  const text = csv(
    'Date,Type,Details,Amount,Units / Contracts,Realized Equity Change,Realized Equity,Balance,Position ID,Asset type,NWA',
    '02/01/2024 00:10:33,Open Position,BTC/USD,430.00,0.01,0.00,1000.00,570.00,1,Crypto,0.00',
  )
  expect(lines(readKnown(text))).toEqual(['buy 430.00 USD -> 0.01 BTC'])
})

describe('files of other tax products', () => {
  const COINTRACKER =
    'Date,Received Quantity,Received Currency,Sent Quantity,Sent Currency,Fee Amount,Fee Currency,Tag'
  const trades = csv(COINTRACKER, '03/01/2025 12:00:00,0.1,BTC,8400,USD,40,USD,')

  test('a source that hands out the template of another product is the source of its rows', () => {
    expect(readKnown(trades, {}, 'swan_bitcoin_trades.csv').transactions[0]?.exchange).toBe('Swan Bitcoin')
    expect(readKnown(trades, { sourceSlug: 'swan-bitcoin' }).transactions[0]?.exchange).toBe('Swan Bitcoin')
    expect(readKnown(trades).transactions[0]?.exchange).toBe('CoinTracker')
  })

  test('CoinTracker as it is exported now', () => {
    const header =
      'Date,Type,Transaction ID,Received Quantity,Received Currency,Received Cost Basis (USD),Received Wallet,Received Address,Received Comment,Sent Quantity,Sent Currency,Sent Cost Basis (USD),Sent Wallet,Sent Address,Sent Comment,Fee Amount,Fee Currency,Fee Cost Basis (USD),Realized Return (USD),Fee Realized Return (USD),Transaction Hash,Block Explorer URL'
    const reading = readKnown(
      csv(
        header,
        '03/01/2022 10:00:00,BUY,t1,1.5,ETH,3000.00,Coinbase,,,3000,USD,,Coinbase,,,,,,,,0xa,',
        '04/15/2022 15:30:00,TRANSFER,t2,0.5,ETH,,Ledger,,,0.502,ETH,,Coinbase,,,0.002,ETH,6.00,,,0xb,',
      ),
    )
    expect(reading.transactions.map(({ exchange, txHash }) => [exchange, txHash])).toEqual([
      ['Coinbase', '0xa'],
      ['Coinbase', '0xb'],
      ['Ledger', '0xb'],
    ])
    expect(lines(reading)).toEqual([
      'buy 3000 USD -> 1.5 ETH',
      'outgoing/sent 0.5 ETH -> fee 0.002 ETH (linked_transfer)',
      'incoming/received -> 0.5 ETH (linked_transfer)',
    ])
  })

  test('a tag that nobody knows is flagged', () => {
    const reading = readKnown(csv(COINTRACKER, '03/01/2025 12:00:00,0.1,BTC,,,,,moonshot'))
    expect(lines(reading)).toEqual(['incoming/received -> 0.1 BTC (unmapped_type:moonshot)'])
    expect(reading.notes).toMatchObject([{ code: 'unmapped_type', column: 'Tag', row: 1 }])
  })

  test('CoinLedger: legs of a trade with an id each are one trade by their moment', () => {
    const header =
      'Timestamp (UTC),Type,Internal Id,Platform,Account Name,Platform Id,Blockchain Id,Record Type,Asset,Amount,Description'
    const row = (id: string, kind: string, leg: string) =>
      `2025-03-06T00:07:11.000,Trade,${id},Pionex,Pionex,,,${kind},${leg},`
    expect(
      lines(readKnown(csv(header, row('1', 'Debit', 'USDT,-10'), row('2', 'Credit', 'TRX,28')))),
    ).toEqual(['trade 10 USDT -> 28 TRX'])
  })

  test('CoinTracking in German', () => {
    const header = 'Typ,Kauf,Cur.,Verkauf,Cur.,Gebühr,Cur.,Börse,Gruppe,Kommentar,Datum'
    const rows = [
      'Trade,0.5,BTC,100.5,EUR,1,EUR,Kraken,,,18.01.2025 15:25:06',
      'Einnahme,1,ETH,-,,,,Kraken,,,19.01.2025 15:25:06',
    ]
    expect(lines(readKnown(csv(header, ...rows)))).toEqual([
      'buy 100.5 EUR -> 0.5 BTC fee 1 EUR',
      'incoming/payment -> 1 ETH',
    ])
  })

  test('Koinly as it is exported now', () => {
    const header =
      'ID (read-only),Parent ID (read-only),Date (UTC),Type,Tag,From Wallet (read-only),From Wallet ID,From Amount,From Currency,To Wallet (read-only),To Wallet ID,To Amount,To Currency,Fee Amount,Fee Currency,Net Worth Amount,Net Worth Currency,Deleted,TxHash,Description'
    const row = (id: string, type: string, tag: string, from: string, to: string, deleted = 'false') =>
      `${id},,2024-01-03 00:00:00,${type},${tag},Kraken,w,${from},Ledger,v,${to},,,42,USD,${deleted},h,`
    const reading = readKnown(
      csv(
        header,
        row('a', 'Exchange', '', '1,BTC;1', '15,ETH;2'),
        row('b', 'Crypto deposit', 'Reward', ',', '0.1,ETH'),
        row('c', 'Crypto deposit', '', ',', '9,SPAM', 'true'),
        row('d', 'Moon', '', ',', '1,ETH'),
      ),
    )
    expect(lines(reading)).toEqual([
      'trade 1 BTC -> 15 ETH',
      'incoming/staking_reward -> 0.1 ETH',
      'incoming/received -> 1 ETH (unmapped_type:Moon)',
    ])
    expect(reading.skipped).toEqual([{ rows: [3], reason: 'ignored' }])
  })

  test.each([
    [
      'Timestamp (UTC),Type,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,Fee Currency,Net Worth Amount,Net Worth Currency,Label,Description,TxHash',
      '2024-01-03 00:00:00,Receive,,,1,ETH,,,,,Airdrop,,',
    ],
    [
      'date,time (UTC),transaction_type,label,sent_amount,sent_currency,received_amount,received_currency,fee_amount,fee_currency,custom_description,tx_hash',
      '2024-01-03,10:00:00,deposit,airdrop,,,1,ETH,,,,',
    ],
    [
      'Type,Date,InOrBuyAmount,InOrBuyCurrency,OutOrSellAmount,OutOrSellCurrency,FeeAmount,FeeCurrency,Description,Transaction ID',
      'Airdrop,2024-01-03 10:00:00,1,ETH,,,,,,',
    ],
  ])('templates of Coinpanda, Divly and Recap: %s', (header, row) => {
    expect(lines(readKnown(csv(header, row)))).toEqual(['incoming/airdrop -> 1 ETH'])
  })

  test('rotki names tokens by their contract', () => {
    const header = 'Type,Location,Currency,Amount,Fee,Fee Currency,Description,Timestamp'
    const token = 'eip155:1/erc20:0x6B175474E89094C44Da98b954EedeAC495271d0F'
    const { transactions } = readKnown(csv(header, `Airdrop,ethereum,${token},5,,,x,1672617600000`))
    // The token list ties the contract to the ticker that exchanges have.
    expect(transactions[0]?.to?.asset).toBe('DAI')
  })
})
