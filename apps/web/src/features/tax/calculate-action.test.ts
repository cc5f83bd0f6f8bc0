import { describe, expect, test } from 'vitest'
import { calculateAction, type TaxStatus } from './calculate-action.ts'

const ready: TaxStatus = {
  tax_calculated: null,
  need_tax_calculation: true,
  taxable_or_incoming: 12,
  imports_in_progress: 0,
}
const desktop = { isMobile: false }

describe('what the tax button does', () => {
  test('R4.31 without a calculation it calculates', () => {
    expect(calculateAction(ready, desktop)).toBe('calculate')
    expect(calculateAction({ ...ready, need_tax_calculation: false }, desktop)).toBe('calculate')
  })

  test('R4.32 a calculation that is out of date is made again', () => {
    expect(calculateAction({ ...ready, tax_calculated: true }, desktop)).toBe('calculate')
  })

  test('R4.33 a calculation that holds is viewed', () => {
    expect(calculateAction({ ...ready, tax_calculated: true, need_tax_calculation: false }, desktop)).toBe(
      'view',
    )
  })

  test('R4.35 while one runs it asks about a restart', () => {
    expect(calculateAction({ ...ready, tax_calculated: false }, desktop)).toBe('confirm-restart')
    expect(calculateAction({ ...ready, tax_calculated: false, need_tax_calculation: false }, desktop)).toBe(
      'confirm-restart',
    )
  })

  test('R4.36 without taxable or incoming transactions it is unavailable, whatever else holds', () => {
    for (const tax_calculated of [null, false, true]) {
      expect(calculateAction({ ...ready, tax_calculated, taxable_or_incoming: 0 }, desktop)).toBe(
        'unavailable',
      )
    }
  })

  test('R4.38 on mobile it waits for the imports, on a desktop it does not', () => {
    const importing = { ...ready, imports_in_progress: 1 }
    expect(calculateAction(importing, { isMobile: true })).toBe('imports-running')
    expect(calculateAction(importing, desktop)).toBe('calculate')
    expect(calculateAction(ready, { isMobile: true })).toBe('calculate')
  })
})
