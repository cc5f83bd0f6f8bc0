import { expect, test } from 'vitest'
import { nextCard } from './card-moves.ts'
import { firstMethod, methodNotice, methodsOf, wayOf, waysOf } from './source-methods.ts'

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

const NONE = { api: false, oauth: false, csv: false, address: false }

test('R2.128 R2.129 the first way there is comes first, unless the upload is asked for', () => {
  const all = { api: true, oauth: true, csv: true, address: true }
  expect(methodsOf(all)).toEqual(['oauth', 'api', 'wallet', 'csv'])
  expect(methodsOf({ ...NONE, csv: true, api: true })).toEqual(['api', 'csv'])
  const first = (has: Partial<typeof all>, wantsCsv = false) => firstMethod({ ...NONE, ...has }, wantsCsv)
  expect([first(all), first({ ...all, oauth: false }), first({ address: true, csv: true })]).toEqual([
    'oauth',
    'api',
    'wallet',
  ])
  expect([first({ csv: true }), first(all, true), first({})]).toEqual(['csv', 'csv', 'csv'])
})

test('how a source is imported today is said', () => {
  expect(methodNotice({ name: 'Kraken', csv: true })).toBeUndefined()
  expect(methodNotice({ name: 'Kraken', csv: false })).toBe(
    'Lotbook does not read files from Kraken yet. Upload one and say once what its columns hold, or fill in the template.',
  )
  expect(wayOf({ ...NONE, csv: true, kind: 'exchange' })).toBe('CSV')
  expect(wayOf({ ...NONE, csv: true, kind: 'blockchain' })).toBe('CSV of its explorer')
  expect(wayOf({ ...NONE, csv: true, api: true, kind: 'exchange' })).toBe('API key')
  expect(wayOf({ ...NONE, kind: 'wallet' })).toBe('Template')
})

test('what can be done with an address follows from its chains', () => {
  const [fetched, file, neither] = [
    { address: true, csv: false },
    { address: false, csv: true },
    { address: false, csv: false },
  ]
  expect(waysOf([fetched])).toBe('Lotbook fetches its history from there.')
  expect(waysOf([fetched, fetched])).toBe('Choose the chain. Lotbook fetches its history from there.')
  expect(waysOf([fetched, file])).toContain(
    'Where its card says Public address, Lotbook fetches its history.',
  )
  const none = 'Lotbook cannot fetch the history of an address by itself yet.'
  expect(waysOf([neither])).toBe(
    `${none} Until it can, fill in the template, or enter its transactions by hand.`,
  )
  expect(waysOf([file])).toBe(
    `${none} Until it can, export its transactions from the explorer and upload the files.`,
  )
  expect(waysOf([file, neither])).toContain(`${none} Choose the chain. Where its card says CSV`)
})
