import { describe, expect, test } from 'vitest'
import { landingPath, nearestPath, onboardingPath } from './landing-path.ts'

const customer = { roles: ['customer'], onboarded: true, importsPath: null, hasTransactions: false }

describe('where one lands after signing in', () => {
  test('R2.158 a professional goes to their dashboard; who is onboarded to the wallets, the imports or home; everyone else to step 1', () => {
    expect(landingPath({ ...customer, roles: ['cpa'] })).toBe('/tax_pro/dashboard')
    expect(landingPath({ ...customer, roles: ['customer', 'cpa'] })).toBe('/tax_pro/dashboard')
    // With the combined page, with transactions, with neither.
    expect(landingPath({ ...customer, importsPath: '/wallets' })).toBe('/wallets')
    expect(landingPath({ ...customer, hasTransactions: true })).toBe('/imports')
    expect(landingPath(customer)).toBe('/')
    // Not onboarded, or nothing said yet.
    expect(landingPath({ ...customer, onboarded: false })).toBe('/onboarding/step-1')
    expect(landingPath({ ...customer, roles: [], onboarded: false })).toBe('/onboarding/step-1')
  })

  test('an admin alone: the people', () => {
    expect(landingPath({ ...customer, roles: ['admin'], onboarded: false })).toBe('/admin')
  })

  test('who comes to the onboarding and is through: imports or home, whatever page this browser uses', () => {
    const at = (landing: Partial<typeof customer>) => onboardingPath({ ...customer, ...landing })
    expect(at({ onboarded: false })).toBe('/onboarding/step-1')
    expect(at({ hasTransactions: true })).toBe('/imports')
    expect(at({})).toBe('/')
    expect(at({ roles: ['cpa'] })).toBe('/tax_pro/dashboard')
  })

  test('a screen that this build lacks gives way to the nearest', () => {
    const has =
      (...there: string[]) =>
      (path: string) =>
        there.includes(path)
    expect(nearestPath('/imports', has('/imports', '/dashboard'))).toBe('/imports')
    expect(nearestPath('/', has('/settings/profile'))).toBe('/settings/profile')
  })
})
