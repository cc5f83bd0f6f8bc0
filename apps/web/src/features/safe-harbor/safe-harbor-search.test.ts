import { expect, test } from 'vitest'
import { choiceOf, safeHarborPath, safeHarborSearch, withoutOf } from './safe-harbor-search.ts'

const ID = '0190ab12-0000-7000-8000-000000000001'

test('N14 the address of the wizard holds the step, the choice and the estimate, and nothing else', () => {
  const search = {
    step: 'record',
    kind: 'global',
    order: 'hifo',
    accounts: `${ID},${ID}`,
    books: '2024-12-20',
    income: '85,000',
    more: 'x',
  }
  expect(safeHarborSearch(search)).toEqual({
    step: 'record',
    kind: 'global',
    order: 'hifo',
    accounts: `${ID},${ID}`,
    books: '2024-12-20',
    income: '85000',
  })
  expect(safeHarborSearch({ step: 'x', order: 'spec', accounts: 'me', books: 'today', own: '1' })).toEqual({})
  expect(safeHarborPath({ step: 'compare' })).toBe('/tax/safe_harbor?step=compare')
})

test('N14 units by hand belong to a specific allocation, and only where they were chosen', () => {
  const units = [{ asset: 'BTC', lot_transaction_id: ID, account_id: ID, quantity: '1' }]
  expect(choiceOf({}, units)).toBeUndefined()
  expect(choiceOf({ order: 'hifo', accounts: ID }, units)).toEqual({
    kind: 'specific',
    order: 'hifo',
    accounts: [ID],
    units: [],
    left_out: [],
  })
  expect(choiceOf({ order: 'hifo', own: 'true' }, units)?.units).toEqual(units)
  expect(choiceOf({ order: 'hifo', own: 'true', kind: 'global' }, units)?.units).toEqual([])
})

test('N14 what a record leaves out stands in the address, whatever an asset is called', () => {
  const assets = ['ETH', 'own:A,B']
  const search = safeHarborSearch({ without: withoutOf(assets) })
  expect(choiceOf({ ...search, order: 'hifo' }, [])?.left_out).toEqual(assets)
  expect(choiceOf({ ...search, order: 'hifo', kind: 'global' }, [])?.left_out).toEqual([])
  expect(withoutOf([])).toBeUndefined()
  expect(safeHarborSearch({ without: '' })).toEqual({})
})
