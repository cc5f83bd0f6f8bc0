import { describe, expect, test } from 'vitest'
import { linesOf } from '../testing/read-rows.ts'
import { readText } from '../testing/read-text.ts'

const row = (dir: string, fee: string, closedPnl: string, time = '25/09/2025 - 13:33:06') => ({
  time,
  coin: 'BTC',
  dir,
  px: '100000',
  sz: '0.1',
  ntl: '10000',
  fee,
  closedPnl,
})

describe('positions', () => {
  test.each([
    [[row('Open Long', '1', '0')], ['outgoing/margin_fee 1 USDC ->']],
    [[row('Open Short', '-0.1', '0')], ['incoming/rebate -> 0.1 USDC']],
    [[row('Close Long', '1', '50')], ['incoming/margin_gain -> 50 USDC fee 1 USDC']],
    [[row('Close Short', '1', '-50')], ['outgoing/margin_loss 50 USDC -> fee 1 USDC']],
    [[row('Close Long', '1', '0')], ['outgoing/margin_fee 1 USDC ->']],
    [
      [row('Long > Short', '1', '5')],
      ['incoming/received -> 5 USDC fee 1 USDC (unmapped_type:Long > Short)'],
    ],
    [
      [row('Open Long', '1', '-1'), row('Close Long', '1', '49')],
      ['outgoing/margin_fee 1 USDC ->', 'incoming/margin_gain -> 50 USDC fee 1 USDC'],
    ],
  ])('%o', (rows, expected) => {
    expect(linesOf('hyperliquid-trades', rows)).toEqual(expected)
  })
})

test('a date that can be read in two ways is asked', () => {
  const text = 'time,coin,dir,px,sz,ntl,fee,closedPnl\n05/09/2025 - 13:33:06,HYPE/USDC,Buy,42,20,840,0.01,0\n'
  expect(readText(text)).toMatchObject({ outcome: 'ask', question: 'date_order' })
})

const spot = (cells: Record<string, string>) => ({
  ...{ time: '25/09/2025 - 13:33:06', coin: 'HYPE/USDC', px: '50', sz: '20', ntl: '1000' },
  ...cells,
})

test.each([
  // 0.02 HYPE are worth a dollar.
  [{ dir: 'Buy', fee: '0.02', closedPnl: '-1.0' }, 'trade 1000 USDC -> 20 HYPE fee 0.02 HYPE'],
  [{ dir: 'Buy', fee: '1.0', closedPnl: '-1.0' }, 'trade 1000 USDC -> 20 HYPE fee 1.0 USDC'],
  [{ dir: 'Sell', fee: '1.0', closedPnl: '12' }, 'trade 20 HYPE -> 1000 USDC fee 1.0 USDC'],
  [{ dir: 'Sell', fee: '1.0', closedPnl: '12', coin: '@107' }, 'trade 20 HYPE -> 1000 USDC fee 1.0 USDC'],
  // The number of a pair that is not known names no coin.
  [{ dir: 'Sell', fee: '1.0', closedPnl: '12', coin: '@9107' }, 'error unknown_pair 1'],
])('a trade of coins: %o', (cells, expected) => {
  expect(linesOf('hyperliquid-trades', [spot(cells)])).toEqual([expected])
})

test('an opening can leave its profit empty', () => {
  expect(linesOf('hyperliquid-trades', [row('Open Long', '1', '')])).toEqual([
    'outgoing/margin_fee 1 USDC ->',
  ])
})

test('fills say what their fee was paid in, and are in UTC', () => {
  const cells = {
    dir: 'Buy',
    fee: '0.02',
    feeToken: 'HYPE',
    closedPnl: '0',
    time: '2025-09-25 13:33:06.148000',
  }
  expect(linesOf('hyperliquid-fills', [spot(cells)])).toEqual(['trade 1000 USDC -> 20 HYPE fee 0.02 HYPE'])
})

test('funding is paid or received', () => {
  const funding = (payment: string) => ({
    ...{ time: '20/05/2025 - 02:00:00', coin: 'BTC', sz: '0.5', side: 'Short', rate: '0.0000125', payment },
  })
  expect(linesOf('hyperliquid-funding', [funding('1.25'), funding('-0.75')])).toEqual([
    'incoming/margin_gain -> 1.25 USDC',
    'outgoing/margin_fee 0.75 USDC ->',
  ])
})
