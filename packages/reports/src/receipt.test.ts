import { expect, test } from 'vitest'
import { dollarsOf, receiptPdf } from './receipt.ts'

test('cents are dollars to the digit', () => {
  expect([0, 5, 80, 4_900, 108_000, 123_456_789, -4_900].map(dollarsOf)).toEqual([
    '$0.00',
    '$0.05',
    '$0.80',
    '$49.00',
    '$1,080.00',
    '$1,234,567.89',
    '-$49.00',
  ])
})

test('a receipt is a PDF, and the same bytes each time', async () => {
  const bytes = async () => {
    const parts: Uint8Array[] = []
    const of = { number: '2026-0007', at: '2026-03-02T10:11:02.000Z', customer: 'A. R.', paidBy: 'A. R.' }
    const sold = {
      paidWith: 'Card, by Stripe',
      what: 'Plus, tax year 2025',
      listCents: 12_900,
      amountCents: 8_000,
    }
    for await (const part of receiptPdf({ ...of, ...sold })) parts.push(part)
    return Buffer.concat(parts)
  }
  const first = await bytes()
  expect(first.subarray(0, 5).toString()).toBe('%PDF-')
  expect(await bytes()).toEqual(first)
})
