import { describe, expect, test } from 'vitest'
import { contentOf } from './fingerprint.ts'
import { bySourceOrder, type OrderKey } from './source-order.ts'
import { problemsOf } from './transaction.ts'
import { typeLabel } from './transaction-type.ts'

const btc = (amount: string) => ({ asset: 'BTC', amount })
const usd = (amount: string) => ({ asset: 'USD', amount })

describe('what makes a transaction valid', () => {
  test('a buy has both sides', () => {
    expect(problemsOf({ type: 'buy', subType: null, from: usd('1'), to: btc('1'), fee: null })).toEqual([])
    expect(problemsOf({ type: 'buy', subType: null, from: null, to: btc('1'), fee: null })).toEqual([
      { field: 'from', message: 'What left is missing' },
    ])
  })

  test('an NFT that was sent left, one that was received or minted arrived', () => {
    const of = (subType: 'send' | 'receive' | 'nft_mint', side: 'from' | 'to') =>
      problemsOf({ type: 'nft', subType, from: null, to: null, fee: null, [side]: btc('1') })
    for (const subType of ['receive', 'nft_mint'] as const) {
      expect(of(subType, 'to')).toEqual([])
      expect(of(subType, 'from')).toEqual([{ field: 'to', message: 'What arrived is missing' }])
    }
    expect(of('send', 'from')).toEqual([])
    expect(of('send', 'to')).toEqual([{ field: 'from', message: 'What left is missing' }])
  })

  test('a sub type goes with its type only', () => {
    const mined = { subType: 'mined', from: null, to: btc('1'), fee: null } as const
    expect(problemsOf({ type: 'incoming', ...mined })).toEqual([])
    expect(problemsOf({ type: 'outgoing', ...mined })[0]?.field).toBe('sub_type')
  })

  test('amounts are amounts, and only a fee may be negative', () => {
    const at = { type: 'sell', subType: null } as const
    expect(problemsOf({ ...at, from: btc('abc'), to: usd('1'), fee: null })[0]).toEqual({
      field: 'from_amount',
      message: 'Not an amount: abc',
    })
    expect(problemsOf({ ...at, from: btc('1'), to: usd('-1'), fee: null })[0]?.message).toBe('Negative: -1')
    expect(problemsOf({ ...at, from: btc('1'), to: usd('1'), fee: usd('-0.1') })).toEqual([])
  })
})

test('a sub type that has no label is called what it is, whatever it is', () => {
  expect(typeLabel('incoming', 'of_later')).toBe('of_later')
  expect(typeLabel('incoming', '__proto__')).toBe('__proto__')
})

test('R5.80 swap is labelled Rebrand', () => {
  expect(typeLabel('swap', null)).toBe('Rebrand')
  expect(typeLabel('incoming', 'staking_reward')).toBe('Staking reward')
})

describe('recognised by content', () => {
  const t = { at: Date.UTC(2024, 0, 1, 0, 0, 0, 400), from: usd('10.00'), to: btc('0.10'), fee: null }

  test('another spelling of the same event has the same content', () => {
    expect(contentOf(t)).toBe(contentOf({ ...t, at: t.at + 500, from: usd('10'), to: btc('0.1') }))
  })
})

test('source order brings in first and takes out last, and never ties', () => {
  const key = (type: OrderKey['type'], fingerprint: string): OrderKey => ({
    at: 0,
    type,
    accountKey: 'kraken',
    sequence: null,
    fingerprint,
  })
  const sorted = [key('sell', 'a'), key('trade', 'b'), key('buy', 'd'), key('buy', 'c')].toSorted(
    bySourceOrder,
  )
  expect(sorted.map((k) => k.fingerprint)).toEqual(['c', 'd', 'b', 'a'])
})
