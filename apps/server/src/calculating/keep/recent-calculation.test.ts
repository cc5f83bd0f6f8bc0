import { expect, test } from 'vitest'
import { RecentOfOneCustomer } from './recent-calculation.ts'

test('SB2 what one customer left in a thread is there for their next calculation, and gone with that of another', () => {
  const recent = new RecentOfOneCustomer()
  recent.of('ana').blocks.set('block', Buffer.from('of Ana'), 6)
  expect(recent.of('ana').blocks.get('block')?.toString()).toBe('of Ana')
  expect(recent.of('ben').blocks.get('block')).toBeUndefined()
  expect(recent.of('ana').blocks.get('block')).toBeUndefined()
})
