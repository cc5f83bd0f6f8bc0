import { expect, test } from 'vitest'
import { exchangeOf, sidesFit, sidesOf } from './sides.ts'
import { problemsOf } from './transaction.ts'
import { everyType } from './transaction-type.ts'

const leg = { asset: 'BTC', amount: '1' }
const SOME = [true, false]

test('what is missing is what a type needs, and what fits lacks nothing', () => {
  for (const { type, subType } of everyType())
    for (const from of SOME)
      for (const to of SOME) {
        const rule = sidesOf(type, subType)
        const missing = problemsOf({
          type,
          subType,
          from: from ? leg : null,
          to: to ? leg : null,
          fee: null,
        }).map(({ field }) => field)
        expect(missing).toEqual([
          ...(rule.from === 'needed' && !from ? ['from'] : []),
          ...(rule.to === 'needed' && !to ? ['to'] : []),
        ])
        const isTooMuch = (rule.from === 'none' && from) || (rule.to === 'none' && to)
        expect(sidesFit(type, subType, { from, to })).toBe(missing.length === 0 && !isTooMuch)
      }
})

test('what is sent has one side, what is received the other, a mint perhaps both, and an exchange both', () => {
  expect(sidesOf('outgoing', 'gift_sent')).toEqual({ from: 'needed', to: 'none' })
  expect(sidesOf('nft', 'send')).toEqual(sidesOf('outgoing', 'sent'))
  expect(sidesOf('nft', 'receive')).toEqual(sidesOf('incoming', 'received'))
  expect(sidesOf('nft', 'nft_mint')).toEqual({ from: 'possible', to: 'needed' })
  expect(sidesOf('swap', null)).toEqual({ from: 'needed', to: 'needed' })
})

test('one thing given for another is a purchase or a sale where one of them is a currency', () => {
  expect([exchangeOf('USD', 'BTC'), exchangeOf('BTC', 'USD')]).toEqual(['buy', 'sell'])
  expect([exchangeOf('BTC', 'ETH'), exchangeOf('EUR', 'USD')]).toEqual(['trade', 'trade'])
})
