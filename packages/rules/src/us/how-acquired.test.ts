import { expect, test } from 'vitest'
import { howAcquiredBy } from './how-acquired.ts'

test('the transaction of a lot says how it was acquired; what merely arrived is not known', () => {
  expect(
    [
      ['buy', null],
      ['trade', null],
      ['ico', null],
      ['nft', 'nft_mint'],
      ['incoming', 'gift_received'],
      ['incoming', 'staking_reward'],
      ['incoming', 'mined'],
      ['incoming', 'rebate'],
      ['incoming', 'received'],
      ['transfer', null],
    ].map(([type, subType]) => howAcquiredBy(type ?? '', subType ?? null)),
  ).toEqual(['purchase', 'exchange', 'exchange', 'purchase', 'gift', 'income', 'income', 'other', null, null])
})
