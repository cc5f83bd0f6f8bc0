import { expect, test } from 'vitest'
import { linesOf } from '../testing/read-rows.ts'
import { readKnown } from '../testing/read-text.ts'

test.each([
  ['Time(UTC+8)', '2025-02-03T12:00:00.000Z'],
  ['Time(America/Sao_Paulo)', '2025-02-03T23:00:00.000Z'],
])('the zone of %s', (time, expected) => {
  const text = `UID,Order No.,${time},Pair,Type,Price,Amount,Order Value,Fee,Fee Coin,Order Type\n1,8,2025-02-03 20:00:00,SOL/USDT,Buy,150,2,300,-0.002,SOL,Market\n`
  expect(new Date(readKnown(text).transactions[0]?.at ?? 0).toISOString()).toBe(expected)
})

test.each([
  ['Withdraw', '-5', 'outgoing/sent 5 SOL ->'],
  ['P2P Buy', '5', 'incoming/received -> 5 SOL (ungrouped)'],
  ['Spot Account -> Fund Account', '5', 'skip internal_transfer 1'],
  ['Lucky Draw', '5', 'incoming/received -> 5 SOL (unmapped_type:Lucky Draw)'],
])('fund account: %s of %s', (type, amount, expected) => {
  const row = { type, amount, asset_name: 'SOL', 'Time(America/Sao_Paulo)': '2025-02-03 08:00:00' }
  expect(linesOf('bingx-funds', [row])).toEqual([expected])
})
