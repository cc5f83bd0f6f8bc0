import { readFile } from '@lotbook/sources'
import { expect, test } from 'vitest'
import { type EventReport, eventReport, storedEventReport } from './stored-event-rows.ts'

const HEADER =
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid,Value Amount,Value Currency,Comment,Account,Asset IN Id,Asset Out Id,Group Id'
const FILE = [
  HEADER,
  '2024-01-01T00:00:00Z,received,1,ETH,,,,,,,,,,,,,,',
  '2024-01-02T00:00:00Z,trade,1,ETH,2,USDX,0.1,BNB,Kraken,yes,0xab,10,USD,why,cold,,eip155:1/erc20:0x01,g1',
  '2024-01-03T00:00:00Z,unheard_of,1,ETH,,,,,,,,,,,,,,',
].join('\n')

test('what is stored of a reading is the reading again, without what it leaves empty', () => {
  const read = readFile({ name: 'history.csv', bytes: Buffer.from(FILE) })
  if (read.outcome !== 'read') throw new Error(read.outcome)
  const reads = read.transactions.map((row) => {
    const { records, ...kept } = row
    expect(records).not.toEqual([])
    return kept
  })
  expect(reads.length).toBeGreaterThanOrEqual(3)
  const report: EventReport = { family: read.family, reads }
  const stored = storedEventReport(report)
  // As the database gives it back.
  expect(eventReport(JSON.parse(JSON.stringify(stored)) as typeof stored)).toEqual(report)
  expect(Object.keys(stored.reads[0] ?? {}).toSorted()).toEqual([
    'at',
    'exchange',
    'rows',
    'subType',
    'to',
    'type',
  ])
  // Stored before empty values were left out.
  expect(eventReport(report)).toEqual(report)
})

test('prices of a unit are stored where a reading has them', () => {
  const file = `Timestamp,Transaction Type,Asset,Quantity Transacted,Spot Price Currency,Spot Price at Transaction,Subtotal,Total (inclusive of fees),Fees,Notes
2021-06-01T00:00:01Z,Send,BTC,1,USD,2500.00,,,,
2021-06-01T00:00:02Z,Send,USD,1,USD,1.00,,,,
`
  const read = readFile({ name: 'history.csv', bytes: Buffer.from(file) })
  if (read.outcome !== 'read') throw new Error(read.outcome)
  const stored = storedEventReport({ family: read.family, reads: read.transactions })
  expect(stored.reads.map(({ unitPrices }) => unitPrices)).toEqual([
    { BTC: { amount: '2500.00', currency: 'USD' } },
    undefined,
  ])
})
