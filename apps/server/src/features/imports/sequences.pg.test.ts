import type { ImportSource, OneYear, TransactionDetail, TransactionRow } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { checkInvariants } from '../../platform/invariants.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()

const LEDGERS = 'txid,refid,time,type,subtype,aclass,asset,wallet,amount,fee,balance'
const LEDGER = {
  deposit: 'L1,R1,2024-01-01 00:00:00,deposit,,currency,ZUSD,spot / main,1000.0000,0.0000,1000.0000',
  paid: 'L2,T1,2024-01-02 00:00:00,trade,tradespot,currency,ZUSD,spot / main,-499.9999,1.3000,498.7001',
  bought:
    'L3,T1,2024-01-02 00:00:00,trade,tradespot,currency,XXBT,spot / main,0.0300000000,0.0000000000,0.0300000000',
  twoFeesOut: 'L4,T2,2024-01-03 00:00:00,trade,tradespot,currency,XXBT,spot / main,-0.01,0.0001,0.0199',
  twoFeesIn: 'L5,T2,2024-01-03 00:00:00,trade,tradespot,currency,XETH,spot / main,0.15,0.002,0.148',
}
const ledgers = (...rows: string[]) => `${[LEDGERS, ...rows].join('\n')}\n`
const TRADES = `txid,ordertxid,pair,time,type,ordertype,price,cost,fee,vol,margin,misc,ledgers
T1,O1,XXBTZUSD,2024-01-02 00:00:00.1234,buy,limit,16666.66,499.99992,1.3,0.03,0.0,,"L2,L3"
`

const COINS = `Transaction Hash,Blockno,UnixTimestamp,DateTime (UTC),From,To,ContractAddress,Value_IN(ETH),Value_OUT(ETH),CurrentValue @ $3000/Eth,TxnFee(ETH),TxnFee(USD),Historical $Price/Eth,Status,ErrCode,Method
0xaa,1,1700000000,2023-11-14 22:13:20,0xme,0xdex,,0,1,0,0.003,6,2000,,,Swap
0xab,2,1700000600,2023-11-14 22:23:20,0xfriend,0xme,,0.5,0,0,0.0004,1,2000,,,Transfer
`
const tokens = (...rows: string[]) =>
  `${['Transaction Hash,Blockno,UnixTimestamp,DateTime (UTC),From,To,TokenValue,USDValueDayOfTx,ContractAddress,TokenName,TokenSymbol', ...rows].join('\n')}\n`
const USDC = '0xaa,1,1700000000,2023-11-14 22:13:20,0xdex,0xme,"1,990.5","$1,990.50",0xusdc,USD Coin,USDC'
const UNI = '0xaa,1,1700000000,2023-11-14 22:13:20,0xdex,0xme,5,$30.00,0xuni,Uniswap,UNI'
const MORE = '0xbb,9,1700009000,2023-11-15 00:43:20,0xfriend,0xme,7,$7.00,0xusdc,USD Coin,USDC'

const sides = (rows: readonly TransactionRow[]) =>
  rows.map((row) =>
    [
      row.label,
      row.from && `${row.from.amount} ${row.from.symbol}`,
      row.to && `${row.to.amount} ${row.to.symbol}`,
    ]
      .concat(row.fee && `fee ${row.fee.amount} ${row.fee.symbol}`)
      .filter(Boolean)
      .join(' '),
  )

test('SF10 ledgers and trades of the same trade are one transaction, whichever comes first or goes', async () => {
  const once = ['Buy 499.9999 USD 0.03 BTC fee 1.3 USD']
  for (const [first, second] of [
    [ledgers(LEDGER.paid, LEDGER.bought), TRADES],
    [TRADES, ledgers(LEDGER.paid, LEDGER.bought)],
  ] as const) {
    const journal = await customerWith(server)
    await journal.import('first.csv', first)
    await journal.import('second.csv', second)
    expect(sides(await journal.rows())).toEqual(once)
  }
  const journal = await customerWith(server)
  const full = await journal.import('ledgers.csv', ledgers(LEDGER.paid, LEDGER.bought))
  await journal.import('trades.csv', TRADES)
  await journal.remove(full)
  expect(sides(await journal.rows())).toEqual(['Buy 499.99992 USD 0.03 BTC fee 1.3 USD'])
  expect(await checkInvariants(server.db)).toEqual([])
})

test('R-ORD-1 what a newer export states stays when an older one without it comes in later, and goes with its file', async () => {
  const rows = [LEDGER.deposit, LEDGER.paid, LEDGER.bought, LEDGER.twoFeesOut, LEDGER.twoFeesIn]
  const older = ledgers(...rows)
  const newer = `${[LEDGERS, ...rows].map((row, n) => `${row},${n === 0 ? 'amountusd' : (['', '', '', 450, 451][n - 1] ?? '')}`).join('\n')}\n`
  const gainOf = async (...files: string[]) => {
    const journal = await customerWith(server)
    const sources: string[] = []
    for (const [n, text] of files.entries()) sources.push(await journal.import(`${n}.csv`, text))
    const gain = async () => {
      await journal.post('/imports/v1/tax_calculations/start_tax_calculation')
      await server.drainJobs()
      const { data } = await journal.get<{ data: OneYear }>('/one_year?year=2024')
      return { proceeds: data.short.proceeds.value, hash: data.calculation.result_hash }
    }
    return { journal, sources, gain }
  }
  const told = await (await gainOf(older, newer)).gain()
  const again = await gainOf(newer, older)
  // 0.01 BTC for 0.15 ETH worth 451, less fees of 0.002 ETH (6.013...) and 0.0001 BTC (4.51), which are disposals of their own.
  expect(told.proceeds).toBe('451')
  expect(await again.gain()).toEqual(told)
  await again.journal.remove(again.sources[0] ?? '')
  expect((await again.gain()).proceeds).toBe('0')
  expect(await checkInvariants(server.db)).toEqual([])
})

test('subset, superset, overlap and re-sorted exports add what is new and nothing twice', async () => {
  const all = [LEDGER.deposit, LEDGER.paid, LEDGER.bought, LEDGER.twoFeesOut, LEDGER.twoFeesIn]
  const journal = await customerWith(server)
  await journal.import('subset.csv', ledgers(...all.slice(0, 3)))
  expect((await journal.rows()).length).toBe(2)
  await journal.import('superset.csv', ledgers(...all))
  const whole = await journal.rows()
  expect(whole.length).toBe(4)
  const overlap = await journal.import('overlap.csv', ledgers(...all.slice(1)))
  await journal.import('resorted.csv', ledgers(...all.toReversed()))
  expect(await journal.rows()).toEqual(whole)
  expect(await journal.source(overlap)).toMatchObject({ parsed: 4, already_here: 3 })
})

test('what a file made of one row twice goes with the file', async () => {
  const journal = await customerWith(server)
  const source = await journal.import('fees.csv', ledgers(LEDGER.twoFeesOut, LEDGER.twoFeesIn))
  expect(sides(await journal.rows()).toSorted()).toEqual([
    'Fee 0.0001 BTC',
    'Trade 0.01 BTC 0.15 ETH fee 0.002 ETH',
  ])
  for (const row of await journal.rows()) {
    const { data } = await journal.get<{ data: TransactionDetail }>(`/transactions/${row.id}`)
    expect(data.records.map((record) => record.line)).toEqual([2, 3])
  }
  await journal.remove(source)
  expect(await journal.rows()).toEqual([])
  expect(await checkInvariants(server.db)).toEqual([])
})

test('a source of a merged hash goes, and the transaction is worked out without it', async () => {
  const journal = await customerWith(server)
  const coins = await journal.import('etherscan-coins.csv', COINS)
  const alone = await journal.rows()
  const token = await journal.import('etherscan-tokens.csv', tokens(USDC, MORE))
  const swap = (await journal.rows()).find((row) => row.label === 'Trade')
  expect(sides(swap === undefined ? [] : [swap])).toEqual(['Trade 1 ETH 1990.5 USDC fee 0.003 ETH'])
  await journal.patch(swap?.id ?? '', { comment: 'my swap' })

  await journal.remove(token)
  expect(sides(await journal.rows())).toEqual(sides(alone))
  const back = await journal.import('etherscan-tokens.csv', tokens(USDC, MORE))
  const again = (await journal.rows()).find((row) => row.id === swap?.id)
  expect(again).toMatchObject({ label: 'Trade', is_edited: true })
  await journal.remove(coins)
  await journal.remove(back)
  expect(await journal.rows()).toEqual([])
  expect(await checkInvariants(server.db)).toEqual([])
})

test('a hash that brings two tokens loses no leg, in either order of the files', async () => {
  const expected = [
    'Received 0.5 ETH',
    'Received 1990.5 USDC',
    'Received 5 UNI',
    'Received 7 USDC',
    'Sent 1 ETH fee 0.003 ETH',
  ]
  for (const order of [
    [COINS, tokens(USDC, UNI, MORE)],
    [tokens(USDC, UNI, MORE), COINS],
  ]) {
    const journal = await customerWith(server)
    for (const text of order) await journal.import('etherscan.csv', text)
    expect(sides(await journal.rows()).toSorted()).toEqual(expected)
  }
  expect(await checkInvariants(server.db)).toEqual([])
})

test('several NFTs of one contract share what was paid for them, less what was paid back, in any order of the files', async () => {
  const internal = COINS.split('\n')[0]
    ?.replace('From,To', 'ParentTxFrom,ParentTxTo,ParentTxETH_Value,From,TxTo')
    .replace(',TxnFee(ETH),TxnFee(USD)', '')
    .replace('Method', 'Type')
  const refund = `${internal}\n0xaa,1,1700000000,2023-11-14 22:13:20,0xme,0xdex,1,0xdex,0xme,,0.2,0,0,2000,0,,call\n`
  const nft = (id: string) =>
    `0xaa,1,1700000000,2023-11-14 22:13:20,0x0000000000000000000000000000000000000000,0xme,0xape,${id},Apes,APE`
  const minted = `Txhash,Blockno,UnixTimestamp,DateTime,From,To,ContractAddress,TokenId,TokenName,TokenSymbol\n${nft('1')}\n${nft('2')}\n`
  const expected = ['NFT mint 0.4 ETH 1 APE#1 fee 0.003 ETH', 'NFT mint 0.4 ETH 1 APE#2', 'Received 0.5 ETH']
  for (const order of [
    [COINS, refund, minted],
    [COINS, minted, refund],
  ]) {
    const journal = await customerWith(server)
    const sources: string[] = []
    for (const text of order) sources.push(await journal.import('etherscan.csv', text))
    expect(sides(await journal.rows()).toSorted()).toEqual(expected)
    const last = sources.at(-1) ?? ''
    await journal.remove(last)
    expect(sides(await journal.rows()).toSorted()).not.toEqual(expected)
    await journal.import('etherscan.csv', order.at(-1) ?? '')
    expect(sides(await journal.rows()).toSorted()).toEqual(expected)
  }
  expect(await checkInvariants(server.db)).toEqual([])
})

test('legs of one hash from files of a wallet are one event, and each that stays apart names its own file', async () => {
  const header =
    'Operation Date,Status,Currency Ticker,Operation Type,Operation Amount,Operation Fees,Operation Hash,Account Name,Account xpub,Countervalue Ticker,Countervalue at Operation Date,Countervalue at CSV Export'
  const file = (coin: string, type: string, amount: string, fee: string) =>
    `${header}\n2023-05-01T10:00:00.000Z,Confirmed,${coin},${type},${amount},${fee},aa,${coin} 1,xpub,USD,,\n`
  const [coins, tokens, shares] = [
    file('ETH', 'OUT', '1.01', '0.01'),
    file('UNI', 'OUT', '90', ''),
    file('LP', 'IN', '3', ''),
  ]
  for (const order of [
    [coins, shares, tokens],
    [tokens, shares, coins],
  ]) {
    const journal = await customerWith(server)
    const sources: string[] = []
    for (const [n, text] of order.entries()) sources.push(await journal.import(`${n}.csv`, text))
    const rows = await journal.rows()
    expect(sides(rows).toSorted()).toEqual(['Received 3 LP', 'Sent 1 ETH fee 0.01 ETH', 'Sent 90 UNI'])
    for (const row of rows) {
      const { data } = await journal.get<{ data: TransactionDetail }>(`/transactions/${row.id}`)
      const tickers = data.records.map(
        ({ cells }) => cells.find(({ column }) => column === 'Currency Ticker')?.value,
      )
      expect(tickers).toEqual([(row.from ?? row.to)?.symbol])
    }
    await journal.remove(sources[order.indexOf(tokens)] ?? '')
    expect(sides(await journal.rows())).toEqual(['Trade 1 ETH 3 LP fee 0.01 ETH'])
  }
  expect(await checkInvariants(server.db)).toEqual([])
})

test('a token file that leaves open whose it is belongs to the wallet that is there', async () => {
  const journal = await customerWith(server)
  const early = await journal.import('etherscan-tokens.csv', tokens(USDC))
  const waits = await journal.source(early)
  expect(waits).toMatchObject({ status_code: 'needs_mapping', import_status: 'complete' })
  expect(waits.reason).toContain('Which of these addresses is yours?')
  await journal.import('etherscan-coins.csv', COINS)
  await journal.post(`/imports/v2/sources/${early}/retry`)
  await server.drainJobs()
  expect(sides(await journal.rows())).toContain('Trade 1 ETH 1990.5 USDC fee 0.003 ETH')
})

test('a fee given back comes in as a rebate instead of breaking the import', async () => {
  const journal = await customerWith(server)
  const source = await journal.import(
    'rebate.csv',
    ledgers(LEDGER.paid.replace('1.3000,498.7001', '-0.5,-499.4999'), LEDGER.bought),
  )
  expect(await journal.source(source)).toMatchObject({ status_code: null, parsed: 2 })
  expect(sides(await journal.rows()).toSorted()).toEqual(['Buy 499.9999 USD 0.03 BTC', 'Rebate 0.5 USD'])
})

test('SF16 a source deleted or cancelled during its import leaves no row; a retry brings it', async () => {
  const journal = await customerWith(server)
  const deleted = await journal.upload('a.csv', ledgers(LEDGER.deposit))
  await journal.remove(deleted)
  const cancelled = await journal.upload('b.csv', ledgers(LEDGER.deposit))
  await journal.post(`/imports/v2/sources/${cancelled}/cancel`)
  await server.drainJobs()
  expect(await journal.rows()).toEqual([])
  expect(await journal.source(cancelled)).toMatchObject({
    import_status: 'complete',
    status_code: 'cancelled',
  })
  await journal.post(`/imports/v2/sources/${cancelled}/retry`)
  await server.drainJobs()
  expect(sides(await journal.rows())).toEqual(['Received 1000 USD'])
  expect(await journal.source(cancelled)).toMatchObject({ status_code: null })
})

test('two imports of one customer at once are both in', async () => {
  const journal = await customerWith(server)
  await journal.upload('a.csv', ledgers(LEDGER.deposit, LEDGER.paid, LEDGER.bought))
  await journal.upload('b.csv', TRADES)
  await journal.upload('c.csv', ledgers(LEDGER.paid, LEDGER.bought, LEDGER.twoFeesOut, LEDGER.twoFeesIn))
  await Promise.all([server.drainJobs(), server.drainJobs(), server.drainJobs()])
  await server.drainJobs()
  expect((await journal.rows()).length).toBe(4)
  const { data } = await journal.get<{ data: ImportSource }>(
    `/imports/v2/sources/${await journal.upload('d.csv', TRADES)}`,
  )
  expect(data.import_status).toBe('in-progress')
})
