import { describe, expect, test } from 'vitest'
import { landingPath, nearestPath, onboardingPath } from './landing-path.ts'

const customer = { roles: ['customer'], onboarded: true, importsPath: null, hasTransactions: false }

describe('where one lands after signing in', () => {
  test('a professional: the tax pro dashboard, also when a customer too', () => {
    expect(landingPath({ ...customer, roles: ['cpa'] })).toBe('/tax_pro/dashboard')
    expect(landingPath({ ...customer, roles: ['customer', 'cpa'] })).toBe('/tax_pro/dashboard')
  })

  test('onboarded with the combined page: wallets; with transactions: imports', () => {
    expect(landingPath({ ...customer, importsPath: '/wallets' })).toBe('/wallets')
    expect(landingPath({ ...customer, hasTransactions: true })).toBe('/imports')
  })

  test('onboarded with none: home', () => {
    expect(landingPath(customer)).toBe('/')
  })

  test('not onboarded, or nothing said yet: step 1', () => {
    expect(landingPath({ ...customer, onboarded: false })).toBe('/onboarding/step-1')
    expect(landingPath({ ...customer, roles: [], onboarded: false })).toBe('/onboarding/step-1')
  })

  test('an admin alone: the settings', () => {
    expect(landingPath({ ...customer, roles: ['admin'], onboarded: false })).toBe('/settings/profile')
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
    expect(nearestPath('/tax_filing', has('/tax', '/dashboard'))).toBe('/tax')
    expect(nearestPath('/', has('/settings/profile'))).toBe('/settings/profile')
  })
})
