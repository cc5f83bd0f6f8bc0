import { expect, test } from 'vitest'
import { compareSearch } from './compare-search.ts'

const ID = '0190ab12-34cd-7000-8000-000000000000'

test('what a URL says of a comparison is kept, the rest is left out', () => {
  expect(compareSearch({ before: ID, after: ID, year: '2025', cause: '0' })).toEqual({
    before: ID,
    after: ID,
    year: 2025,
    cause: 0,
  })
  expect(compareSearch({ before: 'x', after: 7, year: '1', cause: '-1', other: 'y' })).toEqual({})
})
