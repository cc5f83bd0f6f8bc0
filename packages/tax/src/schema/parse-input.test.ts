import { everyType, sidesOf } from '@lotbook/journal'
import { CalculationInputError } from '@lotbook/rules'
import { unitedStates } from '@lotbook/rules/us'
import { expect, test } from 'vitest'
import { calculate } from '../calculating/calculate.ts'
import { parseCalculationInput, sidesNeeded } from './parse-input.ts'

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
  [{ type: undefined }, 'transactions[1] (t): type: Missing'],
  [
    { type: 'nft', sub_type: 'stolen' },
    'transactions[1] (t): sub_type: "stolen" does not go with nft; known are nft_mint, receive, send',
  ],
  [{ type: 'nft' }, 'transactions[1] (t): sub_type: Missing: nft is one of nft_mint, receive, send'],
  [{ sub_type: 'spot' }, 'transactions[1] (t): sub_type: "spot" does not go with sell, which has none'],
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
  // Each of these would count for nothing, or for something else than it says.
  [{ fee_currency: 'USD' }, 'transactions[1] (t): fee_amount: Missing: there is a fee_currency'],
  [{ fee_currency: 'BNB', fee_amount: '' }, 'transactions[1] (t): fee_amount: Not an amount: ""'],
  [{ to_value: '80000' }, 'transactions[1] (t): to_value: "80000" is not what 90000 USD are worth'],
  [
    { fee_currency: 'BNB', fee_amount: '1', fee_value: '-5' },
    'transactions[1] (t): fee_value: "-5" is of a fee given back, and fee_amount of one that was paid',
  ],
  [
    { fee_currency: 'USD', fee_amount: '5', fee_value: '50' },
    'transactions[1] (t): fee_value: "50" is not what 5 USD are worth',
  ],
  [
    { type: 'transfer', to_account: 'ledger', to_currency: 'BTC', to_amount: '0.9' },
    'transactions[1] (t): to_amount: "0.9" is not the from_amount: what is lost on the way is the fee',
  ],
  [
    { type: 'transfer', to_account: 'ledger', to_currency: 'ETH', to_amount: '1' },
    'transactions[1] (t): to_currency: "ETH" is not the from_currency: another coin is a trade',
  ],
  [{ account: ' ' }, 'transactions[1] (t): account: Missing'],
  [{ from_currency: ' ' }, 'transactions[1] (t): from_currency: Blank'],
  [
    { at: '1970-01-01T00:00:00Z' },
    'transactions[1] (t): at: The date is before 2009, when there was no crypto yet.',
  ],
  [
    {
      type: 'incoming',
      sub_type: 'gift_received',
      to_currency: 'BTC',
      gift: { donor_basis: '1', donor_acquired: '2025-01-02' },
    },
    'transactions[1] (t): gift.donor_acquired: "2025-01-02" is after the day of the gift, 2025-01-01',
  ],
  [{ type: 'swap', to_currency: 'EUR' }, 'transactions[1] (t): to_value: Missing: no side has a value'],
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
  [
    { safe_harbor: { type: 'hope' } },
    'settings.safe_harbor.type: Unknown: "hope"; known are specific, global',
  ],
  [{ safe_harbor: { order: 'fifo', accounts: [] } }, 'settings.safe_harbor.type: Missing'],
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

test('a fee that is carried needs no value where pools are per account, since 2025 whatever was before', () => {
  const carried = { type: 'transfer', to_account: 'ledger', fee_currency: 'BTC', fee_amount: '0.1' }
  const until = { ...carried, to_currency: null, to_amount: null, at: '2024-12-31T23:00:00Z' }
  const universal = { transfer_fee: 'carry', pool_before_2025: 'universal' }
  const missing = 'transactions[1] (t): fee_value: Missing: the fee in BTC has no value'
  expect(complaint(until, { transfer_fee: 'carry' })).toBe('none')
  expect(complaint(until, universal)).toBe(missing)
  expect(complaint({ ...until, at: '2025-01-01T00:00:00Z' }, universal)).toBe('none')
  expect(complaint(until, { ...universal, timezone: 'Asia/Tokyo' })).toBe('none')
})

test.each([
  // A statement that is made twice alike is no contradiction.
  { to_value: '90000.00', fee_currency: 'USD', fee_amount: '5', fee_value: '5.0' },
  { fee_currency: null, fee_amount: null, fee_value: null },
  { fee_currency: '', fee_amount: null },
  { type: 'transfer', to_account: 'ledger', to_currency: 'BTC', to_amount: '1.0' },
  { type: 'transfer', to_account: 'ledger', to_currency: null, to_amount: null },
  // A rename says what its fee is worth on either side, as an exchange does.
  { type: 'swap', to_currency: 'ETH', to_amount: '2', to_value: '9', fee_currency: 'BTC', fee_amount: '0.1' },
  // A fee given back in dollars is worth less than nothing.
  { fee_currency: 'USD', fee_amount: '-5', fee_value: '-5' },
])('%j is taken', (change) => {
  expect(complaint(change)).toBe('none')
})

test.each([
  ['f', 'Not a list'],
  [['f'], 'Not a fee with what it is worth'],
  [[{ fee: 'f' }], 'Missing'],
  [[{ fee: 'f', value: 'x' }], 'Not an amount: "x"'],
  [[{ fee: 'f', value: '-3' }], 'Negative: "-3"'],
  [[{ fee: 'f', value: '3', coin: 'BNB' }], 'Unknown field'],
  [[{ fee: 's', value: '3' }], '"s" is no outgoing fee of this input'],
  [[{ fee: 'nobody', value: '3' }], '"nobody" is no outgoing fee of this input'],
  [[{ fee: 'f', value: '4' }], '"4" is not what "f" is worth'],
  [
    [
      { fee: 'f', value: '3' },
      { fee: 'f', value: '3.0' },
    ],
    '"f" is a fee of something else already',
  ],
  [[{ fee: 'f', value: '3.0' }], 'none'],
  [[{ fee: 'g', value: '2' }], 'none'],
  [[], 'none'],
  [null, 'none'],
] as const)('further fees %j: %s', (further_fees, message) => {
  const fee = { id: 'f', at: sale.at, account: 'ledger', type: 'outgoing', sub_type: 'fee', from_amount: '2' }
  const fees = [
    { ...fee, from_currency: 'BNB', from_value: '3' },
    { ...fee, id: 'g', from_currency: 'USD' },
  ]
  const complaintOf = (change: object) => {
    try {
      parseCalculationInput({ transactions: [{ ...sale, ...change, further_fees }, ...fees] })
    } catch (error) {
      if (error instanceof CalculationInputError) return error.message
      throw error
    }
    return 'none'
  }
  expect(complaintOf({})).toContain(message)
  const isCash = JSON.stringify(further_fees)?.includes('"g"')
  expect(
    complaintOf({ type: 'transfer', to_account: 'ledger', to_currency: null, to_amount: null }),
  ).toContain(isCash ? 'A fee in cash is no cost of a transfer' : message)
})

test('the day of a gift is that of the customer', () => {
  const gift = {
    at: '2025-01-01T03:00:00Z',
    type: 'incoming',
    sub_type: 'gift_received',
    to_currency: 'BTC',
    gift: { donor_basis: '1', donor_acquired: '2025-01-01' },
  }
  expect(complaint(gift)).toBe('none')
  expect(complaint(gift, { timezone: 'America/New_York' })).toContain('the day of the gift, 2024-12-31')
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

test('of every type the engine needs the sides that the journal says it has', () => {
  for (const { type, subType } of everyType()) {
    const { from, to } = sidesOf(type, subType)
    const needed = { needsFrom: from === 'needed', needsTo: to === 'needed' }
    const code = unitedStates.treatmentCode(type, subType)
    expect(code, `a line of treatments.ts for ${type} ${subType}`).toBeDefined()
    expect(sidesNeeded(unitedStates.treatments[code!]!), `${type} ${subType}`).toEqual(needed)
  }
})
