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
