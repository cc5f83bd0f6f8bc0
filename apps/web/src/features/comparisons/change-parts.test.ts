import type { Comparison } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { barsOf, changesOf, changeSentence } from './change-parts.ts'

const NONE = { short: '0', income: '0', deduction: '0', rows: 1 }
const money = (amount: string) => `$${amount}`

function compared(gains: readonly (readonly [label: string, gain: string, income?: string])[]): Comparison {
  const causes = gains.map(([label, gain, income = '0'], n) => ({
    n,
    label,
    years: [{ ...NONE, year: 2024, gain, income }],
  }))
  return { currency: 'USD', causes, years: [] } as unknown as Comparison
}

test('changes of a year by cause, the largest first whatever its direction, with their sum in a sentence', () => {
  const changes = changesOf(
    compared([
      ['An edited fee', '10.5'],
      ['Method HIFO', '-300.25'],
      ['Nothing', '0'],
    ]),
    2024,
  )!
  expect(changes.parts.map(({ label, amount }) => [label, amount])).toEqual([
    ['Method HIFO', '-300.25'],
    ['An edited fee', '10.5'],
  ])
  expect(changes.total).toBe('-289.75')
  expect(changeSentence(changes, 2024, money)).toBe(
    'The gain of 2024 is $289.75 lower than before. The largest of 2 causes: Method HIFO, −$300.25.',
  )
})

test('where the gain is the same the picture is of the income; changes that cancel out are told', () => {
  const income = changesOf(compared([['A price', '0', '25']]), 2024)!
  expect(changeSentence(income, 2024, money)).toBe(
    'The income of 2024 is $25 higher than before. The one cause: A price.',
  )
  const even = changesOf(
    compared([
      ['One', '5'],
      ['Two', '-5'],
    ]),
    2024,
  )!
  expect(changeSentence(even, 2024, money)).toContain('is the same as before, since the changes cancel out')
  expect(changesOf(compared([['Nothing', '0']]), 2024)).toBeUndefined()
  expect(changesOf(compared([['One', '5']]), 2023)).toBeUndefined()
})

test('of very many causes the smallest share a bar, and the bars add up to the total', () => {
  const changes = changesOf(
    compared(Array.from({ length: 12 }, (_, n) => [`Cause ${n.toString()}`, (n + 1).toString()] as const)),
    2024,
  )!
  const bars = barsOf(changes)
  expect(bars).toHaveLength(8)
  expect(bars.at(-1)).toEqual({ id: 'others', label: '5 other causes', amount: '15' })
})
