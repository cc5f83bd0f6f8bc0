import { expect, test } from 'vitest'
import { missingFields, orderFlagIn, REVIEW_KINDS, reviewOptions } from './review-options.ts'

const idsOf = (...of: Parameters<typeof reviewOptions>) => reviewOptions(...of).map((option) => option.id)

test('N11 a missing basis is an opening lot, a transfer, zero, or declared', () => {
  expect(idsOf('missing_basis', true)).toEqual(['opening_lot', 'moved_here', 'zero_basis', 'declared'])
})

test('N11 E19 every question about money has ways to settle it, and an unknown type goes by what moved', () => {
  for (const kind of REVIEW_KINDS.slice(0, 9)) expect(idsOf(kind, true).length, kind).toBeGreaterThan(0)
  expect(idsOf('unknown_type', true)).toContain('gift_sent')
  expect(idsOf('unknown_type', false)).toContain('income')
})

test('N11 an option says what it lacks; declaring asks for a note, an opening lot does not', () => {
  const [openingLot, , , declared] = reviewOptions('missing_basis', true)
  const given = { acquired_on: '2020-01-01', quantity: '1', cost: '5' }
  expect(missingFields(openingLot!, given)).toEqual([])
  expect(missingFields(declared!, given)).toEqual(['note'])
  expect(missingFields(openingLot!, {})).toEqual(['acquired_on', 'quantity', 'cost'])
})

test('a wallet of one’s own is the first answer to where something went or came from', () => {
  expect(idsOf('unmatched_send', true)[0]).toBe('own_wallet')
  expect(idsOf('unmatched_receive', false)[0]).toBe('own_wallet')
})

test('what may be a side of an order is offered as one order first, and asked for nothing more', () => {
  for (const code of ['unmatched_send', 'unmatched_receive'] as const) {
    const [first] = reviewOptions(code, code === 'unmatched_send', { isOfOrder: true })
    expect([first?.id, first?.fields]).toEqual(['one_order', []])
    expect(idsOf(code, true)).not.toContain('one_order')
  }
  expect(idsOf('unknown_type', true, { isOfOrder: true })).not.toContain('one_order')
  expect(orderFlagIn(['failed', 'order_side:abc'])).toBe('order_side:abc')
  expect(orderFlagIn(['order_side'])).toBeUndefined()
})
