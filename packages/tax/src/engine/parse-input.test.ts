import { expect, test } from 'vitest'
import { calculate } from './calculate.ts'
import { CalculationInputError } from './input-problem.ts'
import { parseCalculationInput } from './parse-input.ts'

const sale = {
  id: 's',
  at: '2025-01-01T12:00:00Z',
  type: 'sell',
  account: 'kraken',
  from_currency: 'BTC',
  from_amount: '1',
  to_currency: 'USD',
  to_amount: '90000',
}

/** The message for a history of one transaction, changed in some fields, after a good one. */
function complaint(change: object, settings: object = {}): string {
  const input = { settings, transactions: [sale, { ...sale, id: 't', ...change }] }
  try {
    parseCalculationInput(input)
  } catch (error) {
    if (error instanceof CalculationInputError) return error.message
    throw error
  }
  return 'none'
}

test.each([
  [{ from_amount: '1e999' }, 'transactions[1] (t): from_amount: Not an amount: "1e999"'],
  [{ from_amount: 'abc' }, 'transactions[1] (t): from_amount: Not an amount: "abc"'],
  [{ from_amount: '1,000' }, 'transactions[1] (t): from_amount: Not an amount: "1,000"'],
  [{ from_amount: 1 }, 'transactions[1] (t): from_amount: Not a decimal string: 1'],
  [{ from_amount: '-1' }, 'transactions[1] (t): from_amount: Negative: "-1"'],
  [{ from_amount: null }, 'transactions[1] (t): from_amount: Missing'],
  [
    { to_amount: '9'.repeat(31) },
    'transactions[1] (t): to_amount: Not an amount: "9999999999999999999999999999999"',
  ],
  [
    { at: '2025-02-30T12:00:00Z' },
    'transactions[1] (t): at: Not an instant (ISO 8601, UTC): "2025-02-30T12:00:00Z"',
  ],
  [{ at: '2025-02-01' }, 'transactions[1] (t): at: Not an instant (ISO 8601, UTC): "2025-02-01"'],
  [{ at: undefined }, 'transactions[1] (t): at: Missing'],
  [{ id: 's' }, 'transactions[1] (s): id: Twice: also transactions[0]'],
  [{ id: undefined }, 'transactions[1]: id: Missing'],
  [{ account: '' }, 'transactions[1] (t): account: Missing'],
  [{ type: 'gamble' }, 'transactions[1] (t): type: Unknown type: "gamble"'],
  [
    { type: 'incoming', sub_type: 'stolen' },
    'transactions[1] (t): sub_type: "stolen" does not go with incoming',
  ],
  [{ type: 'outgoing' }, 'transactions[1] (t): sub_type: null does not go with outgoing'],
  [{ reported: 'all' }, 'transactions[1] (t): reported: Unknown: "all"; known are none, proceeds, basis'],
  [
    { fee_currency: 'BNB', fee_amount: '1' },
    'transactions[1] (t): fee_value: Missing: the fee in BNB has no value',
  ],
  [{ fee_amount: '1' }, 'transactions[1] (t): fee_currency: Missing: there is a fee_amount'],
  [{ to_currency: 'EUR' }, 'transactions[1] (t): to_value: Missing: no side has a value'],
  [{ type: 'trade', to_currency: 'ETH' }, 'transactions[1] (t): to_value: Missing: no side has a value'],
  [
    { type: 'outgoing', sub_type: 'purchase' },
    'transactions[1] (t): from_value: Missing: what left has no value',
  ],
  [{ type: 'transfer' }, 'transactions[1] (t): to_account: Missing'],
  [{ lots: [{ lot: 's' }] }, 'transactions[1] (t): lots[0].quantity: Missing'],
  [
    { type: 'incoming', sub_type: 'gift_received', gift: { donor_basis: '1', donor_acquired: '2023-02-29' } },
    'transactions[1] (t): gift.donor_acquired: Not a day (YYYY-MM-DD): "2023-02-29"',
  ],
  [{ fee_ammount: '1' }, 'transactions[1] (t): fee_ammount: Unknown field'],
  [{ lots: [{ lot: 's', quantity: '1', units: '1' }] }, 'transactions[1] (t): lots[0].units: Unknown field'],
  [{ gift: { donorBasis: '1' } }, 'transactions[1] (t): gift.donorBasis: Unknown field'],
  [
    {
      type: 'nft',
      sub_type: 'nft_mint',
      from_amount: null,
      to_currency: 'APE#1',
      to_amount: '1',
      to_value: '9',
    },
    'transactions[1] (t): from_amount: Missing: there is a from_currency',
  ],
])('%j is refused with transaction and field', (change, message) => {
  expect(complaint(change)).toBe(message)
})

test.each([
  [{ method: 'best' }, 'settings.method: Unknown: "best"; known are fifo, lifo, hifo, lofo, spec'],
  [{ timezone: 'Mars/Olympus' }, 'settings.timezone: Unknown time zone: "Mars/Olympus"'],
  [{ jurisdiction: 'DE' }, 'settings.jurisdiction: Unknown: "DE"; known are US'],
  [
    { method_overrides: [{ method: 'x' }] },
    'settings.method_overrides[0].method: Unknown: "x"; known are fifo, lifo, hifo, lofo, spec',
  ],
  [
    { method_overrides: [{ method: 'fifo', from: '2025-13-01' }] },
    'settings.method_overrides[0].from: Not a day (YYYY-MM-DD): "2025-13-01"',
  ],
  [{ safe_harbor: { type: 'hope' } }, 'settings.safe_harbor.type: Unknown: "hope"'],
  [{ method_overrides: [{ method: null }] }, 'settings.method_overrides[0].method: Missing'],
  [{ safe_harbor: { type: 'global', order: null, accounts: [] } }, 'settings.safe_harbor.order: Missing'],
  [{ time_zone: 'Asia/Tokyo' }, 'settings.time_zone: Unknown field'],
  [
    { method_overrides: [{ method: 'fifo', since: '2025-01-01' }] },
    'settings.method_overrides[0].since: Unknown field',
  ],
  [
    { safe_harbor: { type: 'global', order: 'fifo', accounts: [], rule: 'x' } },
    'settings.safe_harbor.rule: Unknown field',
  ],
  [
    {
      safe_harbor: { type: 'specific', allocations: [{ lot: 's', asset: 'BTC', account: 'a', units: '1' }] },
    },
    'settings.safe_harbor.allocations[0].units: Unknown field\nsettings.safe_harbor.allocations[0].quantity: Missing',
  ],
  [
    { tokens: [{ kind: 'wrapped', asset: 'WETH', of: 'ETH', chain: 'base' }] },
    'settings.tokens[0].chain: Unknown field',
  ],
])('settings %j are refused', (settings, message) => {
  expect(complaint({}, settings)).toBe(message)
})

test('what is no input at all is said so', () => {
  expect(() => parseCalculationInput(null)).toThrow('input: Not an object')
  expect(() => parseCalculationInput({ settings: {} })).toThrow('transactions: Not a list')
  expect(() => parseCalculationInput({ setings: {}, transactions: [] })).toThrow('setings: Unknown field')
  expect(() => parseCalculationInput({ settings: {}, transactions: [7] })).toThrow(
    'transactions[0]: transaction: Not an object',
  )
})

test('calculate refuses what the parser refuses, and takes text in any form that is an amount', () => {
  const odd = { ...sale, from_amount: '1.50e0', to_amount: '+90000.0' }
  expect(() => calculate({ settings: {}, transactions: [{ ...sale, from_amount: 'x' }] })).toThrow(
    'from_amount',
  )
  expect(calculate({ settings: {}, transactions: [odd] }).disposals[0]).toMatchObject({
    quantity: '1.5',
    proceeds: '90000',
  })
})

test('R-INC-2 an airdrop without a price is income of 0, other income without one is refused', () => {
  const income = {
    type: 'incoming',
    from_currency: null,
    from_amount: null,
    to_currency: 'ARB',
    to_amount: '5',
  }
  expect(complaint({ ...income, sub_type: 'airdrop' })).toBe('none')
  expect(complaint({ ...income, sub_type: 'staking_reward' })).toContain('to_value: Missing')
})

test('an input without settings is one with none of them', () => {
  expect(parseCalculationInput({ transactions: [] })).toEqual({ settings: {}, transactions: [] })
})
