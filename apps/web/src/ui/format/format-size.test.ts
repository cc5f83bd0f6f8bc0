import { expect, test } from 'vitest'
import { formatSize } from './format-size.ts'

test('sizes', () => {
  expect([1, 1024, 1025, 1_048_576, 10_485_760].map(formatSize)).toEqual([
    '1 KB',
    '1 KB',
    '2 KB',
    '1 MB',
    '10 MB',
  ])
})
