import { expect, test } from 'vitest'
import { TEMPLATE_PATHS, UPLOAD_EXTENSIONS, UPLOAD_MAX_BYTES } from '@lotbook/contract'
import { EXTENSIONS, MOST_BYTES, refusalOf, TEMPLATE } from './check-file.ts'

test('R9.1 R9.2 the limits and the way to the template are those of the contract', () => {
  expect(MOST_BYTES).toBe(UPLOAD_MAX_BYTES)
  expect(EXTENSIONS).toEqual([...UPLOAD_EXTENSIONS])
  expect(TEMPLATE).toEqual(TEMPLATE_PATHS)
})

test('an extension that is not taken is named', () => {
  expect(refusalOf({ name: 'notes.final.txt', size: 1 })?.text).toBe(
    'notes.final.txt Unsupported file extension: txt. Supported file extensions: csv, xls, xlsx',
  )
  expect(refusalOf({ name: 'README', size: 1 })?.text).toMatch(/^README Unsupported file extension: \./)
  for (const name of ['a.csv', 'a.xls', 'a.xlsx', 'A.CSV'])
    expect(refusalOf({ name, size: 1 }), name).toBeUndefined()
})

test('10 MB is taken, one byte more is not', () => {
  expect(refusalOf({ name: 'a.csv', size: 10_485_760 })).toBeUndefined()
  expect(refusalOf({ name: 'a.csv', size: 10_485_761 })?.text).toBe('a.csv is larger than 10 MB.')
})
