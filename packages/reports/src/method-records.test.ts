import { expect, test } from 'vitest'
import { identificationPdf, standingOrdersPdf } from './method-records.ts'
import { bytesOf, wordsOf } from './testing/file-words.ts'

const SHEET = {
  taxpayer: 'Jane Roe',
  recordedAt: '2025-06-02T09:59:58.000Z',
  recordedBy: 'you',
  sale: { at: '2025-06-02T10:00:00.000Z', asset: 'BTC', quantity: '0.5', account: 'Kraken' },
  soldAt: '2025-06-02T10:00:00.000Z',
  currency: 'USD',
  lots: [
    { acquired: '2024-03-10', acquired_at: '2024-03-10T12:00:00.000Z', quantity: '0.25', basis: '15000.005' },
    { acquired: '2025-03-03', acquired_at: '2025-03-03T12:00:00.000Z', quantity: '0.25', basis: '22500' },
  ],
  standing: 'Recorded no later than the sale.',
  replacedAt: null,
}

test('N12 the printed record says when it was recorded, of which sale, and which lots with day, quantity and basis', async () => {
  const words = await wordsOf(identificationPdf(SHEET))
  for (const text of [
    'Jane Roe',
    '2025-06-02 09:59:58 UTC',
    '0.5 BTC',
    '2025-06-02 10:00:00 UTC',
    'Kraken',
    '2024-03-10',
    '0.25',
    '15000.01',
    '22500.00',
    'Recorded no later than the sale.',
  ])
    expect(words).toContain(text)
  expect(words).not.toContain('as corrected')
  const corrected = await wordsOf(identificationPdf({ ...SHEET, soldAt: '2025-06-01T10:00:00.000Z' }))
  for (const text of ['2025-06-02 10:00:00 UTC', 'Sold, as corrected', '2025-06-01 10:00:00 UTC'])
    expect(corrected).toContain(text)
})

test('a record of who gave no name says so, and that it was theirs', async () => {
  const words = await wordsOf(identificationPdf({ ...SHEET, taxpayer: '', recordedBy: '' }))
  for (const text of ['Name not given', 'The taxpayer']) expect(words).toContain(text)
})

test('a record printed twice is the same bytes', async () => {
  expect(await bytesOf(identificationPdf(SHEET))).toEqual(await bytesOf(identificationPdf(SHEET)))
})

test('standing orders run over pages, and none is said to be none', async () => {
  const order = {
    method: 'hifo',
    account: null,
    asset: 'BTC',
    from: '2025-01-01',
    recordedAt: '2025-01-01T00:00:00.000Z',
    recordedBy: 'you',
    endedAt: null,
  }
  const printedAt = '2025-02-01T00:00:00.000Z'
  const orders = Array.from({ length: 60 }, (_, n) => ({ ...order, account: `Account ${n}` }))
  const words = await wordsOf(standingOrdersPdf({ taxpayer: 'Jane Roe', printedAt, orders }))
  expect(words).toContain('Account 0')
  expect(words).toContain('Account 59')
  expect(words).toContain('page 2.')
  expect(await wordsOf(standingOrdersPdf({ taxpayer: '', printedAt, orders: [] }))).toContain(
    'Name not given',
  )
  expect(await wordsOf(standingOrdersPdf({ taxpayer: '', printedAt, orders: [] }))).toContain(
    'No standing order was ever recorded',
  )
})

test('what a broker confirmed is printed with the order and the named lots', async () => {
  const confirmation = { confirmed_on: '2026-12-30', reference: 'Ticket 4711' }
  expect(await wordsOf(identificationPdf({ ...SHEET, confirmation }))).toContain('2026-12-30, Ticket 4711')
  expect(await wordsOf(identificationPdf(SHEET))).not.toContain('Confirmed by the broker')
  const order = {
    method: 'hifo',
    account: 'Kraken',
    asset: 'BTC',
    from: '2026-12-01',
    recordedAt: '2026-12-01T00:00:00.000Z',
    recordedBy: 'you',
    endedAt: null,
  }
  const sheet = { taxpayer: 'Jane Roe', printedAt: '2027-01-02T00:00:00.000Z' }
  const words = await wordsOf(standingOrdersPdf({ ...sheet, orders: [order, { ...order, confirmation }] }))
  expect(words).toContain('Confirmed by the broker')
  expect(words).toContain('Ticket 4711')
  expect(await wordsOf(standingOrdersPdf({ ...sheet, orders: [order] }))).not.toContain(
    'Confirmed by the broker',
  )
})
