import { expect, test } from 'vitest'
import { scopeOf } from './export-scope.ts'

const ID = '019aa000-0000-7000-8000-000000000000'
const GROUP = '019aa000-0000-7000-8000-000000000001'

test('R2.51 R2.52 the part of the history that an address asks for', () => {
  expect(scopeOf({})).toBeUndefined()
  expect(scopeOf({ id: ID, group: GROUP })).toEqual({ source_id: ID, account_id: GROUP })
  expect(scopeOf({ id: ID, type: 'csv' })).toEqual({ account_id: ID, type: 'CSV' })
  for (const wrong of [
    { id: ID },
    { id: 'x', group: GROUP },
    { id: ID, group: 'x' },
    { group: GROUP },
    { id: ID, type: 'fax' },
  ])
    expect(scopeOf(wrong), JSON.stringify(wrong)).toBeNull()
})
