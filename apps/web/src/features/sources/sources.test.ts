import { expect, test } from 'vitest'
import { nextCard } from './card-moves.ts'
import { methodNotice, wayOf } from './source-methods.ts'

test('arrows move over the cards, row by row', () => {
  // Ten cards in rows of four: 0-3, 4-7, 8-9.
  const go = (key: string, at: number) => nextCard(key, at, 10, 4)
  expect([go('ArrowRight', 3), go('ArrowLeft', 4), go('ArrowDown', 1), go('ArrowUp', 5)]).toEqual([
    4, 3, 5, 1,
  ])
  expect([go('Home', 7), go('End', 0)]).toEqual([0, 9])
  expect(go('ArrowDown', 7), 'below is a shorter row').toBe(9)
  expect([go('ArrowDown', 9), go('ArrowRight', 9), go('ArrowLeft', 0), go('ArrowUp', 2)]).toEqual(
    Array.from({ length: 4 }, () => undefined),
  )
  expect(go('a', 1)).toBeUndefined()
})

test('what cannot be done yet is said, and what can', () => {
  const none = { name: 'Kraken', api: false, oauth: false, csv: false, address: false }
  expect(methodNotice({ ...none, csv: true })).toBeUndefined()
  expect(methodNotice({ ...none, csv: true, api: true, oauth: true })).toBe(
    'Import by OAuth or API key is not available yet. For now, Kraken is imported by uploading files.',
  )
  expect(methodNotice({ ...none, address: true })).toBe(
    'Import by public address is not available yet. Lotbook does not read files from Kraken yet. Fill in the template with its history, and upload that.',
  )
  expect(methodNotice(none)).toMatch(/^Lotbook does not read files from Kraken yet\./)
  expect(wayOf({ csv: true, kind: 'exchange' })).toBe('CSV')
  expect(wayOf({ csv: true, kind: 'blockchain' })).toBe('CSV of its explorer')
  expect(wayOf({ csv: false, kind: 'wallet' })).toBe('Template')
})
