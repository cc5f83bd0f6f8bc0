import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { statedWorth } from '@lotbook/journal'
import { describe, expect, test } from 'vitest'
import type { ReadOutcome } from './reader/file-reading.ts'
import { readFile } from './read-file.ts'
import { exampleCells, exampleFiles } from './testing/example-files.ts'
import { line, readKnown, readText } from './testing/read-text.ts'

// Trouble that people reported in public about tools of this kind, with figures of our own.
const folder = join(import.meta.dirname, '../../fixtures/found')

interface Case {
  readonly id: string
  readonly files: readonly string[]
  readonly args?: readonly string[]
  readonly transactions?: readonly string[]
  readonly any_of?: readonly (readonly string[])[]
  readonly not_transactions?: readonly string[]
  readonly reported_rows?: readonly number[]
  readonly or_reported_rows?: readonly number[]
  readonly why: string
}

const cases = JSON.parse(readFileSync(join(folder, 'cases.json'), 'utf8')) as readonly Case[]

function read({ files, args = [] }: Case): ReadOutcome[] {
  const ownAddress = args[args.indexOf('--own-address') + 1]
  return files.map((name) => {
    const bytes = readFileSync(join(folder, name))
    const reading = readFile({ name, bytes }, ownAddress === undefined ? {} : { ownAddress })
    if (reading.outcome !== 'read') throw new Error(`${name} is ${reading.outcome}: ${reading.message}`)
    return reading
  })
}

/** Data rows that errors, notes or skips name. */
function reported({ errors, notes, skipped }: ReadOutcome): number[] {
  return [...[...errors, ...notes].map(({ row }) => row), ...skipped.flatMap(({ rows }) => rows)]
}

describe('found outside', () => {
  test.each(cases)('$id: $why', (one) => {
    const readings = read(one)
    const found = readings.flatMap(({ transactions }) => transactions).map((t) => line({ ...t, flags: [] }))
    const rows = new Set(readings.flatMap(reported))

    if (one.transactions !== undefined) expect(found.toSorted()).toEqual(one.transactions.toSorted())
    if (one.any_of !== undefined)
      expect(one.any_of.map((lines) => lines.toSorted())).toContainEqual(found.toSorted())
    for (const wrong of one.not_transactions ?? []) expect(found).not.toContain(wrong)
    for (const row of one.reported_rows ?? []) expect(rows).toContain(row)
  })
})

const ids = exampleFiles.filter(({ expected }) => expected.transactions.length > 0).map(({ id }) => id)

/** An example as the lines up to its header and those below, each as its cells. */
function example(id: string) {
  const file = exampleFiles.find((one) => one.id === id)
  if (file === undefined) throw new Error(`No example of ${id}`)
  const { lines, header } = exampleCells(file)
  const { options, name } = file
  return { head: lines.slice(0, header + 1), rows: lines.slice(header + 1), options, name }
}

const csv = (lines: readonly (readonly string[])[]): string =>
  lines.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',') + '\n').join('')

/** What a transaction moved and when, without its texts. */
const moved = ({
  at,
  type,
  subType,
  from,
  to,
  fee,
  value,
  exchange,
}: ReadOutcome['transactions'][number]) => ({
  ...{ at, type, subType, from, to, fee, value, exchange },
})

describe('a row with fewer cells than its header', () => {
  test.each(ids)('of %s is an error with its line, or was left without empty cells at its end', (id) => {
    const { head, rows, options, name } = example(id)
    const width = head.at(-1)?.length ?? 0
    const whole = readKnown(csv([...head, ...rows]), options, name)
    const full = Math.max(...whole.transactions.flatMap((t) => t.rows)) - 1
    const row = rows[full] ?? []
    const reading = (cells: readonly string[]) =>
      readKnown(csv([...head, ...rows.with(full, [...cells])]), options, name)
    for (const at of row.slice(0, width).keys()) {
      const read = reading(row.slice(0, width).toSpliced(at, 1))
      // Where the cell was empty or a text, the same moved; a text beside it may stand in another column of texts.
      if (read.errors.length === 0) {
        expect(read.transactions.map(moved), `without cell ${at}`).toEqual(whole.transactions.map(moved))
        continue
      }
      expect(
        read.errors.map(({ row, line }) => [row, line]),
        String(at),
      ).toContainEqual([...[full + 1, head.length + full + 1]])
      expect(read.transactions.flatMap((t) => t.rows)).not.toContain(full + 1)
    }
  })

  const binance = 'User_ID,UTC_Time,Account,Operation,Coin,Change,Remark'
  const ledger = 'txid,refid,time,type,subtype,aclass,asset,wallet,amount,fee,balance'

  test.each([
    [
      'whole rows beside it',
      `${binance}\n91,2024-02-01 07:05:01,Spot,Deposit,USDT,5\n91,2024-02-01 07:05:09,Spot,Withdraw,USDT,-5,fee\n`,
    ],
    ['none', `${binance}\n91,2024-02-01 07:05:01,Spot,Deposit,USDT,5\n`],
  ])('is read without an empty text at its end, with %s', (_, text) => {
    const read = readKnown(text)
    expect(read.errors).toEqual([])
    expect(line(read.transactions[0]!)).toBe('incoming/received -> 5 USDT')
  })

  test('is read without an empty text behind another text, with whole rows like it or where all rows lack it', () => {
    const app =
      'Timestamp (UTC),Transaction Description,Currency,Amount,To Currency,To Amount,Native Currency,Native Amount,Native Amount (in USD),Transaction Kind,Transaction Hash'
    const row = (kind: string, hash = '') => `2021-07-19 18:03:11,x,BTC,1,,,EUR,5,6,${kind}${hash}`
    const read = (...rows: string[]) => readKnown(`${app}\n${rows.join('\n')}\n`)
    expect(read(row('crypto_deposit', ',0xaa'), row('referral_gift')).errors).toEqual([])
    expect(read(row('crypto_deposit'), row('referral_gift')).transactions).toHaveLength(2)
    // A single row does not tell whether its kind or its hash is missing.
    expect(read(row('crypto_deposit')).errors).toMatchObject([{ code: 'short_row', row: 1 }])
  })

  test.each([
    ['an amount', `${ledger}\nL1,D1,2022-03-03 05:07:33,deposit,,currency,BTC,spot,1\n`],
    ['a text that is not the last', `${binance}\n91,2024-02-01 07:05:01,Spot,Deposit,5,note\n`],
    [
      'an empty cell that a spreadsheet would have left out too',
      `${binance}\n91,2024-02-01 07:05:01,Spot,Deposit,USDT,\n`,
    ],
  ])('is an error without %s', (_, text) => {
    expect(readKnown(text).errors).toMatchObject([{ code: 'short_row', row: 1, line: 2 }])
  })

  test('a last line that is cut before its date is no footer; words are', () => {
    const header = 'txid,refid,time,type,subtype,aclass,asset,wallet,amount,fee,balance'
    const cut = readText(`${header}\nL1,D1,2022-03-03 05:07:33,deposit,,currency,BTC,spot,1,0,1\nL2,D2`)
    expect(cut).toMatchObject({ errors: [{ code: 'short_row', row: 2, line: 3 }] })
    const footer = readText(`${header}\nL1,D1,2022-03-03 05:07:33,deposit,,currency,BTC,spot,1,0,1\nTotal,1`)
    expect(footer).toMatchObject({ errors: [], skipped: [{ rows: [2], reason: 'footer' }] })
  })
})

describe('a second header', () => {
  const older = 'txid,refid,time,type,aclass,asset,amount,fee,balance'
  const newer = 'txid,refid,time,type,subtype,aclass,subclass,asset,wallet,amount,fee,balance'
  const inOlder = 'L1,D1,2020-01-05 10:00:00,deposit,currency,XXBT,1,0,1'
  const inNewer = 'L2,D2,2025-01-05 10:00:00,deposit,,currency,crypto,ETH,spot / main,2,0,2'
  const text = (...lines: string[]) => `${lines.join('\n')}\n`

  test.each([
    ['older first', text(older, inOlder, newer, inNewer)],
    ['newer first', text(newer, inNewer, older, inOlder)],
    ['and the first one again', text(older, inOlder, newer, inNewer, older, inOlder.replace('L1', 'L3'))],
  ])('of another generation: what stands below is read by it, %s', (_, file) => {
    const read = readKnown(file)
    const found = new Set(read.transactions.map(line))
    expect(found).toEqual(new Set(['incoming/received -> 1 BTC', 'incoming/received -> 2 ETH']))
    expect(read.errors).toEqual([])
    expect(read.notes[0]).toMatchObject({ code: 'second_header', row: 2, line: 3 })
    expect(read.skipped[0]).toEqual({ rows: [2], reason: 'inner_header' })
  })

  test('of a generation that is a format of its own', () => {
    const [v5, v6] = ['coinbase-v5', 'coinbase-v6'].map(example)
    if (v5 === undefined || v6 === undefined) throw new Error('no examples')
    const lines = (read: ReadOutcome) => read.transactions.map(line)
    const [five, six] = [v5, v6].map(({ head, rows }) => lines(readKnown(csv([...head, ...rows]))))
    const both = readKnown(csv([...v5.head, ...v5.rows, ...v6.head.slice(-1), ...v6.rows]))
    const turned = readKnown(csv([...v6.head, ...v6.rows, ...v5.head.slice(-1), ...v5.rows]))
    // A row that both examples have by its id is one.
    expect(new Set(lines(both))).toEqual(new Set([...(five ?? []), ...(six ?? [])]))
    expect(new Set(lines(turned))).toEqual(new Set(lines(both)))
    expect([...both.errors, ...turned.errors]).toEqual([])
  })

  test('of another report, or of none that is known, is an error, and the rows below are not read', () => {
    const trades = 'txid,ordertxid,pair,time,type,ordertype,price,cost,fee,vol,margin,misc,ledgers'
    const other = readKnown(
      text(older, inOlder, trades, 'T1,O1,XXBTZUSD,2020-01-05 10:00:00,buy,limit,1,1,0,1,0,,L1'),
    )
    expect(other.errors).toMatchObject([{ code: 'second_header', row: 2, line: 3 }])
    expect(other.skipped).toEqual([{ rows: [3], reason: 'other_report' }])
    const unknown = readKnown(text(older, inOlder, older.replace('aclass', 'klass,new'), inNewer))
    expect(unknown.errors).toMatchObject([{ code: 'second_header', row: 2, line: 3 }])
    expect(unknown.transactions).toHaveLength(1)
  })
})

describe('what a spreadsheet did to an export', () => {
  const header = 'txid,refid,time,type,subtype,aclass,asset,wallet,amount,fee,balance'
  const deposit = (amount: string, time = '2022-03-03 05:07:33', id = 'L1') =>
    `${header}\n${id},D1,${time},deposit,,currency,XBT,spot,${amount},0,\n`

  test('an apostrophe before a date, an amount or an id is none of it', () => {
    const plain = readKnown(deposit('-1.5'))
    expect(readKnown(deposit("'-1.5", "'2022-03-03 05:07:33"))).toEqual(plain)
    expect(readKnown(deposit('-1.5', undefined, "'5")).transactions).toEqual(
      readKnown(deposit('-1.5', undefined, '5')).transactions,
    )
  })

  test.each(['1.23457E+11', '1E+11', '-1.23457E-07'])('%s was rounded, and is said to be', (amount) => {
    const read = readKnown(deposit(amount))
    expect(read.transactions).toHaveLength(1)
    expect(read.notes).toMatchObject([{ code: 'rounded', row: 1, line: 2, column: 'amount', value: amount }])
    expect(readKnown(deposit('1', undefined, amount)).notes).toMatchObject([
      { code: 'rounded', column: 'txid' },
    ])
  })

  test.each(['1.5e-7', '0.00000012', '1.23E-07'])('%s is exact', (amount) => {
    expect(readKnown(deposit(amount)).notes).toEqual([])
  })

  test.each(['0', '0.00', '-0.0'])('%s where something must have moved is said', (amount) => {
    const left = readKnown(deposit(amount))
    expect(left.skipped).toEqual([{ rows: [1], reason: 'zero_amount' }])
    expect(left.notes).toMatchObject([{ code: 'rounded', row: 1, line: 2, column: 'amount', value: amount }])
    const fill = (size: string) =>
      readKnown(
        `portfolio,trade id,product,side,created at,size,size unit,price,fee,total,price/fee/total unit\ndefault,1,LTC-EUR,BUY,2020-05-18T20:15:25.253Z,${size},LTC,40,0.4,-79.6,EUR\n`,
      ).notes.map(({ code, row }) => [code, row])
    expect(fill(amount)).toEqual([['rounded', 1]])
    expect(fill('2')).toEqual([])
  })

  test('seconds that no time has are lost, and that is said once', () => {
    expect(readKnown(deposit('1', '2022-03-03 05:07')).notes).toMatchObject([
      { code: 'no_seconds', row: 1, column: 'time' },
    ])
    expect(readKnown(deposit('1', '2022-03-03')).notes).toEqual([])
  })
})

describe('an export that holds as many rows as it can', () => {
  const lines = (rows: number) => {
    const row = (n: number) => `L${n},D${n},2022-03-03 05:07:33,deposit,currency,XBT,1,0,`
    return readKnown(
      `txid,refid,time,type,aclass,asset,amount,fee,balance\n${Array.from({ length: rows }, (_, n) => row(n)).join('\n')}\n`,
    ).notes.map(({ code }) => code)
  }

  test('may be cut', () => {
    expect(lines(10_000)).toEqual(['may_be_cut'])
    expect(lines(9999)).toEqual([])
  })

  test('of an explorer at 5,000', () => {
    const { head, rows, options } = example('etherscan-tx')
    const notes = (count: number) => {
      const many = Array.from({ length: count }, (_, n) => (rows[0] ?? []).with(0, `0x${n}`))
      return readKnown(csv([...head, ...many]), options, 'etherscan-tx.csv').notes.map(({ code }) => code)
    }
    expect(notes(5000)).toContain('may_be_cut')
    expect(notes(4999)).not.toContain('may_be_cut')
  })
})

describe('a word that no format knows', () => {
  test.each([
    ['coinbase-v1', 'Transaction Type'],
    ['coinbase-v2', 'Transaction Type'],
    ['coinbase-v3', 'Transaction Type'],
    ['coinbase-v4', 'Transaction Type'],
    ['coinbase-v5', 'Transaction Type'],
    ['coinbase-v6', 'Transaction Type'],
    ['coinbase-transfers-2017', 'Type'],
    ['kraken-ledgers', 'type'],
    ['kraken-trades', 'type'],
    ['binance-statement', 'Operation'],
    ['gemini-xlsx', 'Type'],
    ['coinbasepro-account', 'type'],
    ['coinbasepro-fills', 'side'],
    ['coinbase-prime-orders', 'side'],
    ['coinbase-prime-transactions', 'activity type'],
    ['binance-trades-market', 'Type'],
    ['binance-trades-executed', 'Side'],
    ['binance-p2p', 'Order Type'],
    ['binance-futures', 'type'],
    ['binanceus-v1', 'Category'],
    ['binanceus-v2', 'Category'],
    ['cryptocom-app', 'Transaction Kind'],
    ['cryptocom-exchange-trades', 'Side'],
    ['robinhood-crypto-orders', 'Side'],
    ['robinhood-crypto-transfers', 'transfer_type'],
    ['cashapp', 'Transaction Type'],
    ['kucoin-fills', 'Side'],
    ['kucoin-account-history', 'Type'],
    ['bybit-uta', 'Type'],
    ['bybit-fund', 'Type'],
    ['bybit-spot-orders', 'Direction'],
    ['okx-trading', 'Trade Type'],
    ['okx-funding', 'Type'],
    ['gateio', 'action_desc'],
    ['bitstamp-v1', 'Type'],
    ['bitstamp-v2', 'Subtype'],
    ['bitfinex-ledger', 'DESCRIPTION'],
    ['kraken-futures-log', 'type'],
    ['ftx-trades', 'Side'],
    ['bittrex-orders-2017', 'Type'],
    ['bittrex-orders-2023', 'Transaction'],
    ['bittrex-depwd-2023', 'Type'],
    ['poloniex-trades', 'Type'],
    ['htx-trades-web', 'Side'],
    ['mexc-trades', 'Side'],
    ['hitbtc-trades', 'Side'],
    ['hitbtc-depwd', 'Type'],
    ['bitmex-wallet', 'transactType'],
    ['bitpanda-v1', 'Type'],
    ['bitpanda-v2', 'Transaction Type'],
    ['bitvavo', 'Type'],
    ['cexio', 'Type'],
    ['liquid-trades', 'Type'],
    ['luno', 'Description'],
    ['hyperliquid-trades', 'dir'],
    ['btcmarkets', 'action'],
    ['coinspot', 'Type'],
    ['bitflyer', 'Trade Type'],
    ['lotbook-template', 'Type'],
    ['zenledger-template', 'Type'],
  ])('of %s is flagged and noted, or an error, in every row', (id, column) => {
    const { head, rows, options, name } = example(id)
    const at = head.at(-1)?.indexOf(column) ?? -1
    const whole = readKnown(csv([...head, ...rows]), options, name)
    for (const row of new Set(whole.transactions.flatMap((t) => t.rows))) {
      const odd = rows.map((cells, i) => (i === row - 1 ? cells.with(at, 'Zorbing Payout') : cells))
      const read = readKnown(csv([...head, ...odd]), options, name)
      const said = [...read.notes, ...read.errors].filter(({ code }) => code === 'unmapped_type')
      expect(said).toMatchObject([{ row, line: head.length + row, column }])
      const own = read.transactions.filter((t) => t.rows.includes(row)).flatMap(({ flags }) => flags)
      const isError = read.errors.some((error) => error.row === row)
      if (!isError) expect(own.join(' ').toLowerCase()).toContain('unmapped_type:zorbing payout')
    }
  })
})

describe('a state that no format knows', () => {
  const STATE = /^(?:f_)?(?:final |transact|order )?(?:status|state)$/i
  // What an order was filled with says that it happened.
  const filled = ['binance-orders-nested', 'binance-orders']
  const all = ids.filter(
    (id) =>
      !filled.includes(id) &&
      example(id)
        .head.at(-1)
        ?.some((name) => STATE.test(name.trim())) === true,
  )

  test.each(all)('of %s comes in, flagged and noted', (id) => {
    const { head, rows, options, name } = example(id)
    const at = head.at(-1)?.findIndex((column) => STATE.test(column.trim())) ?? -1
    const whole = readKnown(csv([...head, ...rows]), options, name)
    for (const row of new Set(whole.transactions.map((t) => t.rows[0] ?? 0))) {
      const odd = rows.map((cells, i) => (i === row - 1 ? cells.with(at, 'Zorbed') : cells))
      const read = readKnown(csv([...head, ...odd]), options, name)
      expect(read.skipped.flatMap((skip) => skip.rows).filter((one) => one === row)).toEqual([])
      const flags = read.transactions.filter((t) => t.rows.includes(row)).flatMap((t) => t.flags)
      expect([...flags, ...read.errors.map(({ code }) => code)].join()).toMatch(
        /unknown_status:Zorbed|unmapped/,
      )
    }
  })
})

describe('messages', () => {
  test('no pattern is shown for a column', () => {
    const unknown = readText('Blockno,UnixTimestamp,DateTime,From,To,Amount,ErrCode\n1,1,2024-01-01,a,b,1,\n')
    if (unknown.outcome !== 'unknown') throw new Error(unknown.outcome)
    expect(unknown.message).toContain('Value_IN(…)')
    expect(unknown.message).not.toMatch(/w\+|\[A-Z\]|\(\?|\|/)
  })

  test('a column that was used is not ignored', () => {
    const header = 'txid,refid,time,type,subtype,aclass,subclass,asset,wallet,amount,fee,balance'
    const row = 'L1,D1,2022-03-03 05:07:33,deposit,,currency,crypto,XBT,spot,1,0,,50000,x'
    const read = readKnown(`${header},amountusd,more\n${row}\n`)
    expect(read.transactions).toMatchObject([{ value: { amount: '50000', currency: 'USD' } }])
    expect(read.unknownColumns).toEqual(['more'])
    expect(read.notes.map(({ message }) => message)).toEqual([
      'Columns that are not known were ignored: more',
    ])
  })
})

describe('a row that is dated after the import', () => {
  const DAY_MS = 86_400_000

  test.each(ids)('of %s is an error with its line and column, and no transaction', (id) => {
    const { head, rows, options, name } = example(id)
    const text = csv([...head, ...rows])
    const whole = readKnown(text, options, name)
    const first = Math.min(...whole.transactions.map(({ at }) => at))
    const read = readKnown(text, { ...options, now: first - 3 * DAY_MS }, name)
    expect(read.transactions).toEqual([])
    for (const row of whole.transactions.flatMap((t) => t.rows))
      expect(read.errors).toContainEqual(expect.objectContaining({ row, line: head.length + row }))
    const [error] = read.errors.filter(({ code }) => code === 'in_future')
    expect(head.at(-1)).toContain(error?.column)
    const after = Math.max(...whole.transactions.map(({ at }) => at)) + DAY_MS
    expect(readKnown(text, { ...options, now: after }, name)).toEqual(whole)
  })

  const header = 'txid,refid,time,type,subtype,aclass,asset,wallet,amount,fee,balance'
  const codes = (time: string, now: string) => {
    const text = `${header}\nL1,D1,${time},deposit,,currency,XBT,spot,1,0,\n`
    const { notes, errors } = readKnown(text, { now: Date.parse(now) })
    return [...notes, ...errors].map(({ code, line, column, message }) => [code, line, column, message])
  }

  test.each([
    ['2022-03-03 05:07:33', '2022-03-03T05:07:33Z'],
    ['2022-03-03', '2022-03-03T00:00:00Z'],
  ])('%s is not, at %s', (time, now) => {
    expect(codes(time, now)).toEqual([])
  })

  test.each([
    ['2022-03-03 05:07:33', '2022-03-03T05:07:32Z'],
    ['2022-03-03 05:07:33', '2022-03-02T05:07:33Z'],
    ['2022-03-03', '2022-03-02T23:59:59Z'],
  ])('%s may be of another time zone at %s, and that is said', (time, now) => {
    const message = 'The date is in the future: it may be of another time zone than the file is read in'
    expect(codes(time, now)).toEqual([['in_future', 2, 'time', message]])
  })

  test.each([
    ['2022-03-03 05:07:33', '2022-03-02T05:07:32Z'],
    ['2022-03-03', '2022-03-01T23:59:59Z'],
  ])('%s is an error at %s', (time, now) => {
    const message = 'The date is in the future; one up to the time of the import is expected'
    expect(codes(time, now)).toEqual([['in_future', 2, 'time', message]])
  })
})

describe('a price of a unit that the row states values it', () => {
  const worthIn = (id: string, change = (text: string) => text) => {
    const { head, rows, options, name } = example(id)
    const read = readKnown(change(csv([...head, ...rows])), options, name)
    return read.transactions.map((t) => [line({ ...t, flags: [] }), t.value, statedWorth(t)])
  }
  const dollars = (amount: string) => ({ amount, currency: 'USD' })

  // The examples state no value of these rows (`value_amount: null`), and that stays: the price stands beside it.
  test('the spot price of a movement at Coinbase, where the total is empty', () => {
    expect(worthIn('coinbase-v1')[2]).toEqual(['incoming/received -> 0.5 ETH', null, dollars('110')])
    expect(worthIn('coinbase-v3')[1]).toEqual(['outgoing/sent 0.1 BTC ->', null, dollars('2100')])
    // The total goes before the price, and money has no price.
    expect(worthIn('coinbase-v4')[1]?.slice(1)).toEqual([dollars('48.00'), dollars('48.00')])
    expect(worthIn('coinbase-v5').find(([text]) => text === 'incoming/received -> 500 USD')?.[2]).toBeNull()
  })

  test('the price of the day of an explorer, for the coin and for what it was paid for', () => {
    expect(worthIn('etherscan-tx').map(([text, , worth]) => [text, worth])).toEqual([
      ['outgoing/sent 1 ETH -> fee 0.003 ETH', dollars('2000')],
      ['incoming/received -> 0.5 ETH', dollars('1000')],
      ['outgoing/fee 0.002 ETH ->', dollars('4')],
    ])
    expect(worthIn('etherscan-internal').every(([, value, worth]) => value === null && worth !== null)).toBe(
      true,
    )
    expect(worthIn('etherscan-tx', (text) => text.replaceAll('"2000"', '"N/A"'))[0]?.[2]).toBeNull()
  })

  test('a price that is none is noted, and the amounts count', () => {
    const { head, rows, options } = example('etherscan-tx')
    const odd = csv([...head, ...rows]).replace('"2000"', '"much"')
    const read = readKnown(odd, options, 'etherscan-tx.csv')
    expect(read.notes).toMatchObject([{ code: 'not_counted', row: 1, column: 'Historical $Price/Eth' }])
    expect(read.transactions).toHaveLength(3)
  })
})
