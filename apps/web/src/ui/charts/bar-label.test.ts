import { expect, test } from 'vitest'
import { barLabel } from './bar-label.ts'

test('figures over the bars of one chart have one form', () => {
  const labels = ['10116.29', '8164.28', '696.69', '-1866.16', '1499999.90'].map((one) =>
    barLabel(one, 'USD'),
  )
  expect(labels).toEqual(['+$10.1k', '+$8.2k', '+$697', '−$1.9k', '+$1.5M'])
})

test('rounding up to the next step takes its form, and small figures keep their cents', () => {
  expect(['999.6', '999960', '0', '0.43', '-9.99'].map((one) => barLabel(one, 'USD'))).toEqual([
    '+$1k',
    '+$1M',
    '$0.00',
    '+$0.43',
    '−$9.99',
  ])
})
