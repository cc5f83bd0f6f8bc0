import { expect, test } from 'vitest'
import { apartOf, nextStepOf } from './parting-words.ts'

const parted = (stated: string, computed: string) => ({ at: '2024-01-02T00:00:00.000Z', stated, computed })

test('the difference is told without a sign, to the last digit', () => {
  expect(apartOf(parted('2.6', '2.4'))).toBe('0.2')
  expect(apartOf(parted('0', '0.000000000000000001'))).toBe('0.000000000000000001')
})

test('the next step follows from what lies between', () => {
  const step = (
    stated: string,
    computed: string,
    rows_total: number,
    suspect: 'extra' | 'reversed' | null = null,
  ) =>
    nextStepOf(
      {
        parted: parted(stated, computed),
        rows_total,
        suspect: suspect === null ? null : { id: 'a', kind: suspect },
      },
      'Kraken',
    )
  expect(step('2', '1', 0)).toMatch(/^Something came in .* Upload a file of Kraken/)
  expect(step('1', '2', 0)).toMatch(/^Something went out /)
  expect(step('2', '1', 3)).toMatch(/^An arrival is missing/)
  expect(step('1', '2', 3)).toMatch(/^A withdrawal or fee is missing/)
  expect(step('1', '2', 3, 'extra')).toMatch(/^Kraken does not count the marked transaction\./)
  expect(step('1', '2', 3, 'reversed')).toMatch(/wrong way round/)
})
