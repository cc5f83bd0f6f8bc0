import { formatDecimal, minus, parseDecimal, plus, zero, type Decimal } from '@lotbook/money'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ReadOutcome } from './reader/file-reading.ts'
import { recordFingerprint, transactionFingerprint } from '../reading/fingerprints.ts'
import { readFile } from './read-file.ts'
import { exampleFiles } from './testing/example-files.ts'
import { fuzzRuns } from './testing/fuzz-runs.ts'
import { readKnown } from './testing/read-text.ts'

function names(reading: ReadOutcome) {
  const { family } = reading
  return {
    records: reading.transactions
      .flatMap((t) => t.records.map((r) => recordFingerprint('me', family, r)))
      .toSorted(),
    transactions: reading.transactions.map((t) => transactionFingerprint('me', family, t)).toSorted(),
  }
}

describe('the reader answers for anything', () => {
  test('bytes changed, cut out and put in: never a throw, no row lost', () => {
    const edit = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      drop: fc.integer({ min: 0, max: 30 }),
      put: fc.oneof(
        fc.uint8Array({ maxLength: 12 }).map((bytes) => Buffer.from(bytes)),
        fc
          .constantFrom('"', '""', ',', '\n', '\r\n', ';', '=', '-', '1e999', '\u0000', 'é', '9'.repeat(50))
          .map((s) => Buffer.from(s)),
      ),
    })
    fc.assert(
      fc.property(fc.nat(exampleFiles.length - 1), fc.array(edit, { maxLength: 6 }), (index, edits) => {
        const { name = '', options, bytes: whole = Buffer.alloc(0) } = exampleFiles[index] ?? {}
        let bytes = whole
        for (const { at, drop, put } of edits) {
          const start = Math.floor(at * bytes.length)
          bytes = Buffer.concat([bytes.subarray(0, start), put, bytes.subarray(start + drop)])
        }
        const reading = readFile({ name, bytes }, { ...options, chain: 'ethereum' })
        if (reading.outcome === 'read') expect(silentRows(reading)).toEqual([])
      }),
      fuzzRuns(500, 20_261_121),
    )
  })

  test('cells dropped, doubled and shifted, rows cut, headers repeated: never a throw, no row lost', () => {
    const damage = fc.record({
      kind: fc.constantFrom('drop', 'double', 'shift', 'cut', 'header', 'trim'),
      row: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
      cell: fc.nat(40),
    })
    fc.assert(
      fc.property(
        fc.nat(exampleFiles.length - 1),
        fc.array(damage, { minLength: 1, maxLength: 4 }),
        (i, all) => {
          const { name, options, bytes } = exampleFiles[i]!
          const reading = readFile(
            { name, bytes: Buffer.from(damaged(bytes.toString('utf8'), all)) },
            { ...options, chain: 'ethereum' },
          )
          if (reading.outcome === 'read') expect(silentRows(reading)).toEqual([])
        },
      ),
      fuzzRuns(600, 20_261_127),
    )
  })

  test('columns in another order are the same history, or refused with the layout they look like', () => {
    for (const { id, name, bytes, options, expected } of exampleFiles) {
      const told = { ...options, chain: 'ethereum' }
      const reading = readFile({ name, bytes }, told) as ReadOutcome
      const text = bytes.toString('utf8')
      // A preamble, a footer and rows of other lengths stand in columns of their own.
      if (expected.header_row !== 1 || text.includes('"') || new Set(lengthsOf(text)).size > 1) continue
      const again = readFile({ name, bytes: Buffer.from(turnedColumns(text)) }, told)
      if (again.outcome !== 'read') expect(`${id}: ${again.outcome}`).toMatch(/: (unknown|ask)$/)
      // A row that its program wrote shifted by a column cannot be put right in another order, and is an error.
      else if (again.errors.length === 0) expect(names(again), id).toEqual(names(reading))
    }
  })

  test('every row of every example is a transaction, skipped or an error', () => {
    for (const { name, bytes, options } of exampleFiles) {
      const reading = readFile({ name, bytes }, { ...options, chain: 'ethereum' })
      expect(reading.outcome === 'read' && silentRows(reading)).toEqual([])
    }
  })
})

function silentRows(reading: ReadOutcome): number[] {
  const seen = new Set([
    ...reading.transactions.flatMap(({ rows }) => rows),
    ...reading.skipped.flatMap(({ rows }) => rows),
    ...reading.errors.map(({ row }) => row),
  ])
  return Array.from({ length: reading.dataRows }, (_, i) => i + 1).filter((row) => !seen.has(row))
}

interface Damage {
  readonly kind: string
  /** Where among the lines, from 0 to below 1. */
  readonly row: number
  readonly cell: number
}

/** A file as a careless hand leaves it. Cells are told apart by the comma, which is what most examples are written with. */
function damaged(text: string, all: readonly Damage[]): string {
  const lines = text.trimEnd().split('\n')
  const header = lines[0] ?? ''
  for (const { kind, row, cell } of all) {
    const at = Math.floor(row * lines.length)
    const cells = (lines[at] ?? '').split(',')
    const i = cell % cells.length
    if (kind === 'drop') cells.splice(i, 1)
    else if (kind === 'double') cells.splice(i, 0, cells[i] ?? '')
    else if (kind === 'shift') cells.unshift('')
    else if (kind === 'trim') cells.length = i
    const line = cells.join(',')
    if (kind === 'header') lines.splice(at, 0, header)
    else lines[at] = kind === 'cut' ? line.slice(0, cell) : line
  }
  return lines.join('\n')
}

const lengthsOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => line.split(',').length)

/** The same table with its columns from right to left. */
const turnedColumns = (text: string) =>
  text
    .trimEnd()
    .split(/\r?\n/)
    .map((line) => line.split(',').toReversed().join(','))
    .join('\n')

const amount = fc
  .tuple(fc.integer({ min: 1, max: 99_999 }), fc.integer({ min: 0, max: 4 }))
  .map(([units, places]) => formatDecimal({ units: BigInt(units), scale: places }))
const when = fc
  .integer({ min: 0, max: 86_399 })
  .map((s) => new Date(Date.UTC(2023, 0, 1) + s * 1000).toISOString().slice(0, 19).replace('T', ' '))

const move = fc.record({
  id: fc.nat(1_000_000),
  time: when,
  asset: fc.constantFrom('ZUSD', 'XXBT', 'XETH'),
  amount,
  fee: amount,
  isOut: fc.boolean(),
})
const trade = fc.record({
  id: fc.nat(1_000_000),
  time: when,
  gave: amount,
  got: amount,
  fees: fc.tuple(amount, amount),
  isBuy: fc.boolean(),
})

interface LedgerLine {
  txid: string
  refid: string
  time: string
  type: string
  asset: string
  amount: string
  fee: string
}

/** A history of Kraken as rows of a ledger; ids are unique. */
const history = fc
  .tuple(
    fc.uniqueArray(move, { selector: ({ id }) => id, maxLength: 8 }),
    fc.uniqueArray(trade, { selector: ({ id }) => id, maxLength: 8 }),
  )
  .map(([moves, trades]) => [
    ...moves.map(({ id, time, asset, amount, fee, isOut }): LedgerLine[] => [
      {
        txid: `M${id}`,
        refid: `RM${id}`,
        time,
        type: isOut ? 'withdrawal' : 'deposit',
        asset,
        amount: (isOut ? '-' : '') + amount,
        fee,
      },
    ]),
    ...trades.map(({ id, time, gave, got, fees, isBuy }): LedgerLine[] => [
      {
        txid: `A${id}`,
        refid: `RT${id}`,
        time,
        type: 'trade',
        asset: isBuy ? 'ZUSD' : 'XXBT',
        amount: `-${gave}`,
        fee: fees[0],
      },
      {
        txid: `B${id}`,
        refid: `RT${id}`,
        time,
        type: 'trade',
        asset: isBuy ? 'XXBT' : 'ZUSD',
        amount: got,
        fee: fees[1],
      },
    ]),
  ])

const COLUMNS = [
  'txid',
  'refid',
  'time',
  'type',
  'subtype',
  'aclass',
  'asset',
  'wallet',
  'amount',
  'fee',
  'balance',
]
const OLD = ['txid', 'refid', 'time', 'type', 'aclass', 'asset', 'amount', 'fee', 'balance']

function csv(lines: readonly LedgerLine[], columns = COLUMNS): string {
  const rows = lines.map((line) =>
    columns
      .map((name) => ({ subtype: '', aclass: 'currency', wallet: 'spot', balance: '', ...line })[name] ?? '')
      .join(','),
  )
  return `${[columns.join(','), ...rows].join('\n')}\n`
}

describe('recognised again', () => {
  test('the order of rows and the generation of the report change no name', () => {
    fc.assert(
      fc.property(history, fc.integer(), (groups, seed) => {
        const lines = groups.flat()
        const turned = lines
          .toSorted((a, b) => ((a.txid.length * 31 + seed) % 7) - ((b.txid.length * 31 + seed) % 7))
          .toReversed()
        const first = names(readKnown(csv(lines)))
        expect(names(readKnown(csv(turned)))).toEqual(first)
        expect(names(readKnown(csv(lines, OLD)))).toEqual(first)
      }),
      { numRuns: 200, seed: 1 },
    )
  })

  test('every example turned upside down has the same names, and the same rows are in it', () => {
    // Rows of an order stand below it.
    for (const { id, name, bytes, options } of exampleFiles.filter(
      ({ id }) => id !== 'binance-orders-nested',
    )) {
      const told = { ...options, chain: 'ethereum' }
      const reading = readFile({ name, bytes }, told) as ReadOutcome
      const all = bytes.toString('utf8').trimEnd().split('\n')
      const turned = [...all.slice(0, reading.headerRow), ...all.slice(reading.headerRow).toReversed()].join(
        '\n',
      )
      const again = readKnown(turned, told, name)
      expect(names(again), id).toEqual(names(reading))
      expect(again.transactions.length).toBe(reading.transactions.length)
    }
  })

  test('a longer export has every name of the shorter one', () => {
    fc.assert(
      fc.property(history, fc.nat(16), (groups, kept) => {
        const part = names(readKnown(csv(groups.slice(0, kept).flat())))
        const whole = names(readKnown(csv(groups.flat())))
        for (const name of part.transactions) expect(whole.transactions).toContain(name)
        expect(new Set(whole.records).size).toBe(groups.flat().length)
      }),
      { numRuns: 200, seed: 2 },
    )
  })

  test('identical rows without an id stay as many as they are', () => {
    const header = 'UTC_Time,Account,Operation,Coin,Change,Remark'
    const row = '2023-01-02 00:00:00,Spot,Savings Interest,ADA,0.1,'
    const two = names(readKnown([header, row, row].join('\n')))
    const three = names(readKnown([header, row, row, row].join('\n')))
    expect(new Set(two.transactions).size).toBe(2)
    expect(three.transactions).toEqual(expect.arrayContaining(two.transactions))
    expect(new Set(three.transactions).size).toBe(3)
  })

  test('amounts keep their name however many zeros they are written with', () => {
    const header = 'UTC_Time,Account,Operation,Coin,Change,Remark\n2023-01-02 00:00:00,Spot,Deposit,ADA,'
    expect(names(readKnown(`${header}0.10,\n`))).toEqual(names(readKnown(`${header}1E-1,\n`)))
  })
})

test('balances follow from transactions as they do from the ledger: + arrived, - left, - fee', () => {
  fc.assert(
    fc.property(history, (groups) => {
      const reading = readKnown(csv(groups.flat()))
      expect(reading.errors).toEqual([])
      const codes: Record<string, string> = { ZUSD: 'USD', XXBT: 'BTC', XETH: 'ETH' }
      const stated = new Map<string, Decimal>()
      for (const { asset, amount, fee } of groups.flat()) {
        add(stated, codes[asset] ?? asset, amount)
        add(stated, codes[asset] ?? asset, `-${fee}`)
      }
      expect(texts(balancesOf(reading))).toEqual(texts(stated))
    }),
    { numRuns: 300, seed: 3 },
  )
})

function balancesOf({ transactions }: ReadOutcome): Map<string, Decimal> {
  const balances = new Map<string, Decimal>()
  for (const { from, to, fee } of transactions) {
    if (to !== null) add(balances, to.asset, to.amount)
    if (from !== null) add(balances, from.asset, `-${from.amount}`)
    if (fee !== null)
      balances.set(fee.asset, minus(balances.get(fee.asset) ?? zero, parseDecimal(fee.amount) ?? zero))
  }
  return balances
}

function add(balances: Map<string, Decimal>, asset: string, text: string) {
  balances.set(asset, plus(balances.get(asset) ?? zero, parseDecimal(text) ?? zero))
}

const texts = (balances: Map<string, Decimal>) =>
  Object.fromEntries(
    [...balances]
      .filter(([, value]) => value.units !== 0n)
      .map(([asset, value]) => [asset, formatDecimal(value)]),
  )
