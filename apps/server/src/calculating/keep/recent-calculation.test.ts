import { expect, test } from 'vitest'
import { AtHandOfOne } from './recent-calculation.ts'

test('SB2 what one customer left in a thread is there for their next calculation, and gone with that of another', () => {
  const atHand = new AtHandOfOne()
  atHand.of('ana').blocks.set('block', Buffer.from('of Ana'), 6)
  expect(atHand.of('ana').blocks.get('block')?.toString()).toBe('of Ana')
  expect(atHand.of('ben').blocks.get('block')).toBeUndefined()
  expect(atHand.of('ana').blocks.get('block')).toBeUndefined()
})
