import { expect, test } from 'vitest'
import { nextCard } from './card-moves.ts'
import { methodNotice } from './source-methods.ts'

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
    'Import by OAuth or API key is not available yet. So far, Kraken is imported by uploading files.',
  )
  expect(methodNotice({ ...none, address: true })).toMatch(
    /^We know of no file export of Kraken\. Import by public address is not available yet\. So far, only file upload/,
  )
  expect(methodNotice(none)).toMatch(/^We know of no file export of Kraken\. So far, only file upload/)
})
