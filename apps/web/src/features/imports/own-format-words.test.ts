import { OWN_MEANINGS, OWN_ROLES, type OwnFormat } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { asKind, meaningGroups, openAssets, rolesOf, sharedName, withRole } from './own-format-words.ts'

const FORMAT: OwnFormat = {
  version: 1,
  name: 'My bank (2019)',
  header: ['a', 'b', 'c', 'd'],
  kind: 'moved',
  columns: { date: 0, amount: 1, asset: 2 },
  assets: {},
  time_zone: 'UTC',
  date_order: null,
  has_fee_inside: false,
  words: {},
}

test('every role and every meaning is offered, and only once', () => {
  const roles = new Set([...rolesOf('sides'), ...rolesOf('moved'), ...rolesOf('trades')])
  expect([...roles].toSorted()).toEqual([...OWN_ROLES].toSorted())
  expect(meaningGroups.flatMap(({ meanings }) => meanings).toSorted()).toEqual([...OWN_MEANINGS].toSorted())
})

test('a thing is in one column, and a column holds one thing', () => {
  expect(withRole(FORMAT, 3, 'amount').columns).toEqual({ date: 0, asset: 2, amount: 3 })
  expect(withRole(FORMAT, 1, 'comment').columns).toEqual({ date: 0, asset: 2, comment: 1 })
  expect(withRole(FORMAT, 1, '').columns).toEqual({ date: 0, asset: 2 })
})

test('another kind of table keeps the amount under its name there', () => {
  expect(asKind(FORMAT, 'sides').columns).toEqual({ date: 0, in_amount: 1, in_asset: 2 })
  expect(asKind(asKind(FORMAT, 'sides'), 'trades').columns).toEqual(FORMAT.columns)
  const priced = { ...FORMAT, kind: 'trades' as const, assets: { total_asset: 'USD' } }
  expect(asKind(priced, 'moved').assets).toEqual({})
})

test('an amount without a column of its asset asks for it, unless a pair names it', () => {
  expect(openAssets(FORMAT)).toEqual([])
  expect(openAssets({ ...FORMAT, columns: { date: 0, amount: 1, fee_amount: 2 } })).toEqual([
    'asset',
    'fee_asset',
  ])
  expect(openAssets({ ...FORMAT, columns: { amount: 1, price: 2, pair: 3 } })).toEqual([])
})

test('a shared file goes by the name of the format', () => {
  expect(sharedName(FORMAT)).toBe('my-bank-2019.lotbook-format.json')
  expect(sharedName({ ...FORMAT, name: '!' })).toBe('format.lotbook-format.json')
})
