import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { allSources } from '@lotbook/sources'
import { describe, expect, test } from 'vitest'
import { runAddress } from './address.ts'
import { runImport } from './import.ts'
import { runSources } from './sources.ts'
import { terminal } from './testing/run-command.ts'

const fixtures = join(import.meta.dirname, '../../../packages/sources/fixtures/formats')

const KRAKEN =
  'txid,refid,time,type,subtype,aclass,asset,wallet,amount,fee,balance\n' +
  'L1,R1,2023-01-01 00:00:00,deposit,,currency,ZUSD,spot,10.50,0,\n'

describe('import', () => {
  const ids = readdirSync(fixtures)
    .filter((name) => name.endsWith('.csv'))
    .map((name) => name.slice(0, -4))

  test.each(ids)('%s as JSON is its documented shape, on one line', async (id) => {
    const {
      context: expectedContext,
      file_name_hint: hint,
      note: _,
      ...expected
    } = JSON.parse(readFileSync(join(fixtures, `${id}.expected.json`), 'utf8')) as Record<string, unknown>
    // The name tells reports apart whose columns are the same.
    const name = typeof hint === 'string' ? hint : `${id}.csv`
    const { io, printed } = terminal({ [`in/${name}`]: readFileSync(join(fixtures, `${id}.csv`), 'utf8') })
    expect(await runImport([`in/${name}`, '--json'], io)).toBe(0)
    expect(printed.out.trimEnd().split('\n')).toHaveLength(1)
    const { notes, errors, context, file_name_hint, ...shape } = JSON.parse(printed.out) as Record<
      string,
      unknown
    >
    expect(shape).toEqual({ ...expected, file: name })
    expect(file_name_hint).toBeNull()
    // An example may leave open whose export it is, and the reader find it out.
    if (expectedContext !== null) expect(context).toEqual(expectedContext)
    expect([Array.isArray(notes), errors]).toEqual([true, []])
  })

  test('a file of a shared format reads a file that no other format reads', async () => {
    const shared = {
      version: 1,
      name: 'My bank',
      header: ['When', 'What', 'How much', 'Coin'],
      kind: 'moved',
      columns: { date: 0, type: 1, amount: 2, asset: 3 },
      assets: {},
      time_zone: 'UTC',
      date_order: null,
      has_fee_inside: false,
      words: { Got: 'received' },
    }
    const files = {
      'a.csv': 'When,What,How much,Coin\n2024-03-01 10:00:00,Got,5,ETH\n2024-03-02 10:00:00,Got,x,ETH\n',
      'mine.lotbook-format.json': JSON.stringify(shared),
      'bad.json': JSON.stringify({ ...shared, columns: { date: 0, amount: 9 } }),
      'none.json': '{"version":2}',
    }
    const { io, printed } = terminal(files)
    expect(await runImport(['a.csv', '--format', 'mine.lotbook-format.json'], io)).toBe(1)
    expect(printed.out).toContain('a.csv: My bank, 2 rows, 1 transaction')
    expect(printed.err).toContain('a.csv, line 3, column How much: ')
    for (const [name, why] of [
      ['bad.json', 'A column is chosen that the file does not have.'],
      ['none.json', 'This is no shared format of Lotbook.'],
    ] as const) {
      const { io: other, printed: said } = terminal(files)
      expect(await runImport(['a.csv', '--format', name], other)).toBe(1)
      expect(said.err).toBe(`${name}: ${why}\n`)
    }
  })

  test('for people: a line per transaction, what was skipped, and why', async () => {
    const { io, printed } = terminal({
      'a.csv': `${KRAKEN},R2,2023-01-01 00:00:00,deposit,,currency,ZUSD,spot,1,0,\n`,
    })
    expect(await runImport(['a.csv'], io)).toBe(0)
    expect(printed.out).toBe(
      'a.csv: Kraken ledgers, 2 rows, 1 transaction\n' +
        '  Jan 01, 2023 00:00:00  Received    10.50 USD    fiat\n' +
        '  skipped, line 3: pending_duplicate_empty_txid\n',
    )
  })

  test('the own address goes by the name of its question too', async () => {
    const page =
      'Transaction Hash,Status,Method,Blockno,DateTime (UTC),From,From_Nametag,To,To_Nametag,Amount,Value (USD),Txn Fee\n' +
      '0xab,Success,Transfer,7,2025-01-14 22:13:20,0xaa,,0xbb,,0.5 ETH,$1.00,0.001\n'
    const { io, printed } = terminal({ 'a.csv': page })
    expect(await runImport(['a.csv', '--own-address', '0xAA', '--chain', 'ethereum'], io)).toBe(0)
    expect(printed.out).toContain('Sent  0.5 ETH')
  })

  test('what cannot be read is said with file, line and column, and the rest goes in', async () => {
    const { io, printed } = terminal({
      'a.csv': KRAKEN.replace('10.50', 'abc') + KRAKEN.split('\n')[1]?.replace('L1', 'L2'),
    })
    expect(await runImport(['a.csv', '--json'], io)).toBe(1)
    expect(printed.err).toBe('a.csv, line 2, column amount: Not an amount: abc\n')
    expect((JSON.parse(printed.out) as { transactions: unknown[] }).transactions).toHaveLength(1)
  })

  test('a file longer than an upload may be is read', async () => {
    const { io, printed } = terminal({ 'long.csv': `${KRAKEN}${`${' '.repeat(999)}\n`.repeat(11_000)}` })
    expect(await runImport(['long.csv'], io)).toBe(0)
    expect(printed.out).toContain('long.csv: Kraken ledgers, 1 row, 1 transaction')
  })

  test('a file that is none, or not there, does not keep the others from being read', async () => {
    const { io, printed } = terminal({ 'x.csv': 'When,What\n1,2\n', 'a.csv': KRAKEN })
    expect(await runImport(['x.csv', 'missing.csv', 'a.csv'], io)).toBe(1)
    expect(printed.err).toContain('x.csv, line 1: No known layout.')
    expect(printed.err).toContain('missing.csv: no such file')
    expect(printed.out).toContain('a.csv: Kraken ledgers')
  })

  test('E3 what a file leaves open is answered by an option, and assumed only where that is said', async () => {
    const binance =
      'User ID,Time,Account,Operation,Coin,Change,Remark\n1,2024-01-02 10:00:00,Spot,Deposit,ADA,5,\n'
    const dates = KRAKEN.replace('2023-01-01', '3/4/2023')
    const coins =
      'Transaction Hash,Blockno,UnixTimestamp,DateTime (UTC),From,To,ContractAddress,Value_IN(ETH),Value_OUT(ETH),CurrentValue @ $3000/Eth,TxnFee(ETH),TxnFee(USD),Historical $Price/Eth,Status,ErrCode,Method\n' +
      '0xe1,1,1700000000,2023-11-14 22:13:20,0xdex,0xme,,0.5,0,0,0,0,2000,,,Transfer\n'
    const { io, printed } = terminal({ 'b.csv': binance, 'd.csv': dates, 'c.csv': coins })
    expect(await runImport(['b.csv'], io)).toBe(0)
    expect(printed.err).toBe('b.csv: times taken as UTC; name another zone with --time-zone\n')
    expect(printed.out).toContain('Jan 02, 2024 10:00:00')
    expect(await runImport(['b.csv', '--time-zone', 'Asia/Tokyo'], io)).toBe(0)
    expect(printed.out).toContain('Jan 02, 2024 01:00:00')

    expect(await runImport(['d.csv', 'c.csv'], io)).toBe(1)
    expect(printed.err).toContain('Which comes first? Answer with --date-order day-first|month-first.')
    expect(printed.err).toContain('c.csv: taken as the history on Ethereum; name another chain with --chain')
    expect(printed.out).toContain('0.5 ETH')
    expect(await runImport(['d.csv', 'c.csv', '--date-order', 'day-first', '--chain', 'base'], io)).toBe(0)
    expect(printed.out).toContain('Apr 03, 2023 00:00:00')
    for (const wrong of [
      ['--chain', 'atlantis'],
      ['--time-zone', 'Mars/One'],
      ['--date-order', 'up'],
      ['--format', 'x'],
    ])
      expect(await runImport(['d.csv', ...wrong], io)).toBe(2)
  })

  test('whose history one file of an explorer is, another may tell', async () => {
    const coins =
      'Transaction Hash,Blockno,UnixTimestamp,DateTime (UTC),From,To,ContractAddress,Value_IN(BNB),Value_OUT(BNB),CurrentValue @ $300/BNB,TxnFee(BNB),TxnFee(USD),Historical $Price/BNB,Status,ErrCode,Method\n' +
      '0xe1,1,1700000000,2023-11-14 22:13:20,0xme,0xdex,,0,0.5,0,0,0,300,,,Transfer\n'
    const tokens =
      'Transaction Hash,Blockno,UnixTimestamp,DateTime (UTC),From,To,TokenValue,USDValueDayOfTx,ContractAddress,TokenName,TokenSymbol\n' +
      '0xe2,2,1700000001,2023-11-14 22:13:21,0xme,0xdex,7,,0xcake,Cake,CAKE\n'
    const { io, printed } = terminal({ 't.csv': tokens, 'c.csv': coins })
    expect(await runImport(['t.csv', 'c.csv'], io)).toBe(0)
    expect(printed.err).toBe(
      't.csv: taken as the history of 0xme; name another with --address\n' +
        't.csv: taken as the history on BNB Smart Chain; name another chain with --chain\n',
    )
    expect(printed.out).toMatch(/Sent +7 CAKE/)
  })

  test('misuse says how to use it', async () => {
    for (const args of [[], ['--json'], ['a.csv', '--nonsense']]) {
      const { io, printed } = terminal()
      expect(await runImport(args, io)).toBe(2)
      expect(printed.err).toContain('Usage: lotbook import FILE...')
    }
  })
})

describe('address', () => {
  test('says every coin that a text fits, one line of JSON each', async () => {
    const { io, printed } = terminal()
    expect(await runAddress(['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', '--json'], io)).toBe(0)
    expect(JSON.parse(printed.out)).toMatchObject({
      outcome: 'address',
      fits: [{ format: 'BTC' }, { format: 'BCH' }],
    })
  })

  test('says why none fits, and never prints a secret', async () => {
    const { io, printed } = terminal()
    const seed = 'spuJVjDQRwWQvfePwKYCxaGZdMQeH'
    expect(await runAddress(['0x123', seed], io)).toBe(1)
    expect(printed.err).toContain('0x123: An address that begins with 0x has 40 digits')
    expect(printed.err).toContain('text 2: This is a secret seed')
    expect(printed.out + printed.err).not.toContain(seed)
    expect(await runAddress([], io)).toBe(2)
  })
})

test('sources lists the catalogue', async () => {
  const { io, printed } = terminal()
  expect(await runSources([], io)).toBe(0)
  expect(printed.out.split('\n')[0]).toMatch(/^coinbase +Coinbase, exchange: oauth, api, csv$/)
  const json = terminal()
  expect(await runSources(['--json'], json.io)).toBe(0)
  expect((JSON.parse(json.printed.out) as unknown[]).length).toBe(allSources().length)
  expect(await runSources(['extra'], io)).toBe(2)
})
