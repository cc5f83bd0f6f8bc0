import { expect, test } from 'vitest'
import { manualEntryInput } from './manual-entry.ts'
import {
  amountTyped,
  customCurrency,
  firstSubType,
  fixedSide,
  isAmountOptional,
  MANUAL_STEP_MINUTES,
  MANUAL_WIRE_NAMES,
  type ManualForm,
  manualInstant,
  manualPayload,
  manualProblems,
  manualSubTypes,
} from './manual-form.ts'

const NOW = Date.UTC(2025, 0, 31, 12, 7)
const form = (of: Partial<ManualForm> = {}): ManualForm => ({
  type: 'buy',
  sub_type: '',
  date: '2024-03-01T12:15',
  exchange: 'Kraken',
  from_currency: 'USD',
  from_amount: '20000',
  to_currency: 'BTC',
  to_amount: '0.5',
  fee_currency: '',
  fee_amount: '',
  us_based: 'true',
  comment: '',
  ...of,
})
const problems = (of: Partial<ManualForm>) => manualProblems(form(of), NOW)

test('R3.32 R3.33 the form has the fields of the specification, and us_based is text', () => {
  expect(Object.keys(form()).toSorted()).toEqual(
    [
      'type',
      'sub_type',
      'date',
      'exchange',
      'from_currency',
      'from_amount',
      'to_currency',
      'to_amount',
      'fee_currency',
      'fee_amount',
      'us_based',
      'comment',
    ].toSorted(),
  )
  expect(Object.keys(MANUAL_WIRE_NAMES).toSorted()).toEqual(Object.keys(form()).toSorted())
  expect([
    form({ us_based: 'false' }).us_based,
    manualEntryInput.shape.us_based.safeParse(false).success,
  ]).toEqual(['false', false])
})

test('nothing is wrong with a form that is filled in', () => {
  expect(problems({})).toEqual({})
})

test('R5.66 to R5.70: what is missing is told, and what a type can do without is not', () => {
  const empty = { date: '', from_currency: '', from_amount: '', to_currency: '', to_amount: '' }
  const all = {
    date: 'Date is required',
    from_currency: 'From currency is required',
    from_amount: 'From amount is required',
    to_currency: 'To currency is required',
    to_amount: 'To amount is required',
  }
  for (const type of ['buy', 'sell', 'trade', 'ico', 'nft', 'swap'] as const)
    expect(problems({ ...empty, type })).toEqual(all)
  const { from_amount: _, ...incoming } = all
  expect(problems({ ...empty, type: 'incoming' })).toEqual(incoming)
  const { to_amount: __, ...outgoing } = all
  expect(problems({ ...empty, type: 'outgoing' })).toEqual(outgoing)
  expect([isAmountOptional('incoming', 'from'), isAmountOptional('incoming', 'to')]).toEqual([true, false])
})

test('amounts are numbers from 0 on, with any number of decimals', () => {
  expect(problems({ to_amount: '0.000000000000000001', from_amount: '0' })).toEqual({})
  expect(problems({ to_amount: '-1' })).toEqual({
    to_amount: 'To amount: -1 is negative; a number such as 12.5 is expected.',
  })
  expect(problems({ to_amount: '1e3' })).toEqual({
    to_amount: 'To amount: a number such as 12.5 is expected.',
  })
  for (const type of ['buy', 'sell', 'trade', 'incoming', 'outgoing', 'ico', 'nft', 'swap'] as const)
    expect(problems({ type, from_amount: '0', to_amount: '0' }), type).toEqual({})
  expect(problems({ fee_amount: '1' })).toEqual({ fee_currency: 'Fee currency is required' })
})

test.each([
  ['12.5', '12.5'],
  [' 3 ', '3'],
  ['.5', '0.5'],
  ['7.', '7'],
  ['0.00000000000000000001', '0.00000000000000000001'],
  ['1,000.50', '1000.50'],
  ['12,345,678', '12345678'],
  ['$500', '500'],
  ['$ 1,250.75', '1250.75'],
  ['$', ''],
  ['1,00', ''],
  ['0,500', ''],
  ['1000,500', ''],
  ['-1', ''],
  ['twelve', ''],
  ['1,5', ''],
  ['1e3', ''],
  ['.', ''],
])('R5.74 what is no amount clears the field: %s', (typed, kept) => {
  expect(amountTyped(typed)).toBe(kept)
})

test('R5.75 the date cannot be in the future', () => {
  expect(problems({ date: '2025-01-31T12:00' })).toEqual({})
  expect(problems({ date: '2025-01-31T12:15' })).toEqual({
    date: 'Date: the date is in the future; a day up to today is expected.',
  })
  expect(problems({ date: '2008-01-31T12:15' }).date).toMatch(/before 2009/)
  expect(problems({ date: '2024-02-30T12:15' }).date).toMatch(/there is no such date/)
})

test('R5.76 the date is taken as UTC', () => {
  expect(manualInstant('2024-03-01T12:15')).toBe(Date.UTC(2024, 2, 1, 12, 15))
  expect(manualInstant('2024-03-01T12:15:30.5Z')).toBe(Date.UTC(2024, 2, 1, 12, 15, 30, 500))
  expect(manualInstant('2024-03-01')).toBeUndefined()
})

test('R9.15 steps of 15 minutes', () => {
  expect(MANUAL_STEP_MINUTES).toBe(15)
})

test('R4.57 R4.58 R4.59 R4.61 the side that is the own currency', () => {
  expect((['buy', 'sell', 'incoming', 'outgoing'] as const).map(fixedSide)).toEqual([
    'from',
    'to',
    'from',
    'to',
  ])
  expect((['trade', 'ico', 'nft', 'swap'] as const).map(fixedSide)).toEqual(Array(4).fill(undefined))
})

test('R4.60 R4.62 R5.83 the first sub type', () => {
  expect(firstSubType('incoming')).toBe('received')
  expect(firstSubType('nft')).toBe('send')
  expect(firstSubType('buy')).toBe('')
  expect(manualSubTypes('nft')).toEqual(['send', 'receive', 'nft_mint'])
})

test('R3.34 R3.35 R3.36 R3.37 R3.39 what is sent of the form', () => {
  expect(
    manualPayload(form({ fee_amount: '3', fee_currency: 'USD', comment: ' first ', us_based: 'false' })),
  ).toEqual({
    type: 'buy',
    to_currency_coin: 'BTC',
    to_currency_quantity: '0.5',
    from_currency_coin: 'USD',
    from_currency_quantity: '20000',
    fee_amount: '3',
    fee_currency_code: 'USD',
    transaction_at: '2024-03-01T12:15:00.000Z',
    us_based: 'false',
    exchange_or_wallet: 'Kraken',
    comment: 'first',
  })
})

test('R3.38 R3.40 the type on the wire', () => {
  const wire = (type: ManualForm['type'], sub_type: string) => {
    const { type: told, transaction_type } = manualPayload(form({ type, sub_type }))
    return [told, transaction_type]
  }
  expect(wire('incoming', 'airdrop')).toEqual(['airdrop', undefined])
  expect(wire('swap', '')).toEqual(['swap', undefined])
  expect(wire('nft', 'receive')).toEqual(['nft', 'receive'])
})

test('R5.84 R5.85 a currency of the own is offered from three characters on, where none is called exactly that', () => {
  const found = [{ code: 'BTC', name: 'Bitcoin' }]
  expect(customCurrency('BTCX', found)).toEqual({
    value: 'btcx',
    label: 'BTCX',
    active: true,
    currency_id: 'BTCX',
  })
  expect(customCurrency('bt', [])).toBeUndefined()
  expect(customCurrency(' b ', [])).toBeUndefined()
  expect(customCurrency('btc', found)).toBeUndefined()
  expect(customCurrency('bitcoin', found)).toBeUndefined()
  expect(customCurrency('bitcoi', found)).toBeDefined()
})
