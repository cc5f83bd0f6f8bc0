import { expect, test } from 'vitest'
import { entrySentence } from './entry-sentence.ts'
import {
  canBeOpeningLot,
  type EntryValues,
  fieldOfWire,
  firstValues,
  formOfValues,
  optionOf,
  optionOfCode,
  timeOn,
  timesOf,
  withType,
} from './entry-values.ts'

const BTC = optionOfCode('BTC')
const USD = optionOfCode('USD')
const values = (of: Partial<EntryValues> = {}): EntryValues => ({
  ...firstValues('USD'),
  day: '2024-03-01',
  from_amount: '20000',
  to: BTC,
  to_amount: '0.5',
  ...of,
})
const said = (of: Partial<EntryValues>) => entrySentence(values(of), 'en-US')

test('R4.57 R4.58 R4.59 R4.60 R4.61 R4.62 a type fixes its own currency and begins with its first sub type', () => {
  const bought = values()
  expect(bought.from).toEqual(USD)
  expect(withType(bought, 'sell', 'USD')).toMatchObject({
    from: BTC,
    from_amount: '0.5',
    to: USD,
    to_amount: '20000',
    sub_type: '',
  })
  expect(withType(bought, 'incoming', 'EUR')).toMatchObject({
    from: optionOfCode('EUR'),
    to: BTC,
    sub_type: 'received',
  })
  expect(withType(bought, 'outgoing', 'USD')).toMatchObject({ from: BTC, to: USD, sub_type: 'sent' })
  expect(withType(bought, 'nft', 'USD')).toMatchObject({ from: null, to: BTC, sub_type: 'send' })
  expect(withType(withType(bought, 'trade', 'USD'), 'buy', 'USD')).toMatchObject({ from: USD, to: BTC })
})

test('R3.30 a currency option is the ticker in small letters, a label, and active', () => {
  const result = { currency_id: 'BTC', code: 'BTC', name: 'Bitcoin', rank: 1, price: null, icon_url: null }
  expect(optionOf(result)).toEqual({ value: 'btc', label: 'BTC · Bitcoin', active: true, currency_id: 'BTC' })
})

test('times of a quarter of an hour; of today those that have been', () => {
  const now = new Date('2024-03-01T12:07:00Z')
  expect(timesOf('2024-02-29', now)).toHaveLength(96)
  expect(timesOf('2024-03-01', now).at(-1)).toBe('12:00')
  expect(timeOn('2024-03-01', '18:00', now)).toBe('12:00')
  expect(timeOn('2024-02-29', '18:00', now)).toBe('18:00')
})

test('the form of the specification is made of what was filled in', () => {
  expect(formOfValues(values({ time: '03:15', exchange: 'Kraken' }))).toEqual({
    type: 'buy',
    sub_type: '',
    date: '2024-03-01T03:15',
    exchange: 'Kraken',
    from_currency: 'USD',
    from_amount: '20000',
    to_currency: 'BTC',
    to_amount: '0.5',
    fee_currency: '',
    fee_amount: '',
    us_based: 'true',
    comment: '',
  })
  expect(formOfValues(values({ day: '' })).date).toBe('')
  expect([fieldOfWire('to_currency_coin'), fieldOfWire('nothing')]).toEqual(['to_currency', undefined])
})

test('the sentence says what would be recorded, with every digit', () => {
  expect(said({})).toBe('bought 0.5 BTC for $20,000.00 on Mar 01, 2024, 12:00 UTC.')
  expect(said({ exchange: 'Kraken', fee: USD, fee_amount: '1.505' })).toBe(
    'bought 0.5 BTC for $20,000.00 on Mar 01, 2024, 12:00 UTC at Kraken, with a fee of $1.505.',
  )
  expect(said({ to_amount: '0.000000000000000001' })).toMatch(/^bought 0.000000000000000001 BTC/)
  const incoming = { type: 'incoming', sub_type: 'staking_reward' } as const
  expect(said(incoming)).toMatch(/^received 0.5 BTC \(Staking reward\), worth \$20,000.00, on/)
  expect(said({ ...incoming, from_amount: '' })).toMatch(/^received 0.5 BTC \(Staking reward\) on/)
  const nft = optionOfCode('APE7')
  const given = { type: 'nft', sub_type: 'send', from: nft, from_amount: '1' } as const
  expect(said({ ...given, to_amount: '0' })).toMatch(/^sent 1 APE7 on/)
  expect(said(given)).toMatch(/^gave 1 APE7 for 0.5 BTC on/)
  expect(said({ type: 'swap', from: nft, from_amount: '10' })).toMatch(
    /^exchanged 10 APE7 for 0.5 BTC in a rebrand on/,
  )
})

test('there is no sentence while something is missing', () => {
  for (const missing of [{ day: '' }, { to: null }, { from_amount: '' }, { to_amount: 'x' }])
    expect(said(missing)).toBeUndefined()
})

test('what was received can be a lot that was there already', () => {
  expect(canBeOpeningLot({ type: 'incoming', sub_type: 'received' })).toBe(true)
  expect(canBeOpeningLot({ type: 'incoming', sub_type: 'airdrop' })).toBe(false)
  const lot = { type: 'incoming', sub_type: 'received', is_opening_lot: true } as const
  expect(said(lot)).toMatch(/^acquired 0.5 BTC, which cost \$20,000.00, on/)
})

test('an amount with more digits than are kept is in no sentence yet', () => {
  for (const amount of ['1'.repeat(60), `0.${'1'.repeat(60)}`]) {
    expect(said({ from_amount: amount })).toBeUndefined()
    expect(said({ to_amount: amount })).toBeUndefined()
    expect(said({ fee: BTC, fee_amount: amount })).toBe(said({}))
  }
})
