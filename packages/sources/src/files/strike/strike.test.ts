import { describe, expect, test } from 'vitest'
import { linesOf, readRows } from '../testing/read-rows.ts'
import { lines, readKnown } from '../testing/read-text.ts'

const row = (type: string, cells: Record<string, string>) => ({
  Reference: 'r1',
  'Date & Time (UTC)': 'Nov 23 2025 02:03:01',
  'Transaction Type': type,
  ...cells,
})
const amounts = (usd: string, btc: string, fee = '', more: Record<string, string> = {}) => ({
  'Amount USD': usd,
  'Amount BTC': btc,
  'Fee USD': fee,
  ...more,
})
const read = (...rows: ReturnType<typeof row>[]) => linesOf('strike-annual', rows)

describe('the fee of an exchange', () => {
  const price = { 'BTC Price': '50000' }

  test.each([
    // A sale states what was left of it.
    [row('Sale', amounts('98.50', '-0.002', '1.50', price)), 'sell 0.002 BTC -> 100.00 USD fee 1.50 USD'],
    [row('Sale', amounts('98.50', '-0.002', '1.50')), 'sell 0.002 BTC -> 100.00 USD fee 1.50 USD'],
    [row('Sale', amounts('100', '-0.002', '1.50', price)), 'sell 0.002 BTC -> 100 USD fee 1.50 USD'],
    // A purchase states what was paid, with the fee or without.
    [row('Purchase', amounts('-101.50', '0.002', '1.50', price)), 'buy 100 USD -> 0.002 BTC fee 1.50 USD'],
    [row('Purchase', amounts('-100', '0.002', '1.50', price)), 'buy 100 USD -> 0.002 BTC fee 1.50 USD'],
    [
      row('Purchase', amounts('-100', '0.002', '1.50', { 'Cost Basis (USD)': '100' })),
      'buy 98.5 USD -> 0.002 BTC fee 1.50 USD',
    ],
    [row('Purchase', amounts('100', '0.002')), 'buy 100 USD -> 0.002 BTC'],
  ])('%o', (one, expected) => {
    expect(read(one)).toEqual([expected])
  })
})

test.each([
  [
    row('Send', { 'Amount BTC': '-0.003', 'Fee BTC': '0.00001' }),
    'outgoing/sent 0.00299 BTC -> fee 0.00001 BTC',
  ],
  [row('Line of credit draw', amounts('400', '')), 'incoming/loan_received -> 400 USD'],
  [row('Principal payment', amounts('-300', '')), 'outgoing/loan_repayment 300 USD ->'],
  [row('Interest payment', amounts('-9', '')), 'outgoing/interest_paid 9 USD ->'],
  [row('Deposit', amounts('-62', '')), 'outgoing/sent 62 USD -> (fiat)'],
])('amounts are what changed: %o', (one, expected) => {
  expect(read(one)).toEqual([expected])
})

test('a file that writes a minus before what left has none before what came back', () => {
  const sent = row('Send', { 'Amount BTC': '-0.003' })
  const back = row('Send', { 'Amount BTC': '0.003', Reference: 'r2' })

  expect(read(sent, back)).toEqual(['outgoing/sent 0.003 BTC ->', 'incoming/received -> 0.003 BTC'])
  expect(read(back)).toEqual(['outgoing/sent 0.003 BTC ->'])
})

describe('a target order', () => {
  const at = (day: string) => ({ 'Date & Time (UTC)': `Nov ${day} 2025 02:03:01` })
  const placed = row('Sale', { ...amounts('', '-0.004'), ...at('01'), Description: 'Initiated target order' })

  test('counts when it was executed, with both of its rows', () => {
    const executed = row('Sale', {
      ...amounts('480', ''),
      ...at('09'),
      Description: 'Executed target order',
      'BTC Price': '120000',
    })
    const [one, ...others] = readRows('strike-annual', [placed, executed]).transactions

    expect(read(placed, executed)).toEqual(['sell 0.004 BTC -> 480 USD'])
    expect(new Date(one?.at ?? 0).toISOString()).toBe('2025-11-09T02:03:01.000Z')
    expect(others).toEqual([])
  })

  test('that was cancelled, or waits, is skipped', () => {
    const cancelled = row('Sale', {
      ...amounts('', '0.004'),
      ...at('09'),
      Description: 'Cancelled target order',
    })

    expect(read(placed, cancelled)).toEqual(['skip cancelled 1', 'skip cancelled 2'])
    expect(read(placed)).toEqual(['skip order_reservation 1'])
  })
})

test('the statement of an account has the same rows under other names', () => {
  const reading = readKnown(
    [
      'Transaction ID,Time (UTC),Status,Transaction Type,Amount EUR,Fee EUR,Amount BTC,Fee BTC,Description,Exchange Rate,Transaction Hash',
      's1,Dec 07 2024 10:00:00,Completed,Purchase,-50.00,,0.0005,,,100000,',
      's2,Dec 08 2024 10:00:00,Completed,Send,,,-0.0004,0.00001,,,ab12',
      's3,Dec 09 2024 10:00:00,Reversed,Send,,,-0.0004,,,,',
    ].join('\n'),
  )

  expect(reading.formatId).toBe('strike-annual')
  expect(lines(reading)).toEqual([
    'buy 50.00 EUR -> 0.0005 BTC',
    'outgoing/sent 0.00039 BTC -> fee 0.00001 BTC',
  ])
  expect(reading.skipped).toMatchObject([{ reason: 'state_not_completed' }])
})
