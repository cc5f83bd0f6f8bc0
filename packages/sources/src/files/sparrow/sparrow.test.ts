import { expect, test } from 'vitest'
import { lines, readKnown } from '../testing/read-text.ts'

const read = (header: string, ...rows: string[]) => readKnown([header, ...rows].join('\n') + '\n')

test('the header says the unit of amounts', () => {
  const ofUnit = (unit: string) => `Date (UTC),Label,Value (${unit}),Balance (${unit}),Fee (${unit}),Txid`

  expect(
    lines(read(ofUnit('sats'), '2025-01-02 03:04:05,,-40300,1,300,ab', '2025-01-02 04:04:05,,25,26,,ac')),
  ).toEqual(['outgoing/sent 0.0004 BTC -> fee 0.000003 BTC', 'incoming/received -> 0.00000025 BTC'])
  // One whole bitcoin is no satoshi, even in a file without any point.
  expect(lines(read(ofUnit('BTC'), '2025-01-02 03:04:05,,1,1,,ab'))).toEqual(['incoming/received -> 1 BTC'])
})

test('a currency stands beside the unit', () => {
  const { transactions } = read(
    'Date (UTC),Label,Value (sats),Balance (sats),Fee (sats),Value (USD),Txid',
    '2025-01-02 03:04:05,,2500,2500,,2.40,ab',
  )
  expect(transactions[0]).toMatchObject({ value: { amount: '2.40', currency: 'USD' } })
})

test('old files have local times, and the oldest no fee', () => {
  const reading = read('Date,Label,Value,Balance,Txid', '2021-01-02 03:04,,-0.00300100,0,ab')

  expect(reading.formatId).toBe('sparrow-transactions-2023')
  expect(lines(reading)).toEqual(['outgoing/sent 0.00300100 BTC -> (tz_assumed_utc)'])
})
