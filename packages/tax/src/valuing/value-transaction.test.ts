import { everyType, sidesOf } from '@lotbook/journal'
import { jurisdictionOf } from '@lotbook/rules'
import { describe, expect, test } from 'vitest'
import type { PriceOf } from './price-found.ts'
import { type Sides, valueTransaction } from './value-transaction.ts'

const leg = (text: string | undefined) => {
  if (text === undefined) return null
  const [amount = '', asset = ''] = text.split(' ')
  return { amount, asset }
}
function sides(
  type: string,
  subType: string | null,
  legs: {
    from?: string
    to?: string
    fee?: string
    stated?: string
    transfer?: { hasGap: boolean; isWorthTold: boolean }
    donorBasis?: string
    isLockupDisposal?: boolean
    isDeclaredTrade?: boolean
  },
): Sides {
  return {
    type,
    subType,
    from: leg(legs.from),
    to: leg(legs.to),
    fee: leg(legs.fee),
    stated: legs.stated === undefined ? null : { amount: legs.stated, origin: 'record', priceId: null },
    transfer: legs.transfer ?? null,
    donorBasis: legs.donorBasis ?? null,
    isLockupDisposal: legs.isLockupDisposal ?? false,
    isDeclaredTrade: legs.isDeclaredTrade ?? false,
  }
}
const nothing: PriceOf = () => undefined
const prices =
  (known: Record<string, string>): PriceOf =>
  (asset) => {
    const price = known[asset]
    return price === undefined ? undefined : { price, origin: 'price', priceId: `p-${asset}` }
  }
const brief = (t: Sides, priceOf: PriceOf) => {
  const { valuations, missing } = valueTransaction(t, 'USD', priceOf)
  return [
    ...valuations.map((v) => `${v.side} ${v.value} ${v.origin}`),
    ...missing.map((m) => `missing ${m.side}`),
  ]
}

describe('who says what it is worth, in order', () => {
  test('what the record states stands above prices', () => {
    const reward = sides('incoming', 'staking_reward', { to: '2 ETH', stated: '6000' })
    expect(brief(reward, prices({ ETH: '2900' }))).toEqual(['to 6000 record'])
  })

  test('cash is worth its face and speaks for the other side', () => {
    expect(brief(sides('buy', null, { from: '100 USD', to: '0.5 ETH' }), prices({ ETH: '1' }))).toEqual([
      'to 100 other_side',
    ])
  })

  test('a trade goes by what was received, and by what was given where that has no price', () => {
    const trade = sides('trade', null, { from: '1 BTC', to: '20 ETH' })
    expect(brief(trade, prices({ BTC: '60000', ETH: '3010' }))).toEqual([
      'to 60200 price',
      'from 60000 price',
    ])
    expect(brief(trade, prices({ BTC: '60000' }))).toEqual(['from 60000 price', 'to 60000 other_side'])
  })

  test('price times quantity is fixed at twelve decimals, half to even', () => {
    const reward = sides('incoming', 'mined', { to: '0.0000000000005 XYZ' })
    expect(brief(reward, prices({ XYZ: '1' }))).toEqual(['to 0 price'])
    expect(brief(sides('incoming', 'mined', { to: '0.0000000000015 XYZ' }), prices({ XYZ: '1' }))).toEqual([
      'to 0.000000000002 price',
    ])
  })
})

describe('fees', () => {
  test('a fee in the coin sold goes by the unit value of the sale', () => {
    const sale = sides('sell', null, { from: '2 ETH', to: '6000 USD', fee: '0.01 ETH' })
    expect(brief(sale, nothing)).toEqual(['from 6000 other_side', 'fee 30 other_side'])
  })

  test('a fee in a third coin needs a price', () => {
    const sale = sides('sell', null, { from: '2 ETH', to: '6000 USD', fee: '0.01 BNB' })
    expect(brief(sale, nothing)).toEqual(['from 6000 other_side', 'missing fee'])
    expect(brief(sale, prices({ BNB: '600' }))).toEqual(['from 6000 other_side', 'fee 6 price'])
  })

  test('of a self-transfer only the fee and the loss on the way need a value', () => {
    const fee = sides('outgoing', 'sent', {
      from: '1 BTC',
      fee: '0.0001 BTC',
      transfer: { hasGap: false, isWorthTold: false },
    })
    expect(brief(fee, nothing)).toEqual(['missing fee'])
    expect(brief(fee, prices({ BTC: '60000' }))).toEqual(['from 60000 price', 'fee 6 other_side'])
    const gap = sides('outgoing', 'sent', { from: '1 BTC', transfer: { hasGap: true, isWorthTold: false } })
    expect(brief(gap, nothing)).toEqual(['missing from'])
    const none = sides('outgoing', 'sent', { from: '1 BTC', transfer: { hasGap: false, isWorthTold: false } })
    expect(brief(none, nothing)).toEqual([])
  })

  test('what the other side of a self-transfer says of its coin is said of what it cost in that coin', () => {
    const transfer = { hasGap: true, isWorthTold: true }
    const same = sides('outgoing', 'sent', { from: '1 BTC', fee: '0.0001 BTC', transfer })
    expect(brief(same, nothing)).toEqual([])
    const other = sides('outgoing', 'sent', { from: '1 BTC', fee: '0.01 ETH', transfer })
    expect(brief(other, nothing)).toEqual(['missing fee'])
  })
})

describe('what no one knows is missing, never zero', () => {
  test.each([
    [sides('incoming', 'airdrop', { to: '5 NEW' }), ['missing to']],
    [sides('outgoing', 'purchase', { from: '5 NEW' }), ['missing from']],
    [sides('sell', null, { from: '1 BTC', to: '100 EUR' }), ['missing to']],
    [sides('incoming', 'received', { to: '5 NEW' }), []],
    [sides('outgoing', 'sent', { from: '5 NEW' }), []],
    [sides('outgoing', 'lost', { from: '5 NEW' }), []],
    // A gift may have been worth less than the donor paid, unless that was nothing or nobody knows it.
    [sides('incoming', 'gift_received', { to: '5 NEW', donorBasis: '100' }), ['missing to']],
    [sides('incoming', 'gift_received', { to: '5 NEW', donorBasis: '100', stated: '0' }), ['to 0 record']],
    [sides('incoming', 'gift_received', { to: '5 NEW', donorBasis: '0' }), []],
    [sides('incoming', 'gift_received', { to: '5 NEW' }), []],
    // Locked up and given back are disposals only where that is chosen.
    [sides('outgoing', 'staking_lockup', { from: '5 NEW' }), []],
    [sides('incoming', 'staking_return', { to: '5 NEW' }), []],
    [sides('outgoing', 'staking_lockup', { from: '5 NEW', isLockupDisposal: true }), ['missing from']],
    [sides('incoming', 'staking_return', { to: '5 NEW', isLockupDisposal: true }), ['missing to']],
    [sides('incoming', 'received', { to: '5 NEW', isLockupDisposal: true }), []],
    [sides('swap', null, { from: '5 NEW', to: '4 NEWER' }), []],
    [sides('swap', null, { from: '5 NEW', to: '4 NEWER', isDeclaredTrade: true }), ['missing to']],
    // A loan is a lot at its value, or a debt of it.
    [sides('incoming', 'loan_received', { to: '5 NEW' }), ['missing to']],
    [sides('outgoing', 'loan_repayment', { from: '5 NEW' }), ['missing from']],
    [sides('swap', null, { from: '5 OLD', to: '5 NEW' }), []],
    [sides('swap', null, { from: '5 OLD', to: '100 EUR' }), ['missing to']],
    [sides('swap', null, { from: '100 EUR', to: '5 NEW' }), ['missing from']],
    [sides('swap', null, { from: '5 OLD', to: '100 USD' }), ['from 100 other_side']],
  ])('%j', (t, expected) => {
    expect(brief(t, nothing)).toEqual(expected)
  })
})

describe('a unit whose issuer fixed its price', () => {
  const trade = sides('buy', null, { from: '500 USD', to: '0.005 BTC', fee: '130 KFEE' })

  test('is worth that in a fee and where it comes in, unless a price says otherwise', () => {
    expect(brief(trade, nothing)).toEqual(['to 500 other_side', 'fee 1.3 record'])
    expect(brief(sides('incoming', 'misc_reward', { to: '100 KFEE' }), nothing)).toEqual(['to 1 record'])
    expect(brief(trade, prices({ KFEE: '0.02' }))).toEqual(['to 500 other_side', 'fee 2.6 price'])
  })

  test('counts in another currency by its rate, and is missing without one', () => {
    const inEuros = (priceOf: PriceOf) => valueTransaction(trade, 'EUR', priceOf)
    expect(inEuros(prices({ USD: '0.9', BTC: '90000' })).valuations).toContainEqual({
      ...{ side: 'fee', value: '1.17', origin: 'record', priceId: 'p-USD' },
    })
    expect(inEuros(nothing).missing).toContainEqual({ side: 'fee', asset: 'KFEE' })
  })
})

test('a side whose value the rule of a type needs is missing a price, whatever the type', () => {
  const { treatments } = jurisdictionOf({})
  for (const { type, subType } of everyType()) {
    const found = treatments.find((one) => one.type === type && one.subType === subType)
    const { from, to } = sidesOf(type, subType)
    const legs = {
      ...(from === 'none' ? {} : { from: '1 BTC' }),
      ...(to === 'none' ? {} : { to: '1 ETH' }),
    }
    const outcome = brief(sides(type, subType, legs), nothing)
    if (found?.value === 'needs-sent') expect(outcome, subType ?? type).toContain('missing from')
    if (found?.value === 'needs-received') expect(outcome, subType ?? type).toContain('missing to')
    if (found?.value === 'needs-either') expect(outcome, subType ?? type).toHaveLength(1)
  }
})
