import { describe, expect, test } from 'vitest'
import { parseAmount } from './amount-text.ts'
import { renamesByAmount } from './renames-by-amount.ts'

const DAY_MS = 86_400_000
const change = (day: number, asset: string, text: string) => ({
  ...{ at: Date.UTC(2024, 8, day), asset, amount: parseAmount(text)! },
})
const pairsOf = (...changes: ReturnType<typeof change>[]) =>
  renamesByAmount(changes).map(([from, to]) => `${from.asset} ${to.asset} ${(to.at - from.at) / DAY_MS}`)

describe('a coin taken and as much of another given', () => {
  test('is one under its new name, in either order and however its zeros are written', () => {
    expect(pairsOf(change(10, 'OLD', '-1000'), change(13, 'NEW', '1000.00'))).toEqual(['OLD NEW 3'])
    expect(pairsOf(change(13, 'NEW', '1000'), change(15, 'OLD', '-1000'))).toEqual(['OLD NEW -2'])
  })

  test.each([
    ['another amount', [change(10, 'OLD', '-1000'), change(13, 'NEW', '999')]],
    ['another month', [change(1, 'OLD', '-1000'), change(28, 'NEW', '1000')]],
    ['the same coin', [change(10, 'OLD', '-1000'), change(13, 'OLD', '1000')]],
    ['two that it could be', [change(10, 'OLD', '-5'), change(11, 'NEW', '5'), change(12, 'NEXT', '5')]],
    ['two that it could have been', [change(10, 'A', '-5'), change(11, 'B', '-5'), change(12, 'C', '5')]],
    ['nothing', [change(10, 'OLD', '0'), change(11, 'NEW', '0')]],
  ])('stays open with %s', (_, changes) => {
    expect(pairsOf(...changes)).toEqual([])
  })
})
