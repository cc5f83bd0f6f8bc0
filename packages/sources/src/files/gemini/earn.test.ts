import { expect, test } from 'vitest'
import { lines, readKnown } from '../testing/read-text.ts'

const HEADER =
  'Date,Time (UTC),Type,Symbol,APY,Amount BTC,Price USD,Amount USD,Amount GUSD,Price USD,Amount USD'
const row = (type: string, symbol: string, btc: string, gusd = '') =>
  `2022-03-04,21:00:00.000,${type},${symbol},1.01,${btc},$40000.00,$12.00,${gusd},,`
const read = (...rows: string[]) => readKnown(`${HEADER}\n${rows.join('\n')}\n`)

test('interest is income, and lent on at once', () => {
  expect(lines(read(row('Interest Credit', 'BTC', '0.0003 BTC')))).toEqual([
    'incoming/interest_received -> 0.0003 BTC',
    'outgoing/staking_lockup 0.0003 BTC ->',
  ])
  expect(lines(read(row('Interest Credit', 'GUSD', '', '2.5 GUSD')))).toEqual([
    'incoming/interest_received -> 2.5 GUSD',
    'outgoing/staking_lockup 2.5 GUSD ->',
  ])
})

test('what was lent and came back stands in the history, and totals repeat', () => {
  const { transactions, skipped } = read(
    row('Deposit', 'BTC', '0.5 BTC'),
    row('Redeem', 'BTC', '(0.5 BTC)'),
    row('Monthly Interest Summary', 'BTC', '0.01'),
    ',,,,,0.01,,,,,',
  )
  expect(transactions).toEqual([])
  expect(skipped.map(({ reason }) => reason)).toEqual([
    'covered_by_other_file',
    'covered_by_other_file',
    'summary',
    'footer',
  ])
})

test('a debit by the administration has no stated meaning', () => {
  expect(lines(read(row('Administrative Debit', 'BTC', '-0.5')))).toEqual([
    'outgoing/sent 0.5 BTC -> (unmapped_type:Administrative Debit)',
  ])
})
